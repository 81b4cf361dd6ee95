import { signConversion } from "../../sdk/src/sign-conversion.ts";
import type { FuzzRequest } from "./fuzz-request.ts";

/** What placeholders stand for. Ids of jobs, reports and webhooks are learned from the answers. */
export type Known = {
  key: string;
  release: string;
  client: string;
  newsroomPath: string;
  report: string;
  job: string;
  webhook: string;
};

export type Answer = { status: number; headers: Headers; body: Uint8Array; signature: string | null };

/** An answer that takes longer is a fault of its own: the service's own deadline is a few seconds. */
const answerTimeoutMs = 30_000;
const hourMs = 3_600_000;

/** Fills the placeholders, signs and sends. */
export async function sendRequest(url: string, known: Known, request: FuzzRequest): Promise<Answer> {
  const fixed: Record<string, string> = {
    ...known,
    now: new Date().toISOString(),
    hourAgo: new Date(Date.now() - hourMs).toISOString(),
    timestamp: String(Math.floor(Date.now() / 1000)),
  };
  const body = bytesOf(request.body, fixed);
  const isSigned = request.headers.some(([, value]) => value === "{signature}");
  const signed = isSigned
    ? await signConversion({ apiKey: known.key, body: body ?? new Uint8Array() })
    : null;
  const signature = signed?.headers["X-Service-Signature"] ?? null;
  if (signed !== null && signature === null) throw new Error("signConversion made no signature header.");
  if (signed !== null) Object.assign(fixed, { signature, timestamp: signed.headers["X-Service-Timestamp"] });
  const headers = new Headers();
  for (const [name, value] of request.headers) headers.append(name, fill(value, fixed));
  const response = await fetch(url + fill(request.path, fixed), {
    method: request.method,
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(answerTimeoutMs),
    ...(body === null ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, body: await response.bytes(), signature };
}

function bytesOf(body: FuzzRequest["body"], fixed: Record<string, string>): Uint8Array<ArrayBuffer> | null {
  if (body === null) return null;
  if ("base64" in body) return Uint8Array.from(Buffer.from(body.base64, "base64"));
  const text = body.text.replaceAll('"{release}"', fixed.release ?? "");
  return new TextEncoder().encode(fill(text, fixed));
}

function fill(text: string, fixed: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(fixed, name) ? (fixed[name] ?? placeholder) : placeholder,
  );
}
