import { randomUUID } from "node:crypto";
import { codeOf } from "../../errors.ts";
import { pause } from "../../floor/concurrency/pause.ts";
import { settleWithin } from "../../floor/concurrency/within-deadline.ts";
import type { Sql } from "../../floor/db/open.ts";
import { createWarner, type Log } from "../../log.ts";
import { createAdmittedReaders } from "./bound-hits.ts";
import type { Hit } from "./hit.ts";
import { localDay, utcDay } from "./local-day.ts";
import { type LostHits, lostBatchesMax } from "./lost-hits.ts";
import { ensurePartitions } from "./partitions.ts";
import { type HitBatch, writeBatch } from "./write-batch.ts";

/** First and longest wait before a batch is tried again, in milliseconds. */
const retryFirstMs = 100;
const retryMaxMs = 5_000;
/** A restarting server may leave a query unsettled for ever (postgres 3.4): after this time the batch is tried again. */
const attemptTimeoutMs = 15_000;

/** Called once for each hit of a batch, by its index. */
type Settle = (index: number, isCommitted: boolean) => void;

export type BatchWriter = {
  /**
   * Writes hits, at most one batch at a time, and calls `settle` once for each with whether it is committed. Resolves when
   * all are settled: when the database has them, has refused them, or `abandon` was called.
   */
  write(hits: readonly Hit[], settle: Settle): Promise<void>;
  /** Writes what is known of lost hits without waiting for a batch that brings it along, until `signal`: after `abandon` too. */
  writeLost(signal: AbortSignal): Promise<void>;
  /** Ends all retries of hits: what is not committed is given up. */
  abandon(): void;
  failedAttempts(): number;
};

/**
 * Writes batches of one process, each with what is known of lost hits, retried with growing waits until the database is back. Batches are
 * numbered, so one whose answer was lost is tried again without counting twice. A batch that the database refuses (not: fails at) is halved
 * again and again, until the one bad hit is alone and dropped.
 */
export function createBatchWriter(deps: { sql: Sql; log: Log; lostHits: LostHits }): BatchWriter {
  const { sql, log, lostHits } = deps;
  const recorderId = randomUUID();
  const warn = createWarner(log);
  const abandoning = new AbortController();
  const preparedDays = new Set<string>();
  const admitted = createAdmittedReaders();
  let batchNumber = 0;
  let failedAttempts = 0;

  async function write(hits: readonly Hit[], settle: Settle, signal = abandoning.signal): Promise<void> {
    batchNumber += 1;
    const number = batchNumber;
    // The same in each attempt: one of them may be committed without an answer.
    const lost = lostHits.take();
    let waitMs = retryFirstMs;
    let isRepaired = false;
    while (!signal.aborted) {
      try {
        await attempt({ batchNumber: number, hits, lost }, signal);
        settleAll(hits, settle, true);
        return;
      } catch (error) {
        failedAttempts += 1;
        if (isCheckViolation(error) && !isRepaired) {
          // Most likely a partition that is not there (any more): make sure of all of them, once.
          isRepaired = true;
          preparedDays.clear();
          continue;
        }
        if (isRefusal(error)) {
          await writeHalves(hits, settle, error);
          return lostHits.giveBack(lost);
        }
        warn("hits_not_written", { error, hits: hits.length });
        await pause(waitMs, signal);
        waitMs = Math.min(waitMs * 2, retryMaxMs);
      }
    }
    lostHits.giveBack(lost);
    settleAll(hits, settle, false);
  }

  async function writeLost(signal: AbortSignal): Promise<void> {
    for (let batch = 0; batch < lostBatchesMax && lostHits.isAny() && !signal.aborted; batch += 1)
      await write([], () => {}, signal);
  }

  async function attempt(
    batch: Omit<HitBatch, "recorderId" | "admitted">,
    signal: AbortSignal,
  ): Promise<void> {
    const { hits } = batch;
    const days = daysOf(hits).filter((day) => !preparedDays.has(day));
    if (days.length > 0) await inTime(ensurePartitions(sql, days), signal);
    for (const day of days) preparedDays.add(day);
    await inTime(writeBatch(sql, { recorderId, ...batch, admitted }), signal);
  }

  async function writeHalves(hits: readonly Hit[], settle: Settle, error: unknown): Promise<void> {
    if (hits.length < 2) {
      log.error("hit_refused", { error });
      return settleAll(hits, settle, false);
    }
    const middle = Math.ceil(hits.length / 2);
    await write(hits.slice(0, middle), settle);
    await write(hits.slice(middle), (index, isCommitted) => settle(index + middle, isCommitted));
  }

  return { write, writeLost, abandon: () => abandoning.abort(), failedAttempts: () => failedAttempts };
}

function settleAll(hits: readonly Hit[], settle: Settle, isCommitted: boolean): void {
  for (const index of hits.keys()) settle(index, isCommitted);
}

/** The days whose partitions these hits need. */
function daysOf(hits: readonly Hit[]): string[] {
  const days = new Set<string>();
  for (const hit of hits) {
    days.add(utcDay(hit.occurredAt)).add(localDay(hit.occurredAt, hit.timeZone));
    if (hit.kind === "beacon" && hit.viewedAt !== null) days.add(localDay(hit.viewedAt, hit.timeZone));
    if (hit.saltDay !== null) days.add(hit.saltDay);
  }
  return [...days];
}

function isCheckViolation(error: unknown): boolean {
  return codeOf(error) === "23514";
}

/** The fault is in the data (PostgreSQL classes 22 and 23, or our own reading of it): trying again would not help. */
function isRefusal(error: unknown): boolean {
  if (error instanceof RangeError || error instanceof TypeError) return true;
  return /^(2[23]...|UNDEFINED_VALUE)$/.test(codeOf(error));
}

/** A database that hangs must not hold up the end. */
function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = () => new Error("The database gave no answer in time.");
  return settleWithin(work, { timeoutMs: attemptTimeoutMs, late, signal });
}
