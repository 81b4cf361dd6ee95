import { v7 as uuidv7 } from "uuid";
import { isDoneWithin } from "../../floor/concurrency/within-deadline.ts";
import type { Sql } from "../../floor/db/open.ts";
import type { ObserveAnswer, Refusal } from "../../floor/http/request-context.ts";
import { createWarner, type Log } from "../../log.ts";
import { insertRefusals, type NewRefusal } from "./sql.ts";

/** A batch begins this long after the first refusal in it, in milliseconds. */
const batchIntervalMs = 500;
/** Newest refusals of one agency that wait: a flood of one agency pushes out its own only. */
const waitingOfAgencyMax = 100;
/** Agencies with refusals in one batch. Together at most 100,000 entries of about 500 bytes. */
const agenciesMax = 1_000;
/** Refused calls that one statement inserts. */
const rowsMax = 1_000;
/** Time for the last batch when the service stops. No answer waits for it. */
const closeTimeoutMs = 2_000;

type Waiting = Omit<NewRefusal, "age_ms"> & { atMs: number };

export type RefusalRecorder = {
  /** Takes what a refused request left in its context; never waits, never throws. */
  observe: ObserveAnswer;
  /** Resolves when all that was taken so far is written or given up. */
  flush(): Promise<void>;
  close(): Promise<void>;
  stats(): { waiting: number; dropped: number };
};

/** Keeps refused calls in memory, bounded for each agency, and writes them in batches. A batch that fails is given up. */
export function createRefusalRecorder({ sql, log }: { sql: Sql; log: Log }): RefusalRecorder {
  const warn = createWarner(log);
  let waiting = new Map<number, Waiting[]>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let writing: Promise<void> | null = null;
  let dropped = 0;

  function take(refusal: Waiting): void {
    const own = waiting.get(refusal.agency_id);
    if (own === undefined && waiting.size >= agenciesMax) {
      dropped += 1;
      return;
    }
    if (own === undefined) waiting.set(refusal.agency_id, [refusal]);
    else if (own.push(refusal) > waitingOfAgencyMax) {
      own.shift();
      dropped += 1;
    }
    if (writing === null) timer ??= setTimeout(begin, batchIntervalMs);
  }

  function begin(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (writing !== null || waiting.size === 0) return;
    const batch = [...waiting.values()].flat();
    waiting = new Map();
    writing = write(batch).finally(() => {
      writing = null;
      if (waiting.size > 0) timer ??= setTimeout(begin, batchIntervalMs);
    });
  }

  async function write(batch: readonly Waiting[]): Promise<void> {
    for (let from = 0; from < batch.length; from += rowsMax) {
      const rows = batch.slice(from, from + rowsMax);
      try {
        await insertRefusals(sql, rows.map(withAge));
      } catch (error) {
        dropped += rows.length;
        warn("refusals_not_written", { dropped, error });
      }
    }
  }

  async function flush(): Promise<void> {
    await writing;
    begin();
    await writing;
  }

  return {
    observe({ request, context }) {
      const { refusal, route, requestId } = context;
      if (refusal === undefined) return;
      take(waitingOf(request.method, { refusal, route: route ?? "", requestId }));
    },
    flush,
    async close() {
      if (!(await isDoneWithin(flush(), closeTimeoutMs))) log.warn("refusals_not_written", { dropped });
    },
    stats: () => ({ waiting: [...waiting.values()].reduce((sum, own) => sum + own.length, 0), dropped }),
  };
}

function waitingOf(
  method: string,
  { refusal, route, requestId }: { refusal: Refusal; route: string; requestId: string },
): Waiting {
  const { agencyId, keyId, tool, ...said } = refusal;
  return {
    agency_id: agencyId,
    id: uuidv7(),
    atMs: performance.now(),
    key_id: keyId,
    method,
    route: tool === undefined ? route : `${route} ${tool}`,
    ...said,
    request_id: requestId,
  };
}

function withAge({ atMs, ...refusal }: Waiting): NewRefusal {
  return { ...refusal, age_ms: Math.max(0, Math.round(performance.now() - atMs)) };
}
