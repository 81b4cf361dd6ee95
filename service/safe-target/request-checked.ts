import { checkTarget, type TargetRules } from "./check-target.ts";
import { PinnedRequestError } from "./pinned-request-error.ts";
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
  try {
    const target = await orCalledOff(() => checkTarget(url, request.rules), request);
    const answer = await requestPinned(target, { ...request, timeoutMs: request.timeoutMs - passedMs() });
    return { ...answer, durationMs: passedMs() };
  } catch (error) {
    if (error instanceof PinnedRequestError) {
      const { kind, message, remoteAddress, head, cause } = error;
      throw new PinnedRequestError(kind, message, { durationMs: passedMs(), remoteAddress, head, cause });
    }
    if (!(error instanceof UnsafeTargetError)) throw error;
    const kind = error.isTemporary ? "dns" : "unsafe_endpoint";
    throw new PinnedRequestError(kind, error.message, { durationMs: passedMs(), cause: error });
  }
}

/** A look-up can't be called off, but nobody has to wait for it. */
async function orCalledOff<T>(work: () => Promise<T>, { signal, timeoutMs }: CheckedRequest): Promise<T> {
  if (signal?.aborted)
    throw new PinnedRequestError("interrupted", "called off before it began", { durationMs: 0 });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let interrupt = () => {};
  const calledOff = new Promise<never>((_, reject) => {
    interrupt = () =>
      reject(new PinnedRequestError("interrupted", "called off during the look-up", { durationMs: 0 }));
    const overdue = () =>
      reject(new PinnedRequestError("timeout", "overdue during the look-up", { durationMs: 0 }));
    timer = setTimeout(overdue, timeoutMs);
    signal?.addEventListener("abort", interrupt, { once: true });
  });
  try {
    return await Promise.race([work(), calledOff]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", interrupt);
  }
}
