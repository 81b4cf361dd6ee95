import packageJson from "../../../package.json" with { type: "json" };
import type { RecorderStats } from "../../features/measurement/record.ts";
import type { ObserveAnswer } from "../../floor/http/request-context.ts";
import type { Loop } from "../../floor/loops/start-loops.ts";
import type { Log } from "../../log.ts";
import { databaseMetrics, type NamedDatabase } from "./database-metrics.ts";
import { type CountDelivery, deliveryMetrics } from "./delivery-metrics.ts";
import { hitMetrics } from "./hit-metrics.ts";
import { type LimitMetrics, limitMetrics } from "./limit-metrics.ts";
import { processMetrics } from "./process-metrics.ts";
import { openPrometheus, type Prometheus } from "./prometheus.ts";
import { queueMetrics } from "./queue-metrics.ts";

export type Metrics = {
  observeAnswer: ObserveAnswer;
  limits: LimitMetrics;
  countDelivery: CountDelivery;
  countedLoops(loops: Loop[]): Loop[];
  countRead(role: "primary" | "replica"): void;
  countReportFault(): void;
  /** Everything in the text format of Prometheus, and the media type of that. */
  expose(): Promise<{ text: string; contentType: string }>;
  close(): void;
};

/** In seconds. From a cached page to the deadline of a query, and on to a deletion of everything. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 10, 25];
/** A client can name any method; each would be a series of its own. */
const knownMethods: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

/** Makes the metrics of this process; each begins at 0 and belongs to this call alone. */
export async function createMetrics(deps: {
  /** The primary first. */
  databases: readonly [NamedDatabase, ...NamedDatabase[]];
  recorderStats: () => RecorderStats;
  log: Log;
}): Promise<Metrics> {
  const prometheus = await openPrometheus();
  const { registry } = prometheus;
  const [{ database }] = deps.databases;
  const stopProcess = processMetrics(prometheus, packageJson.version);
  databaseMetrics(prometheus, deps.databases);
  queueMetrics(prometheus, { sql: database.sql, log: deps.log });
  hitMetrics(prometheus, deps.recorderStats);
  return {
    ...httpMetrics(prometheus),
    ...deliveryMetrics(prometheus),
    ...loopMetrics(prometheus),
    ...replicaMetrics(prometheus),
    ...reportMetrics(prometheus),
    limits: limitMetrics(prometheus),
    expose: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
    close: stopProcess,
  };
}

/** Counts where the reads of exports and of `GET /data` went: those that fall back to the primary show a replica in trouble. */
function replicaMetrics({ library, registry }: Prometheus): {
  countRead(role: "primary" | "replica"): void;
} {
  const reads = new library.Counter({
    name: "pr_service_replica_reads_total",
    help: "Long reads while a replica is configured, by where they went (replica, or primary as the fallback).",
    labelNames: ["role"],
    registers: [registry],
  });
  return { countRead: (role) => reads.inc({ role }) };
}

/** Counts stored reports that do not fit their hash, signature or position in the chain: anything above 0 is an alarm. */
function reportMetrics({ library, registry }: Prometheus): { countReportFault(): void } {
  const faults = new library.Counter({
    name: "pr_service_report_faults_total",
    help: "Stored reports that did not fit their hash or signature, when read or by the nightly check.",
    registers: [registry],
  });
  return { countReportFault: () => faults.inc() };
}

/** Counts answers by route pattern and status, and how long they took until their headers went out. */
function httpMetrics({ library, registry }: Prometheus): { observeAnswer: ObserveAnswer } {
  const duration = new library.Histogram({
    name: "pr_service_http_request_duration_seconds",
    help: "Time from the arrival of a request to the head of its answer, by route pattern.",
    labelNames: ["method", "route", "status"],
    buckets,
    registers: [registry],
  });
  return {
    observeAnswer({ request, context, status, durationMs }) {
      const method = knownMethods.has(request.method) ? request.method : "other";
      duration.observe({ method, route: context.route ?? "none", status }, durationMs / 1000);
    },
  };
}

/** Returns the function that counts the runs of loops and those that failed. */
export function loopMetrics({ library, registry }: Prometheus): { countedLoops(loops: Loop[]): Loop[] } {
  const runs = new library.Counter({
    name: "pr_service_loop_runs_total",
    help: "Runs of the service's own loops, by outcome (ok, failed).",
    labelNames: ["loop", "outcome"],
    registers: [registry],
  });
  return {
    countedLoops: (loops) =>
      loops.map((loop) => ({
        ...loop,
        async run(signal) {
          try {
            const hasMore = await loop.run(signal);
            runs.inc({ loop: loop.name, outcome: "ok" });
            return hasMore;
          } catch (error) {
            runs.inc({ loop: loop.name, outcome: "failed" });
            throw error;
          }
        },
      })),
  };
}
