import packageJson from "../../../package.json" with { type: "json" };
import type { ObserveAnswer } from "../../http/observe-answer.ts";
import type { Log } from "../../log.ts";
import type { Loop } from "../../loops/start-loops.ts";
import type { RecorderStats } from "../../measurement/record.ts";
import { databaseMetrics, type NamedDatabase } from "./database-metrics.ts";
import { type CountDelivery, deliveryMetrics } from "./delivery-metrics.ts";
import { hitMetrics } from "./hit-metrics.ts";
import { httpMetrics } from "./http-metrics.ts";
import { type LimitMetrics, limitMetrics } from "./limit-metrics.ts";
import { loopMetrics } from "./loop-metrics.ts";
import { processMetrics } from "./process-metrics.ts";
import { openPrometheus } from "./prometheus.ts";
import { queueMetrics } from "./queue-metrics.ts";
import { replicaMetrics } from "./replica-metrics.ts";
import { reportMetrics } from "./report-metrics.ts";

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
