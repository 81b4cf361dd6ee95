import { v7 as uuidv7 } from "uuid";
import type { Sql } from "../../../../service/floor/db/open.ts";

/** Messages whose last attempt at each endpoint failed an hour ago, and were given up. */
export async function insertFailed(
  sql: Sql,
  agencyId: number,
  { webhookIds, count }: { webhookIds: string[]; count: number },
): Promise<void> {
  const ids = Array.from({ length: count }, () => uuidv7());
  await sql`
    insert into webhook_message (agency_id, id, event_type, payload)
    select ${agencyId}::integer, id, 'report.created', '{"type":"report.created"}'
    from unnest(${ids}::uuid[]) as id
  `;
  await sql`
    insert into webhook_attempt (agency_id, id, webhook_id, message_id, event_type, attempt, status, attempted_at)
    select ${agencyId}::integer, gen_random_uuid(), webhook_id, id, 'report.created', 10, 'failed',
      now() - interval '1 hour'
    from unnest(${ids}::uuid[]) as id
    cross join unnest(${webhookIds}::uuid[]) as webhook_id
  `;
}
