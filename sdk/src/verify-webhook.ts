import { bytesOf, importHmacKey, type RawBody, verifyBytes } from "./hmac.ts";
import type { WebhookEvent } from "./types/webhook-event.ts";
import { webhookIdShape, webhookTimestampShape } from "./webhook-header-shapes.ts";
import { decodeBase64, decodeWebhookSecret } from "./webhook-secret.ts";
import { WebhookVerificationError, type WebhookVerificationReason } from "./webhook-verification-error.ts";

/** Headers of a request: the Web's `Headers`, or a record as Node, Express and Fastify have it. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Seconds that a delivery's timestamp may differ from your clock; the Standard Webhooks libraries take the same. */
const defaultToleranceSeconds = 300;
/** Signatures tried per delivery; the service sends one, two while a secret is changed. */
const signaturesMax = 8;

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
 * if (event.type === "export.completed") await fetchFile(event.data.downloadUrl);
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
  const body = bytesOf(input.body);
  const secret = decodeWebhookSecret(input.secret) ?? refuse("malformed_secret");
  const id = readHeader(input.headers, "webhook-id");
  const timestamp = readHeader(input.headers, "webhook-timestamp");
  const signatures = readHeader(input.headers, "webhook-signature");
  if (!webhookIdShape.test(id)) refuse("malformed_id");
  if (!webhookTimestampShape.test(timestamp)) refuse("malformed_timestamp");
  checkAge(Number(timestamp), input.toleranceSeconds ?? defaultToleranceSeconds, input.now ?? new Date());

  const candidates = readSignatures(signatures);
  const key = await importHmacKey(secret);
  let isRight = false;
  for (const candidate of candidates) {
    // Every candidate is tried, so that the time taken does not tell which one was right.
    if (await verifyBytes(key, candidate, `${id}.${timestamp}.`, body)) isRight = true;
  }
  if (!isRight) refuse("wrong_signature");
  return readEvent(body);
}

function refuse(reason: WebhookVerificationReason): never {
  throw new WebhookVerificationError(reason);
}

/** A header that must stand there once: Headers joins repeated ones, which the shapes then refuse. */
function readHeader(headers: WebhookHeaders, name: string): string {
  const values = isHeaders(headers)
    ? [headers.get(name)]
    : Object.keys(headers)
        .filter((key) => key.toLowerCase() === name)
        .flatMap((key) => headers[key]);
  const [value] = values;
  return values.length === 1 && value ? value : refuse("missing_header");
}

function isHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === "function";
}

function checkAge(seconds: number, toleranceSeconds: number, now: Date): void {
  const ageSeconds = Math.floor(now.getTime() / 1000) - seconds;
  if (!(ageSeconds <= toleranceSeconds)) refuse("timestamp_too_old");
  if (!(ageSeconds >= -toleranceSeconds)) refuse("timestamp_too_new");
}

/** The `v1` signatures of a list parted by single spaces; other versions are passed over, as the specification asks. */
function readSignatures(list: string): Uint8Array[] {
  const entries = list.split(" ");
  const isList = entries.length <= signaturesMax && entries.every((entry) => /^v\w+,[^,]+$/.test(entry));
  const ofVersion1 = entries.filter((entry) => entry.startsWith("v1,"));
  const decoded = ofVersion1.map((entry) => decodeBase64(entry.slice(3)));
  const candidates = decoded.filter((bytes) => bytes?.length === 32);
  const isStrict = isList && candidates.length > 0 && candidates.length === ofVersion1.length;
  return isStrict ? candidates.filter((bytes) => bytes !== null) : refuse("malformed_signature");
}

/** The signature vouches for the shape; only that it is a JSON object is checked, so newer events pass too. */
function readEvent(body: Uint8Array): WebhookEvent {
  try {
    const event: WebhookEvent = JSON.parse(
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body),
    );
    if (typeof event === "object" && event !== null && !Array.isArray(event)) return event;
  } catch {
    // Not UTF-8, or not JSON: refused below, without an echo of the body.
  }
  return refuse("malformed_body");
}
