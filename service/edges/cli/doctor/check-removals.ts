import type { Sql } from "../../../floor/db/open.ts";
import { type Check, reasonOf, unwell, well } from "./check.ts";

const name = "removals";
const listedMax = 20;

/** Looks for agencies that should have been removed a day ago: the loop tries every hour. */
export async function checkRemovals(sql: Sql): Promise<Check> {
  try {
    const rows = await sql<{ id: number }[]>`
      select id
      from agency
      where delete_after < now() - interval '1 day'
      order by delete_after, id
      limit ${listedMax}
    `;
    if (rows.length === 0) return well(name, "Every agency whose time of grace is over is removed.");
    return unwell(
      name,
      `Data of deleted agencies are still there: ${rows.map(({ id }) => id).join(", ")}. See \`agency_not_removed\` in the log of the service, and whether it runs with LOOPS=off.`,
    );
  } catch (error) {
    return well(name, `Not known yet: ${reasonOf(error)}.`);
  }
}
