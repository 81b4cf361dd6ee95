/** Every stable error code of the service and the HTTP status that an edge answers it with. */
export const statusByErrorCode = {
  invalid_request: 400,
  validation_error: 400,
  invalid_cursor: 400,
  invalid_parameters: 400,
  invalid_body: 400,
  invalid_json: 400,
  invalid_payload: 400,
  idempotency_key_required: 400,
  confirmation_required: 400,
  occurred_at_out_of_range: 400,
  unsafe_endpoint: 400,
  unauthorized: 401,
  invalid_signature: 401,
  agency_plan_required: 403,
  insufficient_scope: 403,
  not_permitted: 403,
  https_required: 403,
  not_found: 404,
  scope_not_found: 404,
  release_not_found: 404,
  persona_missing: 404,
  method_not_allowed: 405,
  insufficient_credits: 402,
  credit_limit_exceeded: 402,
  idempotency_conflict: 409,
  version_conflict: 409,
  draft_locked: 409,
  no_changes: 409,
  no_approver: 409,
  approval_pending: 409,
  draft_has_warnings: 409,
  already_published: 409,
  release_status_conflict: 409,
  imprint_missing: 409,
  domain_taken: 409,
  domain_not_proven: 409,
  not_approved: 409,
  approval_outdated: 409,
  approval_expired: 409,
  embargo_active: 409,
  draft_too_short: 409,
  last_owner: 409,
  export_not_ready: 409,
  endpoint_already_registered: 409,
  webhook_limit_reached: 409,
  asset_in_use: 409,
  asset_incomplete: 409,
  asset_limit_reached: 409,
  upload_conflict: 409,
  export_expired: 410,
  payload_too_large: 413,
  file_type_refused: 415,
  picture_refused: 422,
  misdirected_request: 421,
  rate_limit_exceeded: 429,
  internal_error: 500,
  export_creation_failed: 500,
  service_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusByErrorCode;

/** Field errors of a schema validation, flattened: what `details` of an `invalid_body` answer holds. */
export type FieldErrors = { formErrors: string[]; fieldErrors: Record<string, string[]> };

/** What a form shows beside the one field that caused a refusal, among the options of a `ServiceError`. */
export function fieldReason(field: string, reason: string): { details: FieldErrors } {
  return { details: { formErrors: [], fieldErrors: { [field]: [reason] } } };
}

/** Numbers, ids and moments that help a caller to its next step: the current version, the pending approval. */
export type ErrorFacts = Record<string, string | number | null>;

/**
 * The one error that the service throws on purpose.
 * `message` says what was wrong and what to do next, and holds no secret and nothing that others wrote: agents get to see
 * it, REST callers only the code.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: FieldErrors | undefined;
  readonly facts: ErrorFacts | undefined;
  /**
   * Set when a call waited in vain for its agency's turn. The caller learns when to try again, and the call does not count
   * against the hourly limit.
   */
  readonly retryAfterSeconds: number | undefined;
  /** Field and rule in one English sentence without any value, where the code's own sentence is too general. */
  readonly hint: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: FieldErrors;
      facts?: ErrorFacts;
      retryAfterSeconds?: number;
      hint?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "ServiceError";
    this.code = code;
    this.details = options.details;
    this.facts = options.facts;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.hint = options.hint;
  }
}

/** Whether the service refuses what was asked for, as opposed to a fault, or to having no time. */
export function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && statusByErrorCode[error.code] < 500;
}

/** What `finding` finds, or null where it throws `not_found`. Whatever else fails, fails. */
export async function nullWhereMissing<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return null;
    throw error;
  }
}

/** The code of an error of the system, the database or our own; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code ?? "") : "";
}
