import { ExportError } from "./export-error.ts";
import { sleep } from "./sleep.ts";
import type { ExportJob, ExportState } from "./types/export-job.ts";
import type { CallOptions, Result } from "./types/result.ts";

export type WaitOptions = {
  /** Told the job after each look. */
  onProgress?: ((job: ExportJob) => void) | undefined;
  /** Ends the wait; the job goes on. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for the whole wait; 300,000 when left out. */
  timeoutMs?: number | undefined;
  /** First pause in milliseconds, half as long again after each look, at most 10 s; 500 when left out. */
  pauseMs?: number | undefined;
};

/** Most exports take seconds. */
const defaultTimeoutMs = 300_000;
const defaultPauseMs = 500;
/** At this pace an hour of waiting takes 360 of the 500 requests an hour. */
const pauseMaxMs = 10_000;
const pauseGrowth = 1.5;

/** See `ExportOperations.waitForExport`. */
export async function waitForExport(
  getExport: (jobId: string, options: CallOptions) => Promise<Result<ExportState>>,
  jobId: string,
  options: WaitOptions = {},
): Promise<Result<ExportState>> {
  const { onProgress, signal, timeoutMs = defaultTimeoutMs } = options;
  const deadline = Date.now() + timeoutMs;
  for (
    let pauseMs = options.pauseMs ?? defaultPauseMs;
    ;
    pauseMs = Math.min(pauseMs * pauseGrowth, pauseMaxMs)
  ) {
    const result = await getExport(jobId, { signal });
    const { job } = result.data;
    onProgress?.(job);
    if (job.status === "completed") return result;
    if (job.status === "failed") throw new ExportError("export_failed", job);
    const leftMs = deadline - Date.now();
    if (leftMs <= 0) throw new ExportError("wait_timeout", job);
    // The last look is at the deadline itself, so that a job done just before is not missed.
    await sleep(Math.min(pauseMs, leftMs), signal);
  }
}
