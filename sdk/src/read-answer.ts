import { digits } from "./digits.ts";
import { isRecord } from "./is-record.ts";
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

/**
 * What an answer says: a `ServiceError` when it lies outside 2xx, or should be JSON and is not, such as a proxy's page.
 * `read` takes the data of a 2xx answer whose body is not JSON.
 */
export async function readAnswer<T>(
  operation: string,
  response: Response,
  read?: (response: Response) => T,
): Promise<Result<T> | ServiceError> {
  const { headers, status, ok } = response;
  const about = { rateLimit: readRateLimit(headers), requestId: headers.get("x-request-id") };
  const body = ok && read ? read(response) : parseJson(await response.text());
  if (ok && body !== undefined) return { data: body, ...about };

  const { error, details }: Record<string, unknown> = isRecord(body) ? body : {};
  const message = typeof error === "string" ? error : "";
  const isCode = codeShape.test(message);
  return new ServiceError({
    ...about,
    operation,
    status,
    code: isCode ? message : (typeof error === "string" && codeByStatus[status]) || "unexpected_response",
    sentence: isCode ? null : message,
    hint: headers.get("x-service-hint")?.slice(0, 300) ?? null,
    details: isRecord(details) ? readDetails(details) : null,
    retryAfterSeconds: readRetryAfter(headers.get("retry-after") ?? ""),
  });
}

function parseJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readRateLimit(headers: Headers): RateLimit | null {
  const read = (name: string) => {
    const value = headers.get(`x-ratelimit-${name}`) ?? "";
    return digits.test(value) ? Number(value) : Number.NaN;
  };
  const limit = read("limit");
  const remaining = read("remaining");
  const reset = read("reset");
  return limit + remaining + reset >= 0 ? { limit, remaining, resetAt: new Date(reset * 1000) } : null;
}

/** Seconds, or the HTTP date that proxies may send instead (RFC 9110, 10.2.3). */
function readRetryAfter(value: string): number | null {
  const seconds = digits.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

function readDetails({ formErrors, fieldErrors }: Record<string, unknown>): FieldErrors {
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
