import { randomUUID } from "node:crypto";
import { DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import packageJson from "../../../package.json" with { type: "json" };
import type { ObserveAnswer } from "../../floor/http/request-context.ts";
import { createWarner, type Log } from "../../log.ts";
import type { TracingConfig } from "../config.ts";

export type Tracer = {
  observeAnswer: ObserveAnswer;
  /** Sends what is left, for at most 5 s. */
  close(): Promise<void>;
};

/** A collector that takes longer is left behind, so that a stop never waits for it. */
const sendTimeoutMsDefault = 5_000;

const headerGetter = {
  get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
  keys: (headers: Headers) => [...headers.keys()],
};

/**
 * Reports one span per answered request to an OpenTelemetry collector over OTLP/HTTP, in batches of the SDK's default
 * size. It never waits and never throws: what a slow or dead collector does not take is dropped, and the log says so.
 */
export function createTracer(
  { endpoint, headers, serviceName }: TracingConfig,
  log: Log,
  { sendTimeoutMs = sendTimeoutMsDefault }: { sendTimeoutMs?: number } = {},
): Tracer {
  const warnOnceAMinute = createWarner(log);
  const warn = (reason: string) => void warnOnceAMinute("spans_dropped", { reason });
  // The SDK writes about dropped spans and failed batches here and nowhere else.
  diag.setLogger(
    { error: warn, warn, info: () => {}, debug: () => {}, verbose: () => {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
    headers,
    timeoutMillis: sendTimeoutMs,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      "service.name": serviceName,
      "service.version": packageJson.version,
      "service.instance.id": randomUUID(),
    }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: sendTimeoutMs })],
  });
  const tracer = provider.getTracer("pr-service");
  const propagator = new W3CTraceContextPropagator();

  return {
    observeAnswer({ request, context: { requestId, route }, status, durationMs }) {
      const endMs = Date.now();
      const attributes = {
        "http.request.method": request.method,
        "http.response.status_code": status,
        "pr_service.request_id": requestId,
        ...(route === null ? {} : { "http.route": route }),
      };
      const span = tracer.startSpan(
        route === null ? request.method : `${request.method} ${route}`,
        { kind: SpanKind.SERVER, startTime: endMs - durationMs, attributes },
        propagator.extract(ROOT_CONTEXT, request.headers, headerGetter),
      );
      // A 4xx is the client's error: for a server span it leaves the status unset.
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endMs);
    },
    close: () => provider.shutdown().catch((error) => warn(String(error))),
  };
}
