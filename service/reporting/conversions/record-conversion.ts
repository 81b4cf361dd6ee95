import { createHmac } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import type { Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { createMessage } from "../../events/enqueue-event.ts";
import { createInsertConversion } from "./insert-together.ts";
import { decimalOf, refuseDistantEvent } from "./rules.ts";
import { type ConversionEvent, releaseIdMax } from "./schema.ts";
import {
  conversionRecorded,
  type InsertOutcome,
  insertConversionWithMessage,
  type NewConversion,
  readReferencePepper,
} from "./sql.ts";

/** Ids begin at 1, so this one is never found: what an id beyond PostgreSQL's integer stands for. */
const noRelease = 0;

export type RecordConversion = (
  agencyId: number,
  event: ConversionEvent,
  now?: Date,
) => Promise<{ id: string; duplicate: boolean; messagesQueued: number }>;

/**
 * Makes the verb that records a conversion once per `eventId` and agency, under any concurrency, and queues its
 * `conversion.recorded`. It throws `occurred_at_out_of_range`, `release_not_found` for a release that is not this agency's,
 * and `service_unavailable` where too much waits.
 */
export function createRecordConversion(sql: Sql): RecordConversion {
  const insert = createInsertConversion(sql);

  return async (agencyId, event, now = new Date()) => {
    refuseDistantEvent(event.occurredAt, now);
    const conversion = {
      agencyId,
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
    const result = await insertAndTell(conversion);
    if (result.outcome === "no_release") {
      throw new ServiceError("release_not_found", `The agency has no release ${event.pressReleaseId}.`);
    }
    if (result.outcome === "known") return { id: result.id, duplicate: true, messagesQueued: 0 };
    return { id: result.id, duplicate: false, messagesQueued: result.messagesQueued };
  };

  /**
   * Most agencies have no webhook for conversions, so one statement inserts many; a call with messages gets its own second
   * statement.
   */
  async function insertAndTell(conversion: NewConversion): Promise<InsertOutcome> {
    const result = await insert(conversion);
    if (result.outcome !== "undecided") return result;
    const { agencyId, id, eventId, releaseId, kind, value, currency, occurredAt } = conversion;
    const message = createMessage(agencyId, {
      type: conversionRecorded,
      data: { id, eventId, pressReleaseId: releaseId, kind, value, currency, occurredAt },
    });
    return await insertConversionWithMessage(sql, agencyId, { ...conversion, message });
  }
}

/** Keyed, so that nobody without the agency's pepper can try out references until one fits. */
async function hashReference(sql: Sql, agencyId: number, reference: string): Promise<Uint8Array> {
  return createHmac("sha256", await readReferencePepper(sql, agencyId))
    .update(reference)
    .digest();
}
