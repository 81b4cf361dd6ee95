/** What the two clocks may drift apart between two looks; a step by NTP is larger, its slewing far smaller. */
const driftMaxMs = 2_000;
const lookEveryMs = 1_000;

/** Calls `onJump` whenever the wall clock was set, forward or back. Returns the function that ends the watch. */
export function watchClock(onJump: (byMs: number) => void): () => void {
  const offsetMs = () => Date.now() - performance.now();
  let lastMs = offsetMs();
  const timer = setInterval(() => {
    const nowMs = offsetMs();
    const byMs = Math.round(nowMs - lastMs);
    lastMs = nowMs;
    if (Math.abs(byMs) > driftMaxMs) onJump(byMs);
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
