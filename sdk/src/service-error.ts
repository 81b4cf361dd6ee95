import type { RateLimit } from "./types/result.ts";

/** What `details` holds for `invalid_body`: messages by field, and those that belong to no field. */
export type FieldErrors = { formErrors: string[]; fieldErrors: Record<string, string[]> };

/** What to do about the refusals that every new user meets, where the service gives no hint. */
const hints: Record<string, string> = {
  unauthorized: "Check the API key: mistyped, revoked or expired.",
  agency_plan_required: "The agency has no Agency plan.",
  invalid_signature: "Check this machine's clock: 5 minutes off at most.",
  unsafe_endpoint: "The endpoint must be a public HTTPS address that resolves.",
  export_not_ready: "Call exports.waitForExport first.",
  unexpected_response: "Not the service's answer: check baseUrl and proxies.",
};

/**
 * The service answered, and refused. `message` is for developers and holds neither key nor signature.
 *
 * @example
 * ```ts
 * try {
 *   await client.articles.getArticlePerformance(42);
 * } catch (error) {
 *   if (error instanceof ServiceError && error.code === "not_found") return null;
 *   throw error;
 * }
 * ```
 */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  /** The operation of the client that failed. */
  declare readonly operation: string;
  /** HTTP status. */
  declare readonly status: number;
  /** Stable code, such as `not_found`; `unexpected_response` for what the service would not say. */
  declare readonly code: string;
  /** The service's own sentence on what was wrong: which field broke which rule. Part of `message`. */
  declare readonly hint: string | null;
  /** Field errors, for `invalid_body` only. */
  declare readonly details: FieldErrors | null;
  /** Say it when you ask for help. */
  declare readonly requestId: string | null;
  declare readonly rateLimit: RateLimit | null;
  /** Seconds to wait before the call can succeed (429, 503). */
  declare readonly retryAfterSeconds: number | null;

  constructor(fields: {
    operation: string;
    status: number;
    code: string;
    /** A sentence of the service for people, where it has one. */
    sentence?: string | null;
    hint?: string | null;
    details?: FieldErrors | null;
    requestId?: string | null;
    rateLimit?: RateLimit | null;
    retryAfterSeconds?: number | null;
  }) {
    super(describe(fields));
    const {
      operation,
      status,
      code,
      hint = null,
      details = null,
      requestId = null,
      rateLimit = null,
      retryAfterSeconds = null,
    } = fields;
    Object.assign(this, { operation, status, code, hint, details, requestId, rateLimit, retryAfterSeconds });
  }
}

function describe(fields: ConstructorParameters<typeof ServiceError>[0]): string {
  const { operation, status, code, sentence, hint, details, requestId, retryAfterSeconds } = fields;
  return [
    `${operation}: ${status} ${code}.`,
    sentence,
    hint || (Object.hasOwn(hints, code) && hints[code]),
    ...Object.entries(details?.fieldErrors ?? {}).map(
      ([field, messages]) => `${field}: ${messages.join(", ")}.`,
    ),
    retryAfterSeconds && `Try again in ${retryAfterSeconds} s.`,
    requestId && `(request ${requestId})`,
  ]
    .filter(Boolean)
    .join(" ");
}
