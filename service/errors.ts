/** Every stable error code of the service and the HTTP status that an edge answers it with. */
export const statusByErrorCode = {
  invalid_request: 400,
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
  https_required: 403,
  not_found: 404,
  scope_not_found: 404,
  release_not_found: 404,
  method_not_allowed: 405,
  export_not_ready: 409,
  endpoint_already_registered: 409,
  webhook_limit_reached: 409,
  export_expired: 410,
  payload_too_large: 413,
  misdirected_request: 421,
  rate_limit_exceeded: 429,
  internal_error: 500,
  export_creation_failed: 500,
  service_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusByErrorCode;

/** Field errors of a schema validation, flattened: what `details` of an `invalid_body` answer holds. */
export type FieldErrors = { formErrors: string[]; fieldErrors: Record<string, string[]> };

/**
 * The one error that the service throws on purpose.
 * `message` tells a developer what was wrong and what to do; it goes to the log, never to the caller.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: FieldErrors | undefined;

  constructor(code: ErrorCode, message: string, options: { details?: FieldErrors; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "ServiceError";
    this.code = code;
    this.details = options.details;
  }
}
