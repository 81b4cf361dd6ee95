import { signConversion } from "../../sdk/src/sign-conversion.ts";

export type ConversionCall = {
  url: string;
  key: string;
  /** A string or bytes are sent as they are; anything else as JSON. */
  body: unknown;
  timestamp?: number;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** For a proxy's own certificate. */
  tls?: { rejectUnauthorized: boolean; serverName: string };
};

/** Signs exactly the bytes that it sends, and sends them. `headers` come last and may replace the right ones. */
export async function callConversions(call: ConversionCall): Promise<Response> {
  const bytes =
    call.body instanceof Uint8Array
      ? Uint8Array.from(call.body)
      : new TextEncoder().encode(textOf(call.body));
  const signed = await signConversion({ apiKey: call.key, body: bytes, timestamp: call.timestamp });
  const headers = new Headers({
    "x-api-key": call.key,
    "content-type": "application/json",
    ...signed.headers,
  });
  for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, value);
  return await fetch(`${call.url}/api/reporting/v1/conversions`, {
    method: "POST",
    headers,
    body: bytes,
    ...(call.signal === undefined ? {} : { signal: call.signal }),
    ...(call.tls === undefined ? {} : { tls: call.tls }),
  });
}

/** A conversion that is right in every field; `changes` replaces some, undefined leaves one out. */
export function conversionBody(
  pressReleaseId: number,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    eventId: crypto.randomUUID(),
    pressReleaseId,
    kind: "lead",
    value: 49.9,
    currency: "EUR",
    occurredAt: new Date().toISOString(),
    ...changes,
  };
}

function textOf(body: unknown): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}
