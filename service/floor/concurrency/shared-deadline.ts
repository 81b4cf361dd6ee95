/** Calls that begin within this time of one another share a timer, so each is called off up to this much later, in milliseconds. */
export const sharedMs = 250;

/**
 * One deadline for many short calls. Returns a function that takes what to do for a call that is late, and returns what to call when the
 * call has ended. A late call is called off after `timeoutMs` to `timeoutMs` + 250 ms. A timer for each call took an eighth of the time
 * that a hit costs.
 */
export function createSharedDeadline(timeoutMs: number): (onLate: () => void) => () => void {
  let beginning: Set<() => void> | null = null;

  function beginTogether(): Set<() => void> {
    const calls = new Set<() => void>();
    const callOff = () => {
      for (const onLate of calls) onLate();
    };
    setTimeout(() => {
      beginning = null;
      // Answers that lie ready are read first, as `settleWithin` does.
      setTimeout(() => setTimeout(callOff, 0), timeoutMs).unref();
    }, sharedMs).unref();
    return calls;
  }

  return (onLate) => {
    beginning ??= beginTogether();
    const calls = beginning;
    calls.add(onLate);
    return () => calls.delete(onLate);
  };
}
