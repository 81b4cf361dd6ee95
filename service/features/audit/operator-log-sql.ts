import type { JSONValue } from "postgres";
import type { Queryable } from "../../floor/db/open.ts";

/** Notes what an operator has to be able to prove when the agency and its audit are gone. */
export async function noteInOperatorLog(
  sql: Queryable,
  agencyId: number,
  {
    event,
    actorId = null,
    details = {},
  }: { event: string; actorId?: string | null; details?: Record<string, JSONValue> },
): Promise<void> {
  await sql`
    insert into operator_log (event, agency_id, actor_id, details)
    values (${event}, ${agencyId}, ${actorId}, ${sql.json(details)})
  `;
}
