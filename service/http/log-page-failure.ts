import { ServiceError, statusByErrorCode } from "../errors.ts";
import type { Log } from "../log.ts";

/**
 * Notes that a page could not be made. A reader who left in the middle of a body, or sent what nobody can take, is no fault of the
 * service, and one who was turned away because places were full is none that a look would mend.
 */
export function logPageFailure(log: Log, event: string, facts: { requestId: string; error: unknown }): void {
  const { requestId, error } = facts;
  const refusal = error instanceof ServiceError ? error : null;
  const line = { requestId, code: refusal?.code, message: refusal?.message };
  if (refusal !== null && statusByErrorCode[refusal.code] < 500) log.debug(event, line);
  else if (refusal?.retryAfterSeconds !== undefined) log.warn(event, line);
  else log.error(event, facts);
}
