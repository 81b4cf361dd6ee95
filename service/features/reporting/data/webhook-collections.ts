import { asIso } from "../../../floor/db/as-iso.ts";
import { stateColumns } from "../webhooks/sql.ts";
import { type Collection, manyRows, records } from "./collection.ts";

export const webhooks: Collection = {
  name: "webhooks",
  table: "webhook",
  parts: ["webhook_queue", "webhook_message", "webhook_replay"],
  fetchRows: manyRows,
  select: records(
    (sql, agencyId) => sql`
      select
        id, endpoint_url as "endpointUrl", events,
        ${stateColumns(sql)}, ${asIso(sql, "created_at")} as "createdAt",
        ${asIso(sql, "coalesce(disabled_at, paused_at)")} as "disabledAt", ${asIso(sql, "last_delivery_at")} as "lastDeliveryAt",
        consecutive_failures as "consecutiveFailures"
      from webhook
      where agency_id = ${agencyId}
      order by webhook.id
    `,
  ),
};

export const webhookDeliveries: Collection = {
  name: "webhookDeliveries",
  table: "webhook_attempt",
  parts: [],
  fetchRows: manyRows,
  select: records(
    (sql, agencyId) => sql`
      select
        id, webhook_id as "webhookId", 'msg_' || replace(message_id::text, '-', '') as "messageId",
        event_type as "eventType", attempt, status, response_status as "responseStatus",
        duration_ms as "durationMs", error, remote_address as "remoteAddress",
        ${asIso(sql, "attempted_at")} as "attemptedAt", ${asIso(sql, "next_attempt_at")} as "nextAttemptAt"
      from webhook_attempt
      where agency_id = ${agencyId}
      order by webhook_attempt.id
    `,
  ),
};
