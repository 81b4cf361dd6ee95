import { inTransaction } from "../../../floor/db/in-transaction.ts";
import { beforeEveryUuid } from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { writeWork } from "../../../floor/queues/announce-work.ts";
import type { ScopeType } from "../../../schema.ts";
import type { ArtifactKey } from "./artifact-store.ts";
import { exportQueue } from "./claim-sql.ts";
import type { ExportFormat } from "./file-name.ts";
import type { ExportJob, ExportStatus } from "./schema.ts";

export type NewExportJob = {
  id: string;
  idempotencyKey: string;
  format: ExportFormat;
  scopeType: ScopeType;
  /** As `normalizeScopeId` spells it; null for what can't be the id of such a scope. */
  scopeId: string | null;
  days: number;
  createdBy: string;
  /** The frozen report that the file is made of; null for one that is to be frozen. */
  reportId: string | null;
};

export type InsertOutcome =
  | { outcome: "queued" | "existing"; id: string }
  | { outcome: "no_scope" }
  | { outcome: "lost" };

/**
 * Queues a job unless its key is known. A known key is recognised before the scope is looked up. Of any
 * number of equal calls at once exactly one queues. `lost`: a job of the same key was there and is gone again.
 */
export async function insertExportJob(
  sql: Queryable,
  agencyId: number,
  input: NewExportJob,
): Promise<InsertOutcome> {
  return await inTransaction(sql, async (transaction) => {
    const known = await findByIdempotencyKey(transaction, agencyId, input.idempotencyKey);
    if (known.outcome === "existing") return known;
    if (!(await hasScope(transaction, agencyId, input))) return { outcome: "no_scope" };
    const queued = await writeWork(
      transaction,
      { queue: exportQueue, agencyId },
      (inner) => inner<{ dueAt: Date | null }[]>`
        insert into export_job (
          agency_id, id, idempotency_key, format, scope_type, scope_id, days, created_by,
          report_id
        )
        values (
          ${agencyId}, ${input.id}, ${input.idempotencyKey}, ${input.format}, ${input.scopeType},
          ${input.scopeId}, ${input.days}, ${input.createdBy}, ${input.reportId}
        )
        on conflict (agency_id, idempotency_key) do nothing
        returning due_at as "dueAt"
      `,
    );
    if (queued.length === 1) return { outcome: "queued", id: input.id };
    return await findByIdempotencyKey(transaction, agencyId, input.idempotencyKey);
  });
}

/** Whether what the job is about is there. A report stays where its scope is gone, so with one the scope is not looked up. */
async function hasScope(sql: Queryable, agencyId: number, input: NewExportJob): Promise<boolean> {
  const isArticle = input.scopeType === "article";
  const isOfReport = input.reportId !== null;
  const releaseId = isArticle && !isOfReport ? Number(input.scopeId ?? 0) : 0;
  const groupId = isArticle || isOfReport ? beforeEveryUuid : (input.scopeId ?? beforeEveryUuid);
  const rows = await sql`
    select
    from release
    where agency_id = ${agencyId}
      and id = ${releaseId}
    union all
    select
    from campaign
    where agency_id = ${agencyId}
      and id = ${groupId}
      and ${input.scopeType} = 'campaign'
    union all
    select
    from portfolio
    where agency_id = ${agencyId}
      and id = ${groupId}
      and ${input.scopeType} = 'portfolio'
    union all
    select
    from publication_report
    where agency_id = ${agencyId}
      and id = ${input.reportId ?? beforeEveryUuid}
  `;
  return rows.length > 0;
}

type JobRow = Omit<ExportJob, "createdAt" | "completedAt" | "expiresAt"> & {
  createdAt: Date;
  completedAt: Date | null;
  expiresAt: Date | null;
};

/** A job of the agency as the API shows it, or null. */
export async function findExportJob(
  sql: Queryable,
  agencyId: number,
  jobId: string,
): Promise<ExportJob | null> {
  const [row] = await sql<JobRow[]>`
    select
      id,
      format,
      scope_type as "scopeType",
      scope_id as "scopeId",
      status,
      report_id as "reportId",
      error,
      expires_at as "expiresAt",
      created_at as "createdAt",
      completed_at as "completedAt"
    from export_job
    where agency_id = ${agencyId}
      and id = ${jobId}
  `;
  if (row === undefined) return null;
  return {
    ...row,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

export type ExportFile = {
  status: ExportStatus;
  format: ExportFormat;
  isExpired: boolean;
  /** Null once the bytes are removed. */
  artifactId: string | null;
  fileName: string;
  bytes: number;
  fileHash: string;
  reportId: string;
  contentHash: string;
};

/** What a download needs to know of a job, or null. Fields of the file are empty until the job is completed. */
export async function findExportFile(
  sql: Queryable,
  agencyId: number,
  jobId: string,
): Promise<ExportFile | null> {
  const [row] = await sql<ExportFile[]>`
    select
      job.status,
      job.format,
      coalesce(job.expires_at <= now(), false) as "isExpired",
      job.artifact_id as "artifactId",
      coalesce(job.file_name, '') as "fileName",
      coalesce(job.file_bytes, 0) as bytes,
      coalesce(job.file_hash, '') as "fileHash",
      coalesce(job.report_id::text, '') as "reportId",
      coalesce(report.content_hash, '') as "contentHash"
    from export_job job
    left join publication_report report on report.agency_id = job.agency_id and report.id = job.report_id
    where job.agency_id = ${agencyId}
      and job.id = ${jobId}
  `;
  return row ?? null;
}

/** Files of all agencies whose time is over and whose bytes are still there, the oldest first. */
export async function listExpiredArtifacts(sql: Queryable, limit: number): Promise<ArtifactKey[]> {
  return await sql<ArtifactKey[]>`
    select agency_id as "agencyId", id as "jobId", artifact_id as "artifactId"
    from export_job
    where status = 'completed'
      and artifact_id is not null
      and expires_at <= now()
    order by expires_at
    limit ${limit}
  `;
}

/** Notes that the bytes of a job are gone. */
export async function forgetArtifact(sql: Queryable, key: ArtifactKey): Promise<void> {
  await sql`
    update export_job
    set artifact_id = null
    where agency_id = ${key.agencyId}
      and id = ${key.jobId}
      and artifact_id = ${key.artifactId}
  `;
}

/** The job of a key; also one that a call queued at the same time, invisible to the snapshot of the insert. */
export async function findByIdempotencyKey(
  sql: Queryable,
  agencyId: number,
  idempotencyKey: string,
): Promise<{ outcome: "existing"; id: string } | { outcome: "lost" }> {
  const [row] = await sql<{ id: string }[]>`
    select id
    from export_job
    where agency_id = ${agencyId}
      and idempotency_key = ${idempotencyKey}
  `;
  return row === undefined ? { outcome: "lost" } : { outcome: "existing", id: row.id };
}
