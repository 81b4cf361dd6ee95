import { digits } from "./digits.ts";
import { bytesOf, importHmacKey, type RawBody, verifyBytes } from "./hmac.ts";
import { isRecord } from "./is-record.ts";
import { webhookIdShape } from "./sign-webhook.ts";
import type { WebhookEvent } from "./types/webhook-event.ts";
import { decodeBase64, decodeWebhookSecret } from "./webhook-secret.ts";
import { WebhookVerificationError, type WebhookVerificationReason } from "./webhook-verification-error.ts";

/** Headers of a request: the Web's `Headers`, or a record as Node, Express and Fastify have it. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks a webhook delivery and returns its event, typed by `type`. Give it the body **as it came**, text or bytes:
 * a body that was parsed and written again has other bytes. `now` is a Date for tests.
 *
 * Checked strictly: each of the three headers once, digits only in the timestamp, the timestamp within
 * `toleranceSeconds` in both directions, and at least one `v1` signature right (compared in constant time).
 * The same message may arrive more than once: remember its `webhook-id`.
 *
 * @throws {WebhookVerificationError} with a `reason`; answer such a request with 401.
 * @throws {TypeError} when `body` is neither text nor bytes.
 * @example
 * ```ts
 * const event = await verifyWebhook({ body: await request.text(), headers: request.headers, secret });
 * if (event.type === "export.completed" && !event.test) await fetchFile(event.data.downloadUrl);
 * ```
 * @example Test vector of the Standard Webhooks libraries
 * ```ts
 * await verifyWebhook({
 *   secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
 *   body: '{"test": 2432232314}',
 *   headers: {
 *     "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
 *     "webhook-timestamp": "1614265330",
 *     "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
 *   },
 *   now: new Date(1614265330_000),
 * });
 * ```
 */
export async function verifyWebhook(input: {
  body: RawBody;
  headers: WebhookHeaders;
  secret: string;
  toleranceSeconds?: number | undefined;
  now?: Date | undefined;
}): Promise<WebhookEvent> {
  const { headers, toleranceSeconds = 300, now = new Date() } = input;
  const body = bytesOf(input.body);
  const secret = decodeWebhookSecret(input.secret) ?? refuse("malformed_secret");
  const id = readHeader(headers, "id");
  const timestamp = readHeader(headers, "timestamp");
  const signatures = readHeader(headers, "signature");
  if (!webhookIdShape.test(id)) refuse("malformed_id");
  if (!digits.test(timestamp)) refuse("malformed_timestamp");
  const ageSeconds = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (!(ageSeconds <= toleranceSeconds)) refuse("timestamp_too_old");
  if (ageSeconds < -toleranceSeconds) refuse("timestamp_too_new");

  const candidates = readSignatures(signatures);
  const key = await importHmacKey(secret);
  // Every candidate is tried, so that the time taken does not reveal which one was right.
  const checks = await Promise.all(
    candidates.map((candidate) => verifyBytes(key, candidate, `${id}.${timestamp}.`, body)),
  );
  if (!checks.includes(true)) refuse("wrong_signature");
  return readEvent(body);
}

function refuse(reason: WebhookVerificationReason): never {
  throw new WebhookVerificationError(reason);
}

/** A header that must stand there once: Headers joins repeated ones, which the shapes then refuse. */
function readHeader(headers: WebhookHeaders, part: string): string {
  const name = `webhook-${part}`;
  const values = isHeaders(headers)
    ? [headers.get(name)]
    : Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? value : []));
  const [value] = values;
  return values.length === 1 && value ? value : refuse("missing_header");
}

function isHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === "function";
}

/**
 * The `v1` signatures of a list parted by spaces. What is none is passed over, as the specification asks: a sender who
 * adds another kind of signature must not make the right one beside it worthless.
 */
function readSignatures(list: string): Uint8Array[] {
  /** Signatures tried per delivery; the service sends one, two while a secret is changed. */
  const signaturesMax = 8;
  const entries = list.split(" ");
  const candidates = entries
    .filter((entry) => entry.startsWith("v1,"))
    .map((entry) => decodeBase64(entry.slice(3)))
    .filter((bytes) => bytes.length === 32);
  // Headers joins a repeated header by ", ", and each signature ends with "=".
  const isList = entries.length <= signaturesMax && !list.includes("=, ");
  return isList && candidates.length > 0 ? candidates : refuse("malformed_signature");
}

/** The signature vouches for the shape; only that it is a JSON object is checked, so newer events pass too. */
function readEvent(body: Uint8Array): WebhookEvent {
  try {
    const event: WebhookEvent = JSON.parse(
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body),
    );
    if (isRecord(event)) return event;
  } catch {
    // Not UTF-8, or not JSON: refused below, without an echo of the body.
  }
  return refuse("malformed_body");
}
