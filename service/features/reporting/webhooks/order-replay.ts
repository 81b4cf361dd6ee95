import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { refusal, refuseFields } from "../../../floor/web/refuse-fields.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { held } from "./change-webhook.ts";
import {
  findReplayFor,
  hasRelease,
  insertReplay,
  listReplays,
  type Replay,
  type ReplayTarget,
  stateOfMessage,
} from "./replay-sql.ts";
import { messageIdOf, messageName } from "./rules.ts";

/** Name of the loop that works on replays; wake it after the order. */
export const replayLoopName = "webhook-replays";

/** What a caller wants sent again; one of the three. */
export type ReplayRequest =
  | { webhookId: string; message: string }
  | { webhookId: string; failedSince: Date }
  | { releaseId: number };

/**
 * Orders that messages are sent again, at most 10,000: the same `webhook-id` and payload, a fresh timestamp, a new attempt, and the
 * header `webhook-replay: true`. A loop does the work. The same `id` again is the same order, and so is a second one for the same
 * while the first is under way. Throws `not_found`, and `validation_error` for a disabled endpoint, a message whose payload is no
 * longer stored, and a moment to come.
 */
export async function orderReplay(
  sql: Sql,
  agencyId: number,
  request: ReplayRequest & { id?: string },
  actor: AuditActor,
): Promise<{ replayId: string; isNew: boolean }> {
  const target = targetOf(request);
  const { id = uuidv7() } = request;
  return await sql.begin(async (transaction) => {
    await refuseUnfit(transaction, agencyId, target);
    const isNew = await insertReplay(transaction, agencyId, { id, target });
    if (!isNew) {
      const found = await findReplayFor(transaction, agencyId, { id, target });
      // The earlier order for the same messages ended between the two statements.
      if (found === null) throw new ServiceError("service_unavailable", "Order the replay once more.");
      return { replayId: found, isNew };
    }
    const { webhookId, messageId, releaseId, failedSince } = target;
    await insertAudit(transaction, agencyId, {
      actor,
      action: "webhook.replay_ordered",
      subject: { type: "webhook_replay", id },
      details: {
        webhookId,
        releaseId,
        message: messageId === null ? null : messageName(messageId),
        failedSince: failedSince?.toISOString() ?? null,
      },
    });
    return { replayId: id, isNew };
  });
}

/** How far an order is. Throws `not_found`. */
export async function readReplay(sql: Queryable, agencyId: number, id: string): Promise<Replay> {
  const [replay] = await listReplays(sql, agencyId, { id });
  if (replay === undefined) throw new ServiceError("not_found", "The agency has no such replay.");
  return replay;
}

function targetOf(request: ReplayRequest): ReplayTarget {
  const nothing = { webhookId: null, messageId: null, releaseId: null, failedSince: null };
  if ("releaseId" in request) return { ...nothing, releaseId: request.releaseId };
  const { webhookId } = request;
  if ("failedSince" in request) {
    if (request.failedSince.getTime() <= Date.now())
      return { ...nothing, webhookId, failedSince: request.failedSince };
    refuseFields([
      {
        field: "failedSince",
        german: "Bitte wählen Sie einen Zeitpunkt, der schon vorbei ist.",
        english: "Choose a moment that has passed.",
      },
    ]);
  }
  const messageId = messageIdOf(request.message);
  if (messageId === null) throw new ServiceError("not_found", "The agency has no such message.");
  return { ...nothing, webhookId, messageId };
}

async function refuseUnfit(transaction: Queryable, agencyId: number, target: ReplayTarget): Promise<void> {
  if (target.webhookId === null) {
    const isKnown = await hasRelease(transaction, agencyId, target.releaseId);
    if (!isKnown) throw new ServiceError("not_found", "The agency has no such release.");
    return;
  }
  const { isDisabled } = await held(transaction, agencyId, target.webhookId);
  if (isDisabled)
    throw refusal("validation_error", {
      german: "Der Webhook ist abgeschaltet. Bitte setzen Sie ihn zuerst fort.",
      english: "The webhook is disabled. Resume it first.",
    });
  if (target.messageId === null) return;
  const state = await stateOfMessage(transaction, agencyId, target);
  if (!state.isSent) throw new ServiceError("not_found", "The agency has no such message.");
  if (!state.isStored)
    throw refusal("validation_error", {
      german: "Der Inhalt dieser Nachricht wird nicht mehr aufbewahrt.",
      english: "The message's payload is no longer stored; it ends after 14 days.",
    });
}
