/** Where a caller's trace stands: ids in lower-case hex, 32 and 16 digits. */
export type TraceParent = { traceId: string; spanId: string; isSampled: boolean };

/** Version, trace id, span id, flags; versions after 00 may add fields behind them. */
const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const sampledFlag = 1;

/** Reads a `traceparent` header (W3C Trace Context, section 3.2); null for none and for one that is malformed. */
export function parseTraceParent(header: string | null): TraceParent | null {
  const [, version, traceId, spanId, flags, rest] = pattern.exec(header?.trim() ?? "") ?? [];
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined) {
    return null;
  }
  if (version === "ff" || (version === "00" && rest !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & sampledFlag) === sampledFlag };
}
