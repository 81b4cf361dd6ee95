import { type AgencyAuditEntry, insertAudit, insertAudits } from "../audit/sql.ts";
import { createJoinedCalls } from "../db/join-calls.ts";
import type { Sql } from "../db/open.ts";

/** Notes a call in the audit; settles when it is stored, and rejects with `service_unavailable` when that takes too long. */
export type NoteCall = (call: AgencyAuditEntry) => Promise<unknown>;

/** Rows of about 300 bytes: a few milliseconds of the database's time. */
const batchMax = 256;
/** One as a rule; the other goes on while the first waits for a busy disk. */
const batchesMax = 2;
/** Far above the requests that are under way at once. */
const callsMax = 10_000;
/** As long as any other statement of a request may take. */
const deadlineMs = 3_000;

/** Joins the audit rows of calls that end at the same time into one statement, so that they share one commit. */
export function createNoteCall(sql: Sql): NoteCall {
  const joined = createJoinedCalls<AgencyAuditEntry, true>({
    run: async (batch) => await noteTogether(sql, batch),
    batchMax,
    batchesMax,
    callsMax,
    deadlineMs,
  });
  return joined.call;
}

/** Where a row stops the batch, for instance of an agency that is being removed, each is noted by itself. */
async function noteTogether(sql: Sql, batch: readonly AgencyAuditEntry[]): Promise<(true | Error)[]> {
  try {
    await insertAudits(sql, batch);
    return batch.map(() => true);
  } catch (error) {
    if (batch.length === 1) throw error;
    const outcomes = await Promise.allSettled(
      batch.map(({ agencyId, entry }) => insertAudit(sql, agencyId, entry)),
    );
    return outcomes.map((outcome) => (outcome.status === "fulfilled" ? true : asError(outcome.reason)));
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("An audit row was not written.", { cause: reason });
}
