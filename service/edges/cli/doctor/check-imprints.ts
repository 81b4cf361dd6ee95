import type { Sql } from "../../../floor/db/open.ts";
import { type Check, reasonOf, unwell, well } from "./check.ts";

const name = "imprints";
/** As many newsrooms as an operator mends in one go. */
const listedMax = 20;

/** Looks for newsrooms that are shown without an imprint, because they had releases before one was asked for. */
export async function checkImprints(sql: Sql): Promise<Check> {
  try {
    const rows = await sql<{ clientId: number; slug: string }[]>`
      select c.id as "clientId", c.slug
      from client c
      join agency a on a.id = c.agency_id and a.delete_after is null
      join newsroom n on n.agency_id = c.agency_id and n.client_id = c.id
      where c.status = 'active'
        and n.imprint_url is null
        and n.imprint_markdown is null
        and exists (
          select
          from release r
          where r.agency_id = c.agency_id
            and r.client_id = c.id
            and r.status = 'published'
        )
      order by c.id
      limit ${listedMax}
    `;
    if (rows.length === 0) return well(name, "Every newsroom that is shown has an imprint.");
    const list = rows.map(({ clientId, slug }) => `${slug} (client ${clientId})`).join(", ");
    return unwell(
      name,
      `Newsrooms are shown without an imprint, which § 5 DDG asks for: ${list}. Set it with \`pr-service newsroom set --client ID --imprint URL|FILE.md\`.`,
    );
  } catch (error) {
    return well(name, `Not known yet: ${reasonOf(error)}.`);
  }
}
