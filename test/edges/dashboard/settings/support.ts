import type { Sql } from "../../../../service/floor/db/open.ts";

/** What the log holds of an action, oldest first. */
export const actsOf = async (sql: Sql, agencyId: number, action: string) =>
  await sql<{ actor: string; details: Record<string, unknown> }[]>`
    select actor_type as actor, details from audit where agency_id = ${agencyId} and action = ${action} order by id
  `;
