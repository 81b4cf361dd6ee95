import { createHash } from "node:crypto";
import { ServiceError } from "../../../errors.ts";
import type { FreshReads } from "../../../floor/db/fresh-reads.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import type { FairSeats } from "../../../floor/limits/fair-seats.ts";
import { keepLease } from "../../../floor/queues/keep-lease.ts";
import { LeaseLostError } from "../../../floor/queues/lease-lost-error.ts";
import { backOffMs } from "../../../floor/queues/leased-rows.ts";
import type { Log } from "../../../log.ts";
import { enqueueEvent } from "../../events/enqueue-event.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import type { ReadPictures } from "../reports/choose-pictures.ts";
import { createPublicationReport, type ReportRequest } from "../reports/create-publication-report.ts";
import { getPublicationReport } from "../reports/get-publication-report.ts";
import { readReportPictures } from "../reports/read-pictures.ts";
import type { PublicationReport } from "../reports/schema.ts";
import type { ArtifactKey, ArtifactStore } from "./artifact-store.ts";
import {
  type ClaimedJob,
  completeJob,
  exportQueue,
  failJob,
  isFileOfCompletedJob,
  requeueJob,
  setJobReport,
  takeOverArtifact,
} from "./claim-sql.ts";
import { type ExportFormat, reportFileName } from "./file-name.ts";
import { noteLeftFile } from "./left-files-sql.ts";
import { removeLeftFile } from "./remove-left-file.ts";
import type { RenderPool } from "./render-pool.ts";
import { RenderingError } from "./rendering-error.ts";
import type { ExportErrorCode } from "./schema.ts";
import { exportDownloadUrl, exportStatusUrl, verifyPageUrl } from "./urls.ts";

export type CompletedExport = { reportId: string; createdBy: string };
export type FrozenExport = CompletedExport & { format: ExportFormat };

export type ExportDeps = {
  sql: Sql;
  /** Where the figures of a report are read; from `sql` when left out. The report itself is written to `sql`. */
  freshReads?: FreshReads | undefined;
  /** Seats for reads that can take long; at once when left out. */
  heavyReads?: FairSeats | undefined;
  log: Log;
  artifactStore: ArtifactStore;
  renderer: RenderPool;
  seal: ReportSeal;
  /** Where pictures for reports come from. */
  readPictures?: ReadPictures;
  /** Runs in the transaction that freezes the report of a job; what it throws undoes the report. */
  onFrozen?: (transaction: Queryable, agencyId: number, frozen: FrozenExport) => Promise<void>;
  /** Runs in the transaction that completes a job; what it throws undoes the completion. */
  onCompleted?: (transaction: Queryable, agencyId: number, completed: CompletedExport) => Promise<void>;
  /** Scheme and host for the addresses in events, without a slash at the end. */
  publicUrl: string;
  /** Tests shorten it. */
  leaseMs?: number;
};

/** Faults of the store or the database pass; what ends its thread or process five times won't. */
const attemptsMax = 5;
/** For its turn among the agency's reports; a job that waits for longer is tried again later. */
const turnWaitMs = 60_000;
/** 30 s, 90 s, 4.5 min, 13.5 min between the five: an outage of a quarter of an hour is waited out. */
const backOff = { firstMs: 30_000, factor: 3 };

/**
 * Works on a job until it is completed or failed: freezes the report, makes the file, and enqueues the event. When `signal`
 * aborts, the job goes back to the queue as if it had not been claimed.
 */
export async function processExport(deps: ExportDeps, job: ClaimedJob, signal: AbortSignal): Promise<void> {
  const { leaseMs = exportQueue.leaseMs } = deps;
  const lease = keepLease(deps.sql, { ...exportQueue, leaseMs }, job);
  try {
    await processJob(deps, job, AbortSignal.any([signal, lease.lost]));
  } catch (error) {
    await settle(deps, job, { error, isStopping: signal.aborted });
  } finally {
    await lease.stop();
  }
}

async function processJob(deps: ExportDeps, job: ClaimedJob, signal: AbortSignal): Promise<void> {
  if (job.staleArtifactId !== null) {
    await deps.artifactStore.remove(artifactOf(job, job.staleArtifactId));
    if (!(await takeOverArtifact(deps.sql, job))) throw new LeaseLostError(job.id);
  }
  // After five attempts that ended their process without a word, only the sixth claim can fail the job.
  if (job.attempts > attemptsMax) return await fail(deps, job, "too_many_attempts");
  const report = await takeSnapshot(deps, job, signal);
  const file = await storeFile(deps, job, { report, signal });
  await complete(deps, job, { report, file });
}

