import { createHash, randomBytes } from "node:crypto";
import type { AttemptError } from "./schema.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Wait before the second, third, … attempt: ten attempts in about three days. */
export const retryStepsMsDefault: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** So that the messages of an outage don't come back all at once. */
const jitterShare = 0.2;
/** A Retry-After beyond this many times the step is cut: a receiver may slow us down, not stop us. */
const retryAfterStepsMax = 2;
/** A receiver that is overloaded or away gets at least this long. */
const overloadWaitMinMs = 60 * secondMs;
const overloadStatuses = new Set([429, 502, 503, 504]);

const signingSecretBytes = 32;

/** Enough to read what went wrong in a receiver. */
const answerBytesMax = 1_024;

export type FailedAttempt = {
  /** Counted from 1. */
  attempt: number;
  error: AttemptError;
  responseStatus: number | null;
  /** The header as it came. */
  retryAfter: string | null;
};

/**
 * Milliseconds until the next attempt, or null when there is none: after the last step, and for a refused target.
 * `now` is Unix milliseconds, for a Retry-After that is a date; `random` gives 0 to 1.
 */
export function retryDelayMs(
  failed: FailedAttempt,
  stepsMs: readonly number[],
  chance: { now: number; random: () => number },
): number | null {
  const stepMs = stepsMs[failed.attempt - 1];
  if (stepMs === undefined || failed.error === "unsafe_endpoint") return null;
  const jitteredMs = stepMs * (1 + jitterShare * (2 * chance.random() - 1));
  const askedMs = parseRetryAfterMs(failed.retryAfter, chance.now);
  const honouredMs = askedMs === null ? 0 : Math.min(Math.max(askedMs, stepMs), retryAfterStepsMax * stepMs);
  const isOverload = failed.error === "timeout" || overloadStatuses.has(failed.responseStatus ?? 0);
  return Math.round(Math.max(jitteredMs, honouredMs, isOverload ? overloadWaitMinMs : 0));
}

/** Milliseconds that a Retry-After asks for: seconds or an HTTP date (RFC 9110, 10.2.3); null for anything else. */
export function parseRetryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * secondMs;
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** `svc_whsec_` and base64 of 32 random bytes; from the fifth character on it is a Standard Webhooks secret. */
export function createSigningSecret(): string {
  return `svc_whsec_${randomBytes(signingSecretBytes).toString("base64")}`;
}

/** Where a signing secret is stored, for its encryption: it opens in the row it was made for only. */
export function signingSecretPurpose(agencyId: number, webhookId: string): string {
  return `webhook/${agencyId}/${webhookId}`;
}

/** The beginning of an answer as text that can be stored; null for an empty one. PostgreSQL's text takes no NUL. */
export function answerText(body: Uint8Array): string | null {
  const text = new TextDecoder().decode(body.subarray(0, answerBytesMax)).replaceAll("\0", "\ufffd");
  return text === "" ? null : text;
}

/** The `webhook-id` header of a message. */
export function messageName(messageId: string): string {
  return `msg_${messageId.replaceAll("-", "")}`;
}

/** The message that a `webhook-id` header or an id names; null for any other text. */
export function messageIdOf(name: string): string | null {
  const digits = /^(?:msg_)?([0-9a-f]{32})$/.exec(name.replaceAll("-", "").toLowerCase())?.[1];
  if (digits === undefined) return null;
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join("-");
}

/** SHA-256 of a target's normal form (URL standard), without the fragment, which is never sent. */
export function endpointHash(endpointUrl: string): Uint8Array {
  const url = new URL(endpointUrl);
  url.hash = "";
  return createHash("sha256").update(url.href).digest();
}
