import { ExportError } from "./export-error.ts";
import { sleep } from "./sleep.ts";
import type { ExportState } from "./types/openapi.ts";
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
  const deadline = Date.now() + timeoutMs;
  for (let pause = pauseMs; ; pause = Math.min(pause * pauseGrowth, pauseMaxMs)) {
    const result = await getExport(jobId, { signal });
    const { job } = result.data;
    onProgress?.(job);
    if (job.status === "completed") return result;
    if (job.status === "failed") throw new ExportError("export_failed", job);
    const leftMs = deadline - Date.now();
    if (leftMs <= 0) throw new ExportError("wait_timeout", job);
    // The last look is at the deadline itself, so that a job done just before is not missed.
    await sleep(Math.min(pause, leftMs), signal);
  }
}
