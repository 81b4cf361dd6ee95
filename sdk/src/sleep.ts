/** Milliseconds. A timer that is set to more ends at once. */
export const timerMaxMs = 2_147_483_647;

/** Resolves after `waitMs`, or as soon as the signal is aborted; the caller checks the signal next. */
export function sleep(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, signal?.aborted ? 0 : waitMs);
    signal?.addEventListener("abort", wake);
  });
}
