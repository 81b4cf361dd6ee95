import { type FieldErrors, ServiceError } from "./service-error.ts";
import type { RateLimit, Result } from "./types/result.ts";

/** Codes for answers of the public tools, whose bodies hold a sentence instead. */
const codeByStatus: Record<number, string> = {
  400: "invalid_request",
  413: "payload_too_large",
  429: "rate_limit_exceeded",
  500: "internal_error",
  502: "unusable_answer",
  503: "service_unavailable",
};
const codeShape = /^[a-z0-9_]{1,64}$/;

/** `data` with what the answer's headers say. */
export function resultOf<T>(response: Response, data: T): Result<T> {
  return {
    data,
    rateLimit: readRateLimit(response.headers),
    requestId: response.headers.get("x-request-id"),
  };
}

/** The body of a 2xx answer. Throws `unexpected_response` for what is not JSON, such as a proxy's page. */
export function readJson<T>(operation: string, response: Response, text: string): T {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError({
      ...resultOf(response, null),
      operation,
      status: response.status,
      code: "unexpected_response",
    });
  }
}

/** The error that an answer outside 2xx stands for. */
export function readError(operation: string, response: Response, text: string): ServiceError {
  const body = parseObject(text);
  const error = typeof body?.error === "string" ? body.error : null;
  const isCode = error !== null && codeShape.test(error);
  return new ServiceError({
    operation,
    status: response.status,
    code: isCode ? error : (error !== null && codeByStatus[response.status]) || "unexpected_response",
    sentence: isCode ? null : error,
    details: readDetails(body?.details),
    requestId: response.headers.get("x-request-id"),
    rateLimit: readRateLimit(response.headers),
    retryAfterSeconds: readRetryAfter(response.headers),
  });
}

function readRateLimit(headers: Headers): RateLimit | null {
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) =>
    readInteger(headers.get(`x-ratelimit-${name}`)),
  );
  if (limit == null || remaining == null || reset == null) return null;
  return { limit, remaining, resetAt: new Date(reset * 1000) };
}

/** Seconds, or the HTTP date that proxies may send instead (RFC 9110, 10.2.3). */
function readRetryAfter(headers: Headers): number | null {
  const value = headers.get("retry-after");
  const seconds = readInteger(value) ?? Math.ceil((Date.parse(value ?? "") - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

function readInteger(value: string | null): number | null {
  return value !== null && /^\d{1,12}$/.test(value) ? Number(value) : null;
}

function readDetails(details: unknown): FieldErrors | null {
  if (typeof details !== "object" || details === null) return null;
  const { formErrors, fieldErrors }: { formErrors?: unknown; fieldErrors?: unknown } = details;
  return {
    formErrors: texts(formErrors),
    fieldErrors: Object.fromEntries(
      Object.entries(fieldErrors ?? {}).map(([field, value]) => [field, texts(value)]),
    ),
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
