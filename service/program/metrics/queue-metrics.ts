import { settleWithin } from "../../floor/concurrency/within-deadline.ts";
import type { Sql } from "../../floor/db/open.ts";
import type { Log } from "../../log.ts";
import type { Prometheus } from "./prometheus.ts";
import { type QueueState, readQueues } from "./queue-sql.ts";

/** Several collectors, or an impatient person, cost the database one statement in this time. */
const cacheMs = 5_000;
/** A scrape must answer while the database does not: by default collectors wait 10 s. */
const readTimeoutMs = 2_000;

/** Shows length and delay of the queues, read at the scrape. Without the database they are left out, never shown as empty. */
export function queueMetrics({ library, registry }: Prometheus, deps: { sql: Sql; log: Log }): void {
  const read = cached(() => {
    const late = () => new Error(`The database took more than ${readTimeoutMs} ms.`);
    return settleWithin(readQueues(deps.sql), { timeoutMs: readTimeoutMs, late });
  }, deps.log);
  new library.Gauge({
    name: "pr_service_queue_depth",
    help: "Entries of a queue that are still to be done, retries that wait included; providers and report_schedules: those due.",
    labelNames: ["queue"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { queue, depth } of (await read()) ?? []) this.set({ queue }, depth);
    },
  });
  new library.Gauge({
    name: "pr_service_queue_overdue_seconds",
    help: "How long the entry that has waited longest beyond its time has been due.",
    labelNames: ["queue"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { queue, overdueSeconds } of (await read()) ?? []) this.set({ queue }, overdueSeconds);
    },
  });
  new library.Gauge({
    name: "pr_service_queues_readable",
    help: "1 when the database told the state of the queues in time, else 0.",
    registers: [registry],
    async collect() {
      this.set((await read()) === null ? 0 : 1);
    },
  });
}

function cached(read: () => Promise<QueueState[]>, log: Log): () => Promise<QueueState[] | null> {
  let validUntilMs = Number.NEGATIVE_INFINITY;
  let last: Promise<QueueState[] | null> = Promise.resolve(null);
  return () => {
    if (performance.now() < validUntilMs) return last;
    validUntilMs = performance.now() + cacheMs;
    last = read().catch((error: unknown) => {
      log.warn("queues_unreadable", { error });
      return null;
    });
    return last;
  };
}
