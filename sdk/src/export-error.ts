import type { ExportJob } from "./types/openapi.ts";

/**
 * Thrown by `waitForExport`: `export_failed` when the job failed (`job.error` says why), `wait_timeout` when it was not
 * done in time; then wait again, the job goes on.
 *
 * @example
 * ```ts
 * if (error instanceof ExportError) console.error(error.code, error.job.error);
 * ```
 */
export class ExportError extends Error {
  override readonly name = "ExportError";
  declare readonly code: "export_failed" | "wait_timeout";
  /** The job as it was last seen. */
  declare readonly job: ExportJob;

  constructor(code: "export_failed" | "wait_timeout", job: ExportJob) {
    super(
      code === "export_failed"
        ? `Export ${job.id} failed: ${job.error ?? "no reason given"}.`
        : `Export ${job.id} is still ${job.status}: wait again.`,
    );
    this.code = code;
    this.job = job;
  }
}
