import { createHmac } from "node:crypto";
import { LRUCache } from "lru-cache";
import { v7 as uuidv7 } from "uuid";
import { codeOf, ServiceError } from "../../../errors.ts";
import { createJoinedCalls } from "../../../floor/concurrency/join-calls.ts";
import { requestDeadlineMs, withinDeadline } from "../../../floor/concurrency/within-deadline.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { type ConnectionShares, shareConnections } from "../../../floor/db/share-connections.ts";
import { createFairSeats, lineLengthMax, lineWaitMs } from "../../../floor/limits/fair-seats.ts";
import { integerMax } from "../../../schema.ts";
import { createMessage } from "../../events/enqueue-event.ts";
import { decimalOf, refuseDistantEvent } from "./rules.ts";
import type { ConversionEvent } from "./schema.ts";
import {
  conversionRecorded,
  type InsertOutcome,
  insertConversions,
  insertConversionWithMessage,
  type NewConversion,
  readReferencePepper,
} from "./sql.ts";

/** Most rows of a statement, a few milliseconds of the database's time. */
const batchMax = 256;
/** About 1 KB each; more than this is 2 s of work, which is as long as a caller can be kept waiting. */
const conversionsMax = 10_000;
/** Within the deadline of a request, so that what was given up is answered 503 by its own reason. */
const deadlineMs = 2_500;
/** A row of ours waits for no other transaction but one that inserts the same event: that ends in milliseconds, or hangs. */
const lockTimeoutMs = 200;

/**
 * Conversions with messages can't be joined: each is a transaction of several round trips. One agency's flood of them took every
 * connection for what is short.
 */
const withMessages = {
  what: "conversions that a webhook listens to",
  waitingPerAgencyMax: lineLengthMax,
  waitMs: lineWaitMs,
  retryAfterSeconds: 5,
};

type Outcome = InsertOutcome | { outcome: "undecided" };

type InsertConversion = (conversion: NewConversion) => Promise<Outcome>;

type BatchInsert = {
  /** Rejects when one of the rows can't be inserted; then none is. */
  batch: (batch: readonly NewConversion[]) => Promise<Outcome[]>;
  /** Parts of a batch that are inserted side by side. */
  partsAtOnceMax: number;
};

/** An agency whose latest conversion had a message: its next one is not tried together with others first. */
const listeningMs = 10_000;
/** About 100 bytes each; the one not used for longest goes first. */
const listeningAgenciesMax = 10_000;