/** The report of an earlier attempt, or a new one that is written in the same transaction as its mark on the job. */
async function takeSnapshot(
  { sql, freshReads, heavyReads, publicUrl, readPictures, seal, onFrozen }: ExportDeps,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<PublicationReport> {
  if (job.reportId !== null)
    return await getPublicationReport(sql, job.agencyId, { reportId: job.reportId, seal });
  const request: ReportRequest = {
    seal,
    scopeType: job.scopeType,
    scopeId: job.scopeId,
    days: job.days,
    createdBy: job.createdBy,
    publicUrl,
    ...(readPictures === undefined ? {} : { readPictures }),
    ...(freshReads === undefined ? {} : { freshReads }),
    async alongside(transaction, report) {
      if (!(await setJobReport(transaction, job, report.id))) throw new LeaseLostError(job.id);
      const { createdBy, format } = job;
      await onFrozen?.(transaction, job.agencyId, { reportId: report.id, createdBy, format });
    },
  };
  const freeze = () => createPublicationReport(sql, job.agencyId, request);
  return heavyReads === undefined
    ? await freeze()
    : await heavyReads.run(job.agencyId, freeze, { signal, waitMs: turnWaitMs });
}

async function storeFile(
  { sql, artifactStore: store, renderer, publicUrl }: ExportDeps,
  job: ClaimedJob,
  { report, signal }: { report: PublicationReport; signal: AbortSignal },
): Promise<{ bytes: number; hash: string }> {
  const pictures = job.format === "pdf" ? await readReportPictures(sql, job.agencyId, report) : {};
  const hash = createHash("sha256");
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    const order = {
      agencyId: job.agencyId,
      format: job.format,
      verifyUrl: verifyPageUrl(publicUrl),
      pictures,
    };
    for await (const chunk of renderer.render(report, order, signal)) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  await store.write(artifactOf(job, job.leaseToken), counted());
  return { bytes, hash: hash.digest("hex") };
}

async function complete(
  { sql, publicUrl, onCompleted }: ExportDeps,
  job: ClaimedJob,
  { report, file }: { report: PublicationReport; file: { bytes: number; hash: string } },
): Promise<void> {
  await sql.begin(async (transaction) => {
    const name = reportFileName(report, job.format);
    const expiresAt = await completeJob(transaction, job, { name, ...file });
    if (expiresAt === null) throw new LeaseLostError(job.id);
    await onCompleted?.(transaction, job.agencyId, { reportId: report.id, createdBy: job.createdBy });
    await enqueueEvent(transaction, job.agencyId, {
      type: "export.completed",
      data: {
        jobId: job.id,
        reportId: report.id,
        format: job.format,
        scopeType: job.scopeType,
        scopeId: job.scopeId,
        statusUrl: exportStatusUrl(publicUrl, job.id),
        downloadUrl: exportDownloadUrl(publicUrl, job.id),
        expiresAt: expiresAt.toISOString(),
      },
    });
  });
}

/** Ends a job that makes no file. What its attempts may have stored is noted with it, so that it is removed when the store is back too. */
async function fail(deps: ExportDeps, job: ClaimedJob, error: ExportErrorCode): Promise<void> {
  const files = [job.leaseToken, job.staleArtifactId].flatMap((id) =>
    id === null ? [] : [artifactOf(job, id)],
  );
  await deps.sql.begin(async (transaction) => {
    if (!(await failJob(transaction, job, error))) throw new LeaseLostError(job.id);
    for (const file of files) await noteLeftFile(transaction, file);
    const { id: jobId, format, scopeType, scopeId } = job;
    await enqueueEvent(transaction, job.agencyId, {
      type: "export.failed",
      data: { jobId, format, scopeType, scopeId, error },
    });
  });
  for (const file of files) await removeLeftFile(deps, file).catch(() => {});
}

/** Gives a job back to the queue, and removes what this attempt stored. Where the store is away, the next claim of the job does. */
async function putOff(
  deps: ExportDeps,
  job: ClaimedJob,
  input: { delayMs: number; counts: boolean },
): Promise<void> {
  if (!(await requeueJob(deps.sql, job, input))) throw new LeaseLostError(job.id);
  await deps.artifactStore.remove(artifactOf(job, job.leaseToken)).catch(() => {});
}

/** Decides what an attempt that threw means for its job. */
async function settle(
  deps: ExportDeps,
  job: ClaimedJob,
  { error, isStopping }: { error: unknown; isStopping: boolean },
): Promise<void> {
  const facts = { agencyId: job.agencyId, jobId: job.id, attempts: job.attempts, error };
  try {
    if (error instanceof LeaseLostError) throw error;
    if (isStopping) await putOff(deps, job, { delayMs: 0, counts: false });
    else if (error instanceof ServiceError && error.code === "scope_not_found") {
      await fail(deps, job, "scope_deleted");
    } else if (error instanceof RenderingError) {
      deps.log.error("export_rendering_failed", facts);
      await fail(deps, job, "rendering_failed");
    } else if (error instanceof ServiceError && error.retryAfterSeconds !== undefined) {
      // The agency has too many long reads in line. The job is put off, and this attempt does not count.
      await putOff(deps, job, { delayMs: error.retryAfterSeconds * 1_000, counts: false });
    } else {
      deps.log.warn("export_attempt_failed", facts);
      if (job.attempts >= attemptsMax) return await fail(deps, job, "too_many_attempts");
      await putOff(deps, job, { delayMs: backOffMs(job.attempts, backOff), counts: true });
    }
  } catch (settleError) {
    if (!(settleError instanceof LeaseLostError)) throw settleError;
    deps.log.warn("export_lease_lost", facts);
    await removeOrphan(deps, artifactOf(job, job.leaseToken));
  }
}

/**
 * Removes what an attempt stored that has lost its job to another one or to a deletion. Not what a completed job names: the answer to
 * its commit may have been lost, and then its file is the one that was promised.
 */
async function removeOrphan(deps: ExportDeps, file: ArtifactKey): Promise<void> {
  if (await isFileOfCompletedJob(deps.sql, file)) return;
  await deps.artifactStore.remove(file).catch(() => noteLeftFile(deps.sql, file));
}

function artifactOf(job: ClaimedJob, artifactId: string): ArtifactKey {
  return { agencyId: job.agencyId, jobId: job.id, artifactId };
}
