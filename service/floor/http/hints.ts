import { type ErrorCode, type ServiceError, statusByErrorCode } from "../../errors.ts";

/** The header that says in one sentence what was wrong with a request; the body of most refusals is a bare code. */
export const hintHeader = "x-service-hint";
/** One line in a log or a terminal, and far below what proxies take as a header. */
const hintBytesMax = 300;
/** A name of ours never comes near it; a longer one is the caller's. */
const fieldName = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** What to say where nothing more exact is known. No sentence repeats anything of the request. */
const hintByCode: Partial<Record<ErrorCode, string>> = {
  invalid_request: "Host, Content-Length or Content-Encoding: must be right for a plain HTTP/1.1 request.",
  invalid_parameters: "path and query: must be within the bounds that /openapi.json names.",
  invalid_body: "body: must be a JSON object that fits the operation's schema in /openapi.json.",
  invalid_json: "body: must be JSON in UTF-8, nested at most 32 deep, without Content-Encoding.",
  invalid_payload: "body: must fit the schema ConversionEvent in /openapi.json.",
  idempotency_key_required:
    "Idempotency-Key: is required once, as 1 to 100 characters without commas and control characters.",
  confirmation_required: "X-Service-Confirm: must be exactly DELETE REPORTING DATA.",
  occurred_at_out_of_range: "occurredAt: must be at most 30 days before or after the server's time.",
  unsafe_endpoint:
    "endpointUrl: must be https, without user and password, on port 443 or above 1023, and every address of its host must be public.",
  unauthorized: "X-API-Key or Authorization: must carry an API key that is neither revoked nor expired.",
  invalid_signature:
    "X-Service-Signature: must be the hex of HMAC-SHA-256 over timestamp, dot and raw body, with the API key as secret.",
  agency_plan_required: "The key is right, but the agency's plan does not include this API.",
  https_required: "The address must begin with https: plain HTTP is refused.",
  not_found: "path: nothing of this id belongs to the agency of the key.",
  scope_not_found: "scopeId: nothing of this scopeType and id belongs to the agency of the key.",
  release_not_found: "pressReleaseId: no release of this id belongs to the agency of the key.",
  method_not_allowed: "method: the path exists, but not with this method; Allow names those that it takes.",
  export_not_ready: "jobId: the job must be completed first; ask its statusUrl or wait for export.completed.",
  export_expired: "jobId: the file was kept for 30 days and is gone; order the export anew with a new key.",
  endpoint_already_registered:
    "endpointUrl: an active or paused webhook of the agency has it; disable that one first.",
  webhook_limit_reached: "webhooks: an agency has at most 20 active or paused ones; disable one first.",
  payload_too_large: "body: has more bytes than the operation takes.",
  misdirected_request: "Host: must be the service's own name.",
  rate_limit_exceeded: "The hourly limit of the agency is used up: wait as many seconds as Retry-After says.",
};

/**
 * The sentence for a refused request, in ASCII and at most 300 bytes; null for a fault of the service (5xx).
 * `parameter` is the operation's path parameter: what a `not_found` is about.
 */
export function hintOf(error: ServiceError, parameter?: string): string | null {
  if (statusByErrorCode[error.code] >= 500) return null;
  if (error.hint !== undefined) return cleanHint(error.hint);
  const [[field, messages] = []] = Object.entries(error.details?.fieldErrors ?? {});
  if (field !== undefined) return cleanHint(`${fieldOf(field)}: ${messages?.[0] ?? "is not accepted"}`);
  if (error.code === "not_found" && parameter !== undefined)
    return `${parameter}: nothing of this id belongs to the agency of the key.`;
  return hintByCode[error.code] ?? "The request was refused; the code says why.";
}

/** The name of a field as a hint shows it: one that a caller made up is none of ours and is not repeated. */
export function fieldOf(name: string): string {
  return fieldName.test(name) ? name : "a field";
}

/** A sentence that may stand in a header: whatever a name or a message holds, it stays one line of ASCII. */
export function cleanHint(text: string): string {
  const flat = text
    .replace(/[^\x20-\x7e]+/g, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  const sentence = /[.!?]$/.test(flat) ? flat : `${flat}.`;
  return sentence.length <= hintBytesMax ? sentence : `${sentence.slice(0, hintBytesMax - 3)}...`;
}
