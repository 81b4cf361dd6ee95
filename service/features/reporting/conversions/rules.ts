import { createHmac, timingSafeEqual } from "node:crypto";
import { readConversionSignature } from "../../../../sdk/src/sign-conversion.ts";
import { ServiceError } from "../../../errors.ts";

/** How far from the server's time an event may have happened, in either direction. */
const occurredWithinMs = 30 * 24 * 3600 * 1000;
/** A double holds 15 significant decimal digits exactly; the 16th may already be drift. */
const significantDigits = 15;
/** The largest number with 15 digits: what is above it would round to Infinity, which PostgreSQL stores and adds up. */
const valueMax = 1.79769313486231e308;

/** The value of an event as a decimal: 0.1 is "0.1", and -0 is "0". */
export function decimalOf(value: number): string {
  return value === 0 ? "0" : String(Number(Math.min(value, valueMax).toPrecision(significantDigits)));
}

/** Throws `occurred_at_out_of_range` for an event more than 30 days from `now`; exactly 30 days is allowed. */
export function refuseDistantEvent(occurredAt: string, now: Date): void {
  if (Math.abs(Date.parse(occurredAt) - now.getTime()) <= occurredWithinMs) return;
  throw new ServiceError(
    "occurred_at_out_of_range",
    "occurredAt is more than 30 days from the server's time.",
  );
}

/**
 * Throws `invalid_signature` unless the headers sign exactly these bytes with the caller's key. What the headers may say is
 * the SDK's own rule. The HMAC is computed on the spot, because WebCrypto would hand these few bytes to a thread.
 */
export function refuseWrongSignature(input: {
  caller: { key: string };
  bytes: Uint8Array;
  headers: Headers;
}): void {
  const read = readConversionSignature({
    timestamp: input.headers.get("x-service-timestamp"),
    signature: input.headers.get("x-service-signature"),
  });
  if ("reason" in read) throw refusal(read.reason);
  const expected = createHmac("sha256", input.caller.key)
    .update(`${read.timestamp}.`)
    .update(input.bytes)
    .digest();
  if (!timingSafeEqual(expected, Buffer.from(read.signature, "hex"))) throw refusal("wrong_signature");
}

function refusal(reason: string): ServiceError {
  const hint = hints[reason];
  return new ServiceError(
    "invalid_signature",
    `The conversion's signature was refused: ${reason}.`,
    hint === undefined ? {} : { hint },
  );
}

const hints: Readonly<Record<string, string>> = {
  malformed_timestamp: "X-Service-Timestamp: is required, as Unix time in whole seconds.",
  stale_timestamp:
    "X-Service-Timestamp: must be at most 300 seconds from the server's time; check the clock.",
  malformed_signature: "X-Service-Signature: is required, as 64 hex characters, all lower or all upper case.",
  wrong_signature:
    "X-Service-Signature: must be HMAC-SHA-256 with this request's API key over timestamp, dot and the body byte for byte.",
};
