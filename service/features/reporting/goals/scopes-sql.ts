import type { Queryable } from "../../../floor/db/open.ts";
import type { GoalScopeType } from "./schema.ts";

/** The latest of each kind: what is older has its result behind it. */
const choicesMax = 50;

export type GoalChoice = { type: GoalScopeType; id: string; title: string };

/** What a client's goal may be for beside the client: its latest texts, published or not, and campaigns of its releases alone. */
export async function listGoalChoices(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<GoalChoice[]> {
  return await sql<GoalChoice[]>`
    (
      select 'release' as type, d.id::text, v.title
      from draft d
      join draft_version v on v.agency_id = ${agencyId} and v.draft_id = d.id and v.version = d.version
      where d.agency_id = ${agencyId}
        and d.client_id = ${clientId}
        and d.status <> 'archived'
      order by d.updated_at desc, d.id
      limit ${choicesMax}
    )
    union all
    (
      select 'release', id::text, title
      from release
      where agency_id = ${agencyId}
        and client_id = ${clientId}
        and draft_id is null
        and status = 'published'
      order by published_at desc, id desc
      limit ${choicesMax}
    )
    union all
    (
      select 'campaign', c.id::text, c.name
      from campaign c
      join campaign_release m on m.agency_id = ${agencyId} and m.campaign_id = c.id
      join release r on r.agency_id = ${agencyId} and r.id = m.release_id
      where c.agency_id = ${agencyId}
      group by c.id, c.name
      having bool_and(r.client_id = ${clientId})
      order by c.id desc
      limit ${choicesMax}
    )
  `;
}
