import type { Queryable } from "../../db/open.ts";
import type { ScopeType } from "../../schema.ts";
import { writeWork } from "../../work/announce-work.ts";
import type { WorkQueue } from "../../work/work-queue.ts";
import type { ExportFormat } from "./file-name.ts";
import type { ExportErrorCode } from "./schema.ts";

/** Days that a file can be downloaded. */
const artifactDays = 30;

/** Jobs that wait for their turn, for another attempt, or for the end of a lease. */
export const exportQueue: WorkQueue = {
  name: "exports",
  waiting: (sql) => sql`select agency_id, due_at from export_job where due_at is not null`,
};

/** A job in the hands of one attempt. The token fences every statement below: without it nothing is changed. */
export type ClaimedJob = {
  agencyId: number;
  id: string;
  format: ExportFormat;
  scopeType: ScopeType;
  scopeId: string;
  days: number;
  createdBy: string;
  /** Claims so far, this one included. */
  attempts: number;
  leaseToken: string;
  /** Set where an earlier attempt has frozen the report already. */
  reportId: string | null;
  /** What an earlier attempt may have left in the store. It stays the job's file until `takeOverArtifact`. */
  staleArtifactId: string | null;
};

type Held = Pick<ClaimedJob, "agencyId" | "id" | "leaseToken">;

/**
 * Claims the job of the agency that has waited longest, or returns null. A job whose lease has ended is due like a queued one; one that another
 * claims at this moment is passed over. The attempt is counted here, so one that ends its process counts too.
 */
export async function claimExportJob(
  sql: Queryable,
  agencyId: number,
  input: { leaseToken: string; leaseMs: number },
): Promise<ClaimedJob | null> {
  const [row] = await sql<ClaimedJob[]>`
    with due as materialized (
      select id, artifact_id
      from export_job
      where agency_id = ${agencyId}
        and due_at <= now()
      order by due_at, id
      limit 1
      for update skip locked
    )
    update export_job job
    set
      status = 'processing',
      attempts = job.attempts + 1,
      lease_token = ${input.leaseToken},
      artifact_id = coalesce(job.artifact_id, ${input.leaseToken}),
      due_at = now() + ${input.leaseMs} * interval '1 millisecond'
    from due
    where job.agency_id = ${agencyId}
      and job.id = due.id
    returning
      job.agency_id as "agencyId",
      job.id,
      job.format,
      job.scope_type as "scopeType",
      job.scope_id as "scopeId",
      job.days,
      job.created_by as "createdBy",
      job.attempts,
      job.lease_token as "leaseToken",
      job.report_id as "reportId",
      due.artifact_id as "staleArtifactId"
  `;
  return row ?? null;
}

/** Lengthens the lease; false when it is lost. */
export async function renewLease(sql: Queryable, job: Held, leaseMs: number): Promise<boolean> {
  const renewed = await sql`
    update export_job
    set due_at = now() + ${leaseMs} * interval '1 millisecond'
    where ${isHeld(sql, job)}
  `;
  return renewed.count === 1;
}

/**
 * Makes the file of this attempt that of the job, after the earlier one was removed; false when the lease is lost. Not with the
 * claim: an attempt that died before the removal would leave a file that nobody knows of.
 */
export async function takeOverArtifact(sql: Queryable, job: Held): Promise<boolean> {
  const taken = await sql`
    update export_job
    set artifact_id = lease_token
    where ${isHeld(sql, job)}
  `;
  return taken.count === 1;
}

/** Notes the report that the file is to be made of; false when the lease is lost. */
export async function setJobReport(sql: Queryable, job: Held, reportId: string): Promise<boolean> {
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
  job: Held,
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

/** Ends the job for good; false when the lease is lost. */
export async function failJob(sql: Queryable, job: Held, error: ExportErrorCode): Promise<boolean> {
  const failed = await sql`
    update export_job
    set
      status = 'failed',
      error = ${error},
      due_at = null,
      lease_token = null,
      artifact_id = null
    where ${isHeld(sql, job)}
  `;
  return failed.count === 1;
}

/** Gives the job back to the queue, for `delayMs` from now. An attempt that we ended ourselves does not count. */
export async function requeueJob(
  sql: Queryable,
  job: Held,
  input: { delayMs: number; counts: boolean },
): Promise<void> {
  await writeWork(
    sql,
    { queue: exportQueue, agencyId: job.agencyId },
    (transaction) => transaction<{ dueAt: Date }[]>`
      update export_job
      set
        status = 'queued',
        due_at = now() + ${input.delayMs} * interval '1 millisecond',
        attempts = attempts - ${input.counts ? 0 : 1}::integer,
        lease_token = null
      where ${isHeld(transaction, job)}
      returning due_at as "dueAt"
    `,
  );
}

function isHeld(sql: Queryable, job: Held) {
  return sql`
    agency_id = ${job.agencyId}
    and id = ${job.id}
    and lease_token = ${job.leaseToken}
    and status = 'processing'
  `;
}
