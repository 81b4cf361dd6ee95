import { createJoinedCalls } from "../../concurrency/join-calls.ts";
import type { Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { type InsertOutcome, insertConversions, type NewConversion } from "./sql.ts";

/** Most rows of a statement, a few milliseconds of the database's time. */
const batchMax = 256;
/** Mostly one batch runs; the others go on while a lock keeps one waiting. */
const batchesMax = 4;
/** About 1 KB each; more than this is 2 s of work, which is as long as a caller can be kept waiting. */
const conversionsMax = 10_000;
/** Within the deadline of a request, so that what was given up is answered 503 by its own reason. */
const deadlineMs = 2_500;
/** A row waits only for a transaction that inserts the same event, which takes milliseconds unless it hangs. */
const lockTimeoutMs = 200;

type Outcome = InsertOutcome | { outcome: "undecided" };

type InsertConversion = (conversion: NewConversion) => Promise<Outcome>;

/** Joins the inserts of requests that run at the same time, whosever they are, into one statement and one commit. */
export function createInsertConversion(sql: Sql): InsertConversion {
  const joined = createJoinedCalls<NewConversion, Outcome>({
    run: async (batch) => await insertTogether(sql, batch),
    batchMax,
    batchesMax,
    callsMax: conversionsMax,
    deadlineMs,
  });
  return joined.call;
}

/**
 * Inserts a batch, and where one of its rows stops it, each agency's rows by themselves, and then each row: only the sender
 * of a bad row gets its error. Never rejects: a row that was not inserted has its error in its place.
 */
async function insertTogether(sql: Sql, batch: readonly NewConversion[]): Promise<(Outcome | Error)[]> {
  try {
    return await insertConversions(sql, batch, lockTimeoutMs);
  } catch (error) {
    const parts = rowErrors.test(codeOf(error)) ? partsOf(batch, codeOf(error)) : [];
    if (parts.length === 0) return batch.map(() => toError(error));
    const outcomes = new Map<NewConversion, Outcome | Error>();
    await Promise.all(
      parts.map(async (part) => {
        const found = await insertTogether(sql, part);
        for (const [position, row] of part.entries()) outcomes.set(row, found[position] ?? toError(error));
      }),
    );
    return batch.map((row) => outcomes.get(row) ?? toError(error));
  }
}

/**
 * SQLSTATEs that one row can bring over all others (PostgreSQL, appendix "Error Codes"): its values (22, 23, 54), or another
 * transaction that stands in its way (40P01 deadlock, 55P03 lock not available).
 */
const rowErrors = /^(22|23|54|40P01|55P03)/;
const lockNotAvailable = "55P03";

/** Splits the batch by agency, then by row; empty when smaller parts would fail in the same way. */
function partsOf(batch: readonly NewConversion[], code: string): NewConversion[][] {
  const byAgency = Map.groupBy(batch, ({ agencyId }) => agencyId);
  if (byAgency.size > 1) return [...byAgency.values()];
  return batch.length > 1 && code !== lockNotAvailable ? batch.map((row) => [row]) : [];
}

function toError(error: unknown): Error {
  if (codeOf(error) === lockNotAvailable) {
    return new ServiceError("service_unavailable", "Another transaction keeps the agency's rows.", {
      cause: error,
    });
  }
  return error instanceof Error ? error : new Error("A batch of conversions failed.", { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
