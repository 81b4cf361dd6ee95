import { ServiceError, statusByErrorCode } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { adviceOnDiskFull } from "../db/disk-full.ts";
import { adviceOnPooler } from "../db/fit-to-server.ts";
import { isDatabaseUnavailable } from "../db/is-unavailable.ts";
import { hintHeader, hintOf } from "./hints.ts";

/** How long a client should wait before it asks again while the database is away. */
const unavailableRetrySeconds = 5;

/** Turns what a route threw into the one error that the caller sees; the inside goes to the log only. */
export function toServiceError(error: unknown, log: Log, requestId: string): ServiceError {
  if (error instanceof ServiceError) {
    // One line: an agency that asks in a loop would fill the log with stacks that lead nowhere.
    if (error.retryAfterSeconds !== undefined)
      log.warn("agency_busy", { requestId, code: error.code, message: error.message });
    else if (statusByErrorCode[error.code] >= 500)
      log.error("request_failed", { requestId, code: error.code, error });
    return error;
  }
  if (isDatabaseUnavailable(error)) {
    log.warn("database_unavailable", { requestId, error, ...adviceOnDiskFull(error) });
    return new ServiceError("service_unavailable", "The database can't be reached.", { cause: error });
  }
  log.error("request_failed", { requestId, code: "internal_error", error, ...adviceOnPooler(error) });
  return new ServiceError("internal_error", "Something unexpected went wrong.", { cause: error });
}

/**
 * `{ error, details? }` with the status of the code, and the headers that go with some codes. `parameter` is what a `not_found`
 * is about.
 */
export function errorResponse(error: ServiceError, parameter?: string): Response {
  const headers = new Headers({ "content-type": "application/json" });
  const hint = hintOf(error, parameter);
  if (hint !== null) headers.set(hintHeader, hint);
  // RFC 9110, 11.6.1: every 401 names a challenge, that of a refused signature too.
  if (statusByErrorCode[error.code] === 401) headers.set("www-authenticate", "Bearer");
  if (error.code === "service_unavailable")
    headers.set("retry-after", String(error.retryAfterSeconds ?? unavailableRetrySeconds));
  // The rest of a refused body is not worth reading: the connection ends with the answer.
  if (error.code === "payload_too_large") headers.set("connection", "close");
  const body =
    error.details === undefined ? { error: error.code } : { error: error.code, details: error.details };
  return new Response(JSON.stringify(body), { status: statusByErrorCode[error.code], headers });
}