export type RecordingOptions = { isCluster?: boolean; connections?: ConnectionShares };

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
export function createRecordConversion(
  sql: Sql,
  { isCluster = false, connections = shareConnections() }: RecordingOptions = {},
): RecordConversion {
  const insert = createInsertConversion(sql, { isCluster, batchesMax: connections.conversionBatches });
  const seats = createFairSeats({
    ...withMessages,
    seats: connections.conversionsWithMessages,
    seatsPerAgency: connections.conversionsWithMessagesPerAgency,
  });
  const listening = new LRUCache<number, true>({ max: listeningAgenciesMax, ttl: listeningMs });

  return async (agencyId, event, now = new Date()) => {
    refuseDistantEvent(event.occurredAt, now);
    const conversion = {
      agencyId,
      id: uuidv7(),
      eventId: event.eventId,
      releaseId: event.pressReleaseId > integerMax ? noRelease : event.pressReleaseId,
      kind: event.kind,
      value: event.value === undefined ? null : decimalOf(event.value),
      currency: event.currency ?? null,
      referenceHash:
        event.externalReference === undefined
          ? null
          : await withinDeadline(hashReference(sql, agencyId, event.externalReference)),
      occurredAt: event.occurredAt,
    };
    const result = await insertAndEnqueue(conversion);
    if (result.outcome === "no_release") {
      throw new ServiceError("release_not_found", `The agency has no release ${event.pressReleaseId}.`);
    }
    if (result.outcome === "known") return { id: result.id, duplicate: true, messagesQueued: 0 };
    return { id: result.id, duplicate: false, messagesQueued: result.messagesQueued };
  };

  /**
   * Most agencies have no webhook for conversions, so one statement inserts many; a call with messages gets a transaction of its
   * own, at once where the agency's latest one had messages too.
   */
  async function insertAndEnqueue(conversion: NewConversion): Promise<InsertOutcome> {
    const { agencyId } = conversion;
    if (!listening.has(agencyId)) {
      const result = await insert(conversion);
      if (result.outcome !== "undecided") return result;
    }
    const result = await seats.run(agencyId, () => insertWithMessage(conversion), {
      workMs: requestDeadlineMs,
    });
    if (result.outcome === "inserted" && result.messagesQueued > 0) listening.set(agencyId, true);
    else listening.delete(agencyId);
    return result;
  }

  async function insertWithMessage(conversion: NewConversion): Promise<InsertOutcome> {
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

/**
 * Joins the inserts of requests that run at the same time, whosever they are, into one statement and one commit. On a cluster into
 * one for each agency, whose server commits alone: together they would wait for all servers, and fail with any of them.
 */
function createInsertConversion(
  sql: Sql,
  { isCluster, batchesMax }: { isCluster: boolean; batchesMax: number },
): InsertConversion {
  const insert: BatchInsert = {
    batch: (batch) => insertConversions(sql, batch, { lockTimeoutMs, isCluster }),
    partsAtOnceMax: batchesMax,
  };
  const joined = createJoinedCalls<NewConversion, Outcome>({
    run: async (batch) => {
      if (isCluster) return await insertParts(insert, batch, byAgency(batch));
      return await insertTogether(insert, batch);
    },
    batchMax,
    batchesMax,
    callsMax: conversionsMax,
    deadlineMs,
  });
  return joined.call;
}

/**
 * Inserts a batch, and where one of its rows stops it, each agency's rows by themselves, and then each row: whoever sent it is
 * told, and nobody else. Never rejects: a row that was not inserted has its error in its place.
 */
async function insertTogether(
  insert: BatchInsert,
  batch: readonly NewConversion[],
): Promise<(Outcome | Error)[]> {
  try {
    return await insert.batch(batch);
  } catch (error) {
    const parts = rowErrors.test(codeOf(error)) ? partsOf(batch, codeOf(error)) : [];
    return parts.length === 0 ? batch.map(() => errorOf(error)) : await insertParts(insert, batch, parts);
  }
}

/** Inserts each part of a batch by itself. */
async function insertParts(
  insert: BatchInsert,
  batch: readonly NewConversion[],
  parts: readonly (readonly NewConversion[])[],
): Promise<(Outcome | Error)[]> {
  const outcomes = new Map<NewConversion, Outcome | Error>();
  const left = [...parts];
  async function insertLeft(): Promise<void> {
    for (let part = left.shift(); part !== undefined; part = left.shift()) {
      const found = await insertTogether(insert, part);
      for (const [position, row] of part.entries()) outcomes.set(row, found[position] ?? noOutcome());
    }
  }
  await Promise.all(Array.from({ length: insert.partsAtOnceMax }, insertLeft));
  return batch.map((row) => outcomes.get(row) ?? noOutcome());
}

/**
 * SQLSTATEs that one row can bring over all others (PostgreSQL, appendix "Error Codes"): its values (22, 23, 54), or another
 * transaction that stands in its way (40P01 deadlock, 55P03 lock not available).
 */
const rowErrors = /^(22|23|54|40P01|55P03)/;
const lockNotAvailable = "55P03";

/** The batch by agency, then by row; none where a smaller part would meet the same fate. */
function partsOf(batch: readonly NewConversion[], code: string): NewConversion[][] {
  const agencies = byAgency(batch);
  if (agencies.length > 1) return agencies;
  return batch.length > 1 && code !== lockNotAvailable ? batch.map((row) => [row]) : [];
}

function byAgency(batch: readonly NewConversion[]): NewConversion[][] {
  return [...Map.groupBy(batch, ({ agencyId }) => agencyId).values()];
}

function noOutcome(): Error {
  return new Error("A part of a batch left a conversion without its outcome.");
}

function errorOf(error: unknown): Error {
  if (codeOf(error) === lockNotAvailable) {
    return new ServiceError("service_unavailable", "Another transaction keeps the agency's rows.", {
      cause: error,
    });
  }
  return error instanceof Error ? error : new Error("A batch of conversions failed.", { cause: error });
}
