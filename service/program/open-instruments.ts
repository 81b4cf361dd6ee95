import { codeOf } from "../errors.ts";
import type { RecorderStats } from "../features/measurement/record.ts";
import type { OwnDomains } from "../features/newsroom/domains/own-domains.ts";
import type { ObserveAnswer } from "../floor/http/request-context.ts";
import type { Limiter } from "../floor/limits/sliding-window.ts";
import type { Loop } from "../floor/loops/start-loops.ts";
import type { Log } from "../log.ts";
import type { Config, TracingConfig } from "./config.ts";
import { createMetrics, type Metrics } from "./metrics/create-metrics.ts";
import type { NamedDatabase } from "./metrics/database-metrics.ts";
import type { CountDelivery } from "./metrics/delivery-metrics.ts";
import { createMetricsFetch } from "./metrics/metrics-fetch.ts";
import type { Listener, Platform } from "./platform.ts";
import type { Tracer } from "./tracing/create-tracer.ts";

/** What the parts of the service are watched with; all of it does nothing where neither metrics nor traces are wanted. */
export type Instruments = {
  observers: ObserveAnswer[];
  countFallback: () => void;
  countedLimiter: (limiter: Limiter) => Limiter;
  countedLoops: (loops: Loop[]) => Loop[];
  countDelivery: CountDelivery | undefined;
  countRead: (role: "primary" | "replica") => void;
  countReportFault: () => void;
  metricsUrl: string | null;
  close(): Promise<void>;
};

/** Opens metrics with their own port, and traces, as far as the configuration asks for them. */
export async function openInstruments(
  config: Pick<Config, "metrics" | "tracing">,
  deps: {
    databases: readonly [NamedDatabase, ...NamedDatabase[]];
    recorderStats: () => RecorderStats;
    ownDomains: OwnDomains;
    listen: Platform["listen"];
    log: Log;
  },
): Promise<Instruments> {
  const { log } = deps;
  const metrics = config.metrics === null ? null : await createMetrics(deps);
  const listener = await serveMetrics(config.metrics, metrics, deps);
  const tracer = config.tracing === null ? null : await openTracer(config.tracing, log);
  return {
    observers: [metrics, tracer].flatMap((each) => (each === null ? [] : [each.observeAnswer])),
    countFallback: () => metrics?.limits.countFallback(),
    countedLimiter: (limiter) => metrics?.limits.counted(limiter) ?? limiter,
    countedLoops: (loops) => metrics?.countedLoops(loops) ?? loops,
    countDelivery: metrics?.countDelivery,
    countRead: (role) => metrics?.countRead(role),
    countReportFault: () => metrics?.countReportFault(),
    metricsUrl: listener === null ? null : `${listener.url}/metrics`,
    async close() {
      metrics?.close();
      await tracer?.close();
      await listener?.close();
    },
  };
}

/** Loads the OpenTelemetry packages here and not before, so that nobody without a collector pays for them. */
async function openTracer(config: TracingConfig, log: Log): Promise<Tracer> {
  const { createTracer } = await import("./tracing/create-tracer.ts");
  return createTracer(config, log);
}

async function serveMetrics(
  address: Config["metrics"],
  metrics: Metrics | null,
  { listen, log, ownDomains }: { listen: Platform["listen"]; log: Log; ownDomains: OwnDomains },
): Promise<Listener | null> {
  if (address === null || metrics === null) return null;
  try {
    return await listen({ ...address, tls: null, fetch: createMetricsFetch(metrics, log, ownDomains) });
  } catch (cause) {
    // Without a code: who starts the service takes one for that of its own port.
    throw new Error(
      `METRICS_PORT: nothing can listen on ${address.host}, port ${address.port} (${codeOf(cause)}). Choose another.`,
      { cause },
    );
  }
}
