import { ExportError } from "./export-error.ts";
import { NetworkError } from "./network-error.ts";
import { sleep, timerMaxMs } from "./sleep.ts";
import type { ExportJob, ExportState } from "./types/openapi.ts";
import type { WaitOptions } from "./types/operations.ts";
import type { CallOptions, Result } from "./types/result.ts";

/** See `ExportOperations.waitForExport`. Most exports take seconds. */
export async function waitForExport(
  getExport: (jobId: string, options: CallOptions) => Promise<Result<ExportState>>,
  jobId: string,
  { onProgress, signal, timeoutMs = 300_000, pauseMs = 500 }: WaitOptions = {},
): Promise<Result<ExportState>> {
  /** At this pace an hour of waiting takes 360 of the 500 requests an hour. */
  const pauseMaxMs = 10_000;
  const pauseGrowth = 1.5;
  /** For the last look, which is taken at the deadline itself. */
  const lastLookMs = 1_000;
  // Without a pause the look would be repeated at once, all the time.
  if (!(pauseMs > 0 && pauseMs <= timerMaxMs)) {
    // The number of `timerMaxMs`, written out: so the sentence is four bytes shorter when it is gzipped.
    throw new TypeError("pauseMs must be more than 0, at most 2147483647.");
  }
  const deadline = Date.now() + timeoutMs;
  let seen: ExportJob | undefined;

  for (let pause = pauseMs; ; pause = Math.min(pause * pauseGrowth, pauseMaxMs)) {
    const lookMs = Math.max(deadline - Date.now(), lastLookMs);
    // Node takes whole milliseconds only.
    const late = AbortSignal.timeout(Math.ceil(Math.min(lookMs, timerMaxMs)));
    const result = await getExport(jobId, {
      signal: signal ? AbortSignal.any([signal, late]) : late,
    }).catch((error: unknown) => {
      if (error !== late.reason) throw error;
      throw seen
        ? new ExportError("wait_timeout", seen)
        : new NetworkError("waitForExport", "timeout", error);
    });
    seen = result.data.job;
    onProgress?.(seen);
    if (seen.status === "completed") return result;
    if (seen.status === "failed") throw new ExportError("export_failed", seen);
    const leftMs = deadline - Date.now();
    if (leftMs <= 0) throw new ExportError("wait_timeout", seen);
    // The last look is at the deadline itself, so that a job done just before is not missed.
    await sleep(Math.min(pause, leftMs), signal);
  }
}
