import { type ServiceError, statusByErrorCode } from "../../errors.ts";
import type { Caller } from "./caller.ts";
import { hintOf } from "./hints.ts";
import type { RequestContext } from "./request-context.ts";

/** Notes a 4xx for the list that the agency's people see. Without a known key nobody could be shown it. */
export function noteRefusal(
  context: RequestContext,
  caller: Pick<Caller, "agencyId" | "keyId"> | null,
  error: ServiceError,
  {
    parameter,
    hint = hintOf(error, parameter),
    tool,
  }: { parameter?: string; hint?: string | null; tool?: string } = {},
): void {
  if (caller === null || hint === null) return;
  const { agencyId, keyId } = caller;
  const { code } = error;
  context.refusal = {
    agencyId,
    keyId,
    status: statusByErrorCode[code],
    code,
    hint,
    ...(tool === undefined ? {} : { tool }),
  };
}
