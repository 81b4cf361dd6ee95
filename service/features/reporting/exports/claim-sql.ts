import type { Queryable } from "../../../floor/db/open.ts";
import { endRow, isHeld, type Leased, leasedTable, putOffRow } from "../../../floor/queues/leased-rows.ts";
import type { ScopeType } from "../../../schema.ts";
import type { ArtifactKey } from "./artifact-store.ts";
import type { ExportFormat } from "./file-name.ts";
import type { ExportErrorCode } from "./schema.ts";

/** Days that a file can be downloaded. */
const artifactDays = 30;

/** A job in the hands of one attempt. */
export type ClaimedJob = Leased & {
  format: ExportFormat;
  scopeType: ScopeType;
  scopeId: string;
  days: number;
  createdBy: string;
  /** Claims so far, this one included. */
  attempts: number;
  /** Set where an earlier attempt has frozen the report already. */
  reportId: string | null;
  /** What an earlier attempt may have left in the store. It stays the job's file until `takeOverArtifact`. */
  staleArtifactId: string | null;
};

/**
 * Jobs that wait for their turn, for another attempt, or for the end of a lease. An attempt is counted by its claim, so one that ends its
 * process counts too.
 */
export const exportQueue = leasedTable({
  name: "exports",
  table: "export_job",
  due: "due_at",
  // Three heartbeats fit into it.
  leaseMs: 60_000,
  onClaim: (sql, leaseToken) => sql`
    status = 'processing',
    attempts = claimed.attempts + 1,
    artifact_id = coalesce(claimed.artifact_id, ${leaseToken})
  `,
  columns: (sql) => sql`
    claimed.format,
    claimed.scope_type as "scopeType",
    claimed.scope_id as "scopeId",
    claimed.days,
    claimed.created_by as "createdBy",
    claimed.attempts,
    claimed.report_id as "reportId",
    due.artifact_id as "staleArtifactId"
  `,
});

/**
 * Makes the file of this attempt that of the job, after the earlier one was removed; false when the lease is lost. Not with the
 * claim: an attempt that died before the removal would leave a file that nobody knows of.
 */
export async function takeOverArtifact(sql: Queryable, job: Leased): Promise<boolean> {
  const taken = await sql`
    update export_job
    set artifact_id = lease_token
    where ${isHeld(sql, job)}
  `;
  return taken.count === 1;
}

/** Notes the report that the file is to be made of; false when the lease is lost. */
export async function setJobReport(sql: Queryable, job: Leased, reportId: string): Promise<boolean> {
  const noted = await sql`
    update export_job
    set report_id = ${reportId}
    where ${isHeld(sql, job)}
  `;
  return noted.count === 1;
}

/** Completes the job; returns when its file expires, or null when the lease is lost. */
export async function completeJob(
  sql: Queryable,
  job: Leased,
  file: { name: string; bytes: number; hash: string },
): Promise<Date | null> {
  const [row] = await sql<{ expiresAt: Date }[]>`
    update export_job
    set
      status = 'completed',
      due_at = null,
      lease_token = null,
      file_name = ${file.name},
      file_bytes = ${file.bytes},
      file_hash = ${file.hash},
      completed_at = now(),
      expires_at = now() + ${artifactDays} * interval '1 day'
    where ${isHeld(sql, job)}
    returning expires_at as "expiresAt"
  `;
  return row?.expiresAt ?? null;
}

/** Whether this is the file of a job that is completed. */
export async function isFileOfCompletedJob(sql: Queryable, key: ArtifactKey): Promise<boolean> {
  const rows = await sql`
    select
    from export_job
    where agency_id = ${key.agencyId}
      and id = ${key.jobId}
      and artifact_id = ${key.artifactId}
      and status = 'completed'
  `;
  return rows.length === 1;
}

/** Ends the job for good; false when the lease is lost. */
export async function failJob(sql: Queryable, job: Leased, error: ExportErrorCode): Promise<boolean> {
  return await endRow(sql, exportQueue, job, sql`status = 'failed', error = ${error}, artifact_id = null`);
}

/** Gives the job back to the queue, for `delayMs` from now; false when the lease is lost. An attempt that we ended ourselves does not count. */
export async function requeueJob(
  sql: Queryable,
  job: Leased,
  { delayMs, counts }: { delayMs: number; counts: boolean },
): Promise<boolean> {
  const set = sql`status = 'queued', attempts = attempts - ${counts ? 0 : 1}::integer`;
  return await putOffRow(sql, exportQueue, job, { delayMs, set });
}
