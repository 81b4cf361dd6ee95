import { ServiceError, statusByErrorCode } from "../errors.ts";
import type { Log } from "../log.ts";

/**
 * Notes that a page could not be made. A reader who left in the middle of a body, or sent what nobody can take, is no fault of the
 * service, and one who was turned away because places were full is none that a look would mend.
 */
export function logPageFailure(log: Log, event: string, facts: { requestId: string; error: unknown }): void {
  const { requestId, error } = facts;
  if (!(error instanceof ServiceError)) return log.error(event, facts);
  const line = { requestId, code: error.code, message: error.message };
  if (statusByErrorCode[error.code] < 500) return log.debug(event, line);
  if (error.retryAfterSeconds !== undefined) return log.warn(event, line);
  log.error(event, facts);
}
