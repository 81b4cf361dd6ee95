import type { RateLimit } from "./types/result.ts";

/** What `details` holds for `invalid_body`: messages by field, and those that belong to no field. */
export type FieldErrors = { formErrors: string[]; fieldErrors: Record<string, string[]> };

/** What to do about the refusals that every new user meets. */
const hints: Record<string, string> = {
  unauthorized: "Check the API key: missing, mistyped, revoked or expired.",
  agency_plan_required: "The key is right, but the agency has no Agency plan.",
  invalid_signature: "Check the clock of this machine: 5 minutes of difference are allowed.",
  unsafe_endpoint: "The endpoint must be a public HTTPS address that resolves.",
  export_not_ready: "Wait with exports.waitForExport first.",
  unexpected_response: "This is not the service's answer: check baseUrl, and proxies on the way.",
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
  readonly operation: string;
  /** HTTP status. */
  readonly status: number;
  /** Stable code, such as `not_found`; `unexpected_response` for what the service would not say. */
  readonly code: string;
  /** Field errors, for `invalid_body` only. */
  readonly details: FieldErrors | null;
  /** Say it when you ask for help. */
  readonly requestId: string | null;
  readonly rateLimit: RateLimit | null;
  /** Seconds to wait before the call can succeed (429, 503). */
  readonly retryAfterSeconds: number | null;

  constructor(fields: {
    operation: string;
    status: number;
    code: string;
    /** A sentence of the service for people, where it has one. */
    sentence?: string | null;
    details?: FieldErrors | null;
    requestId?: string | null;
    rateLimit?: RateLimit | null;
    retryAfterSeconds?: number | null;
  }) {
    super(describe(fields));
    this.operation = fields.operation;
    this.status = fields.status;
    this.code = fields.code;
    this.details = fields.details ?? null;
    this.requestId = fields.requestId ?? null;
    this.rateLimit = fields.rateLimit ?? null;
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null;
  }
}

function describe(fields: ConstructorParameters<typeof ServiceError>[0]): string {
  const { operation, status, code, details, requestId, retryAfterSeconds } = fields;
  const parts = [`${operation}: ${status} ${code}.`];
  if (fields.sentence) parts.push(fields.sentence);
  if (Object.hasOwn(hints, code)) parts.push(hints[code] ?? "");
  for (const [field, messages] of Object.entries(details?.fieldErrors ?? {})) {
    parts.push(`${field}: ${messages.join(", ")}.`);
  }
  if (retryAfterSeconds) parts.push(`Try again in ${retryAfterSeconds} s.`);
  if (requestId) parts.push(`(request ${requestId})`);
  return parts.join(" ");
}
