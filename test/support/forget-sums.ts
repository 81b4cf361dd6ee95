import type { Sql } from "../../service/floor/db/open.ts";

/**
 * After rows that a test writes into `hit_day` by itself: the loop that sums closed days may have passed them since the agency
 * was made, every 20 s, and would never come back. The recorder of hits reopens the days that it writes to.
 */
export async function forgetSums(sql: Sql, agencyId: number): Promise<void> {
  await sql`update figure_state set summed_through = null where agency_id = ${agencyId}`;
}
