import { createHmac } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { createMessage } from "../webhooks/enqueue-event.ts";
import { decimalOf, refuseDistantEvent } from "./rules.ts";
import { type ConversionEvent, releaseIdMax } from "./schema.ts";
import {
  conversionRecorded,
  type InsertOutcome,
  insertConversion,
  insertConversionWithMessage,
  type NewConversion,
  readReferencePepper,
} from "./sql.ts";

/** Ids begin at 1, so this one is never found: what an id beyond PostgreSQL's integer stands for. */
const noRelease = 0;

/**
 * Records a conversion once per `eventId` and agency, under any concurrency, and queues its `conversion.recorded`.
 * Throws `occurred_at_out_of_range`, and `release_not_found` for a release that is not this agency's.
 */
export async function recordConversion(
  sql: Sql,
  agencyId: number,
  event: ConversionEvent,
  now: Date = new Date(),
): Promise<{ id: string; duplicate: boolean; messagesQueued: number }> {
  refuseDistantEvent(event.occurredAt, now);
  const conversion = {
    id: uuidv7(),
    eventId: event.eventId,
    releaseId: event.pressReleaseId > releaseIdMax ? noRelease : event.pressReleaseId,
    kind: event.kind,
    value: event.value === undefined ? null : decimalOf(event.value),
    currency: event.currency ?? null,
    referenceHash:
      event.externalReference === undefined
        ? null
        : await hashReference(sql, agencyId, event.externalReference),
    occurredAt: event.occurredAt,
  };
  const result = await insertAndTell(sql, agencyId, conversion);
  if (result.outcome === "no_release") {
    throw new ServiceError("release_not_found", `The agency has no release ${event.pressReleaseId}.`);
  }
  if (result.outcome === "known") return { id: result.id, duplicate: true, messagesQueued: 0 };
  return { id: result.id, duplicate: false, messagesQueued: result.messagesQueued };
}

/** One round trip where nobody listens, which is the rule, and two where messages go with the conversion. */
async function insertAndTell(sql: Sql, agencyId: number, conversion: NewConversion): Promise<InsertOutcome> {
  const result = await insertConversion(sql, agencyId, conversion);
  if (result.outcome !== "undecided") return result;
  const { id, eventId, releaseId, kind, value, currency, occurredAt } = conversion;
  const message = createMessage(agencyId, {
    type: conversionRecorded,
    data: { id, eventId, pressReleaseId: releaseId, kind, value, currency, occurredAt },
  });
  return await insertConversionWithMessage(sql, agencyId, { ...conversion, message });
}

/** Keyed, so that nobody without the agency's pepper can try out references until one fits. */
async function hashReference(sql: Sql, agencyId: number, reference: string): Promise<Uint8Array> {
  return createHmac("sha256", await readReferencePepper(sql, agencyId))
    .update(reference)
    .digest();
}
