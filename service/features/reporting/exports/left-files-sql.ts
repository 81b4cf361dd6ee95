import type { Queryable } from "../../../floor/db/open.ts";
import type { ArtifactKey } from "./artifact-store.ts";

/** Notes a file that no job names any more, behind those that are noted; one that is among them goes to their end. */
export async function noteLeftFile(sql: Queryable, key: ArtifactKey): Promise<void> {
  await sql`
    insert into export_file_left (agency_id, job_id, artifact_id)
    values (${key.agencyId}, ${key.jobId}, ${key.artifactId})
    on conflict (agency_id, job_id, artifact_id) do update
    set left_at = excluded.left_at
  `;
}

/** Notes the files of all jobs of an agency, before the transaction deletes the jobs; returns what it noted. */
export async function noteAllFiles(sql: Queryable, agencyId: number): Promise<ArtifactKey[]> {
  // Who works on a job ends first, or finds it gone.
  await sql`select from export_job where agency_id = ${agencyId} and artifact_id is not null for update`;
  return await sql<ArtifactKey[]>`
    insert into export_file_left (agency_id, job_id, artifact_id)
    select agency_id, id, artifact_id
    from export_job
    where agency_id = ${agencyId}
      and artifact_id is not null
    on conflict (agency_id, job_id, artifact_id) do update
    set left_at = excluded.left_at
    returning agency_id as "agencyId", job_id as "jobId", artifact_id as "artifactId"
  `;
}

/** Such files of all agencies, or of one, the oldest first. */
export async function listLeftFiles(
  sql: Queryable,
  { agencyId = null, limit }: { agencyId?: number | null; limit: number },
): Promise<ArtifactKey[]> {
  return await sql<ArtifactKey[]>`
    select agency_id as "agencyId", job_id as "jobId", artifact_id as "artifactId"
    from export_file_left
    where ${agencyId === null ? sql`true` : sql`agency_id = ${agencyId}`}
    order by left_at
    limit ${limit}
  `;
}

export async function forgetLeftFile(sql: Queryable, key: ArtifactKey): Promise<void> {
  await sql`
    delete from export_file_left
    where agency_id = ${key.agencyId}
      and job_id = ${key.jobId}
      and artifact_id = ${key.artifactId}
  `;
}
