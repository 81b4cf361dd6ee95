import { settleWithin } from "../concurrency/within-deadline.ts";
import { checkTarget, type TargetRules } from "./check-target.ts";
import {
  PinnedRequestError,
  type PinnedRequestErrorKind,
  type PinnedRequestFailure,
} from "./pinned-request-error.ts";
import { type PinnedAnswer, type PinnedRequest, requestPinned } from "./request-pinned.ts";
import { UnsafeTargetError } from "./unsafe-target-error.ts";

export type CheckedRequest = PinnedRequest & { rules?: TargetRules | undefined };

/**
 * Checks a target and sends one request to the address found, both under the one deadline of `timeoutMs`.
 * The only way in for features: nobody can forget the check, and the name is looked up once for both steps.
 * Throws a PinnedRequestError: `dns` for a look-up that failed (worth another try) and `unsafe_endpoint` for a
 * refusal (final), each with the UnsafeTargetError as its cause; the other kinds come from the request itself.
 */
export async function requestChecked(url: string, request: CheckedRequest): Promise<PinnedAnswer> {
  const startedAt = performance.now();
  const passedMs = () => Math.round(performance.now() - startedAt);
  const { rules, signal, timeoutMs } = request;
  const failed = (
    kind: PinnedRequestErrorKind,
    message: string,
    failure: Partial<PinnedRequestFailure> = {},
  ) => new PinnedRequestError(kind, message, { ...failure, durationMs: passedMs() });
  if (signal?.aborted) throw failed("interrupted", "called off before it began");
  try {
    // A look-up can't be called off, but nobody has to wait for it.
    const late = () => failed("timeout", "overdue during the look-up");
    const target = await settleWithin(checkTarget(url, rules), { timeoutMs, late, signal });
    const answer = await requestPinned(target, { ...request, timeoutMs: timeoutMs - passedMs() });
    return { ...answer, durationMs: passedMs() };
  } catch (error) {
    if (error instanceof PinnedRequestError) {
      const { kind, message, remoteAddress, head, bodyStart, cause } = error;
      throw failed(kind, message, { remoteAddress, head, bodyStart, cause });
    }
    if (error instanceof UnsafeTargetError) {
      throw failed(error.isTemporary ? "dns" : "unsafe_endpoint", error.message, { cause: error });
    }
    if (signal?.aborted && error === signal.reason) {
      throw failed("interrupted", "called off during the look-up");
    }
    throw error;
  }
}
