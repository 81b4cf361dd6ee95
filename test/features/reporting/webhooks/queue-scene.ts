import { beforeEach } from "bun:test";
import {
  createDeliverer,
  type DelivererDeps,
} from "../../../../service/features/reporting/webhooks/create-deliverer.ts";
import { type Database, openDatabase } from "../../../../service/floor/db/open.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import { createTestAgency } from "../../../support/service.ts";
import { deliveryDeps, registerEndpoint } from "./webhook-calls.ts";
import type { Sink } from "./webhook-sink.ts";

/** Two replicas at one database, and endpoints at the sink of the test. */
export function queueScene(sink: () => Sink) {
  const { sql, database: first, address, atEnd } = databaseScene();
  const second = given(async () => {
    const opened = await openDatabase(address);
    atEnd(() => opened.close());
    return opened;
  });
  beforeEach(async () => {
    await sql`truncate webhook, webhook_queue, webhook_message, webhook_attempt, agency_work`;
  });

  const deliverer = (database: Database, more: Partial<DelivererDeps> = {}) =>
    createDeliverer({ sql: database.sql, ...deliveryDeps, ...more });

  /** An agency with one endpoint at the sink and `messages` queued for it. */
  async function endpointWith(
    messages: number,
    path = "/",
  ): Promise<{ agencyId: number; webhookId: string }> {
    const { agencyId } = await createTestAgency(sql);
    const { id } = await registerEndpoint(sql, agencyId, `${sink().url}${path}`);
    await sql`
      with message as (
        insert into webhook_message (agency_id, id, event_type, payload)
        select ${agencyId}::integer, gen_random_uuid(), 'report.created', '{"number":' || number || '}'
        from generate_series(1, ${messages}::integer) as number
        returning id
      )
      insert into webhook_queue (agency_id, webhook_id, message_id)
      select ${agencyId}::integer, ${id}::uuid, id
      from message
    `;
    await announceAll(sql);
    return { agencyId, webhookId: id };
  }

  return { sql, first, second, deliverer, endpointWith };
}
