import { fromHex, toHex } from "./hex.ts";
import { importHmacKey, type RawBody, type SigningKey, signBytes, unixSeconds, verifyBytes } from "./hmac.ts";

/** Seconds that a conversion's timestamp may differ from the server's clock: room for a retry, none for a replay. */
export const conversionToleranceSeconds = 300;

const timestampShape = /^\d{1,15}$/;
/** All lower or all upper case: a mixture is neither of the two forms that the contract names. */
const signatureShape = /^(?:[0-9a-f]{64}|[0-9A-F]{64})$/;
export type ConversionSignature = {
  /** Unix seconds, as the header carries them. */
  timestamp: string;
  /** 64 lower-case hex characters. */
  signature: string;
  /** Ready to be sent beside the body. */
  headers: { "X-Service-Timestamp": string; "X-Service-Signature": string };
};

export type ConversionSignatureCheck =
  | { isValid: true }
  | {
      isValid: false;
      reason: "malformed_timestamp" | "stale_timestamp" | "malformed_signature" | "wrong_signature";
    };

/**
 * Signs the body of `POST /api/reporting/v1/conversions`: hex of HMAC-SHA-256, with the API key as secret, over
 * the timestamp, a dot and the body. Send exactly the bytes that you signed. `timestamp` is Unix seconds, now by default.
 * `client.conversions.recordConversion` does all this for you.
 *
 * @example Test vector
 * ```ts
 * const { headers } = await signConversion({
 *   apiKey: "svc_key_ExampleExampleExampleExampleExam03lX0S",
 *   timestamp: 1784715300,
 *   body: '{"eventId":"order-4711","pressReleaseId":7,"kind":"lead","value":49.9,"currency":"EUR","occurredAt":"2026-07-22T10:15:00Z"}',
 * });
 * headers["X-Service-Timestamp"]; // "1784715300"
 * headers["X-Service-Signature"]; // "3737119297bb6e897eb2c13388ed16a72d4d47bcfd580d2799a19fe1d1a7e580"
 * ```
 */
export async function signConversion(input: {
  apiKey: string | SigningKey;
  body: RawBody;
  timestamp?: number | undefined;
}): Promise<ConversionSignature> {
  const timestamp = unixSeconds(input.timestamp ?? Math.floor(Date.now() / 1000));
  const key = await signingKey(input.apiKey);
  const signature = toHex(await signBytes(key, `${timestamp}.`, input.body));
  return {
    timestamp,
    signature,
    headers: { "X-Service-Timestamp": timestamp, "X-Service-Signature": signature },
  };
}

/**
 * Checks a signature of `signConversion`, in constant time. Never throws for what a caller of yours may have sent:
 * hand over the headers as they came. `toleranceSeconds` counts in both directions, the bound included.
 * Pass a key from `importConversionKey` where many signatures of one API key are checked.
 *
 * @example
 * ```ts
 * const check = await verifyConversionSignature({
 *   apiKey,
 *   body: new Uint8Array(await request.arrayBuffer()),
 *   timestamp: request.headers.get("X-Service-Timestamp"),
 *   signature: request.headers.get("X-Service-Signature"),
 * });
 * if (!check.isValid) console.warn(check.reason); // "wrong_signature", "stale_timestamp", …
 * ```
 */
export async function verifyConversionSignature(input: {
  apiKey: string | SigningKey;
  body: RawBody;
  timestamp: string | null | undefined;
  signature: string | null | undefined;
  nowSeconds?: number | undefined;
  toleranceSeconds?: number | undefined;
}): Promise<ConversionSignatureCheck> {
  const read = readConversionSignature(input);
  if ("isValid" in read) return read;
  const key = await signingKey(input.apiKey);
  const isRight = await verifyBytes(key, fromHex(read.signature), `${read.timestamp}.`, input.body);
  return isRight ? { isValid: true } : refused("wrong_signature");
}

/** Everything of `verifyConversionSignature` but the HMAC itself, for whoever computes that without WebCrypto. */
export function readConversionSignature(input: {
  timestamp: string | null | undefined;
  signature: string | null | undefined;
  nowSeconds?: number | undefined;
  toleranceSeconds?: number | undefined;
}): { timestamp: string; signature: string } | Extract<ConversionSignatureCheck, { isValid: false }> {
  const { timestamp, signature, toleranceSeconds = conversionToleranceSeconds } = input;
  if (typeof timestamp !== "string" || !timestampShape.test(timestamp)) return refused("malformed_timestamp");
  const nowSeconds = input.nowSeconds ?? Math.floor(Date.now() / 1000);
  if (!(Math.abs(nowSeconds - Number(timestamp)) <= toleranceSeconds)) return refused("stale_timestamp");
  if (typeof signature !== "string" || !signatureShape.test(signature)) return refused("malformed_signature");
  return { timestamp, signature };
}

/**
 * Imports an API key once for `signConversion` and `verifyConversionSignature`.
 *
 * @example
 * ```ts
 * const key = await importConversionKey(apiKey);
 * await signConversion({ apiKey: key, body });
 * ```
 */
export function importConversionKey(apiKey: string): Promise<SigningKey> {
  return importHmacKey(apiKey);
}

async function signingKey(apiKey: string | SigningKey): Promise<SigningKey> {
  return typeof apiKey === "string" ? importHmacKey(apiKey) : apiKey;
}

function refused(
  reason: Extract<ConversionSignatureCheck, { isValid: false }>["reason"],
): Extract<ConversionSignatureCheck, { isValid: false }> {
  return { isValid: false, reason };
}
