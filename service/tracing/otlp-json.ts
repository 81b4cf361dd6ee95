import { randomBytes } from "node:crypto";
import type { TraceParent } from "./trace-parent.ts";

/** One answered request, kept lean until its batch is sent. */
export type RequestSpan = {
  parent: TraceParent | null;
  requestId: string;
  method: string;
  route: string | null;
  status: number;
  /** Unix milliseconds. */
  startMs: number;
  durationMs: number;
};

type Attribute = { key: string; value: { stringValue: string } | { intValue: string } };

const kindServer = 2;
const statusUnset = 0;
const statusError = 2;
const nanosecondsPerMs = 1_000_000;

/**
 * The body of `POST /v1/traces`: OTLP 1.x in its JSON form (ids in hex, 64-bit integers as strings), attributes by the
 * semantic conventions for HTTP servers. Sources: opentelemetry-proto `trace.proto`; OTLP specification, "JSON Protobuf
 * Encoding".
 */
export function spansToOtlp(
  spans: readonly RequestSpan[],
  resource: Record<string, string>,
): Record<string, unknown> {
  const attributes = Object.entries(resource).map(([key, value]) => text(key, value));
  return {
    resourceSpans: [
      {
        resource: { attributes },
        scopeSpans: [{ scope: { name: "pr-service" }, spans: spans.map(spanToOtlp) }],
      },
    ],
  };
}

function spanToOtlp(span: RequestSpan): Record<string, unknown> {
  const attributes: Attribute[] = [
    text("http.request.method", span.method),
    { key: "http.response.status_code", value: { intValue: String(span.status) } },
    text("pr_service.request_id", span.requestId),
    ...(span.route === null ? [] : [text("http.route", span.route)]),
  ];
  return {
    traceId: span.parent?.traceId ?? randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
    ...(span.parent === null ? {} : { parentSpanId: span.parent.spanId }),
    name: span.route === null ? span.method : `${span.method} ${span.route}`,
    kind: kindServer,
    startTimeUnixNano: nanoseconds(span.startMs),
    endTimeUnixNano: nanoseconds(span.startMs + span.durationMs),
    attributes,
    // A 4xx is the client's error: for a server span it leaves the status unset.
    status: { code: span.status >= 500 ? statusError : statusUnset },
  };
}

function text(key: string, value: string): Attribute {
  return { key, value: { stringValue: value } };
}

/** Beyond 2^53, so whole milliseconds and the rest are joined as text. */
function nanoseconds(unixMs: number): string {
  const wholeMs = Math.floor(unixMs);
  const rest = Math.floor((unixMs - wholeMs) * nanosecondsPerMs);
  return `${wholeMs}${String(rest).padStart(6, "0")}`;
}
