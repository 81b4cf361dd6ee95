import type { Sql } from "../../../floor/db/open.ts";
import { LeaseLostError } from "../../../floor/queues/lease-lost-error.ts";
import { chunksOfSize } from "../../media/chunks-of-size.ts";
import type { ArtifactKey, ArtifactStore } from "./artifact-store.ts";

/** Large enough that a report is a few rows, small enough that hundreds of slow downloads fit into memory. */
const chunkBytes = 256 * 1024;

/** Keeps files in PostgreSQL, in pieces. No statement and no connection is held while a slow client reads. */
export function createDatabaseArtifactStore(sql: Sql): ArtifactStore {
  return {
    async write(key, chunks) {
      let number = 0;
      for await (const bytes of chunksOfSize(chunks, chunkBytes)) {
        if (!(await insertChunk(sql, key, { number, bytes }))) throw new LeaseLostError(key.jobId);
        number += 1;
      }
    },
    async *read(key) {
      for (let number = 0; ; number += 1) {
        const bytes = await findChunk(sql, key, number);
        if (bytes === null) return;
        yield bytes;
      }
    },
    async remove(key) {
      await sql`
        delete from export_chunk
        where agency_id = ${key.agencyId}
          and job_id = ${key.jobId}
          and artifact_id = ${key.artifactId}
      `;
    },
  };
}

/** Inserts a piece while its attempt still holds the job. */
async function insertChunk(
  sql: Sql,
  key: ArtifactKey,
  chunk: { number: number; bytes: Uint8Array },
): Promise<boolean> {
  const inserted = await sql`
    insert into export_chunk (agency_id, job_id, artifact_id, number, bytes)
    select agency_id, id, ${key.artifactId}::uuid, ${chunk.number}::integer, ${chunk.bytes}::bytea
    from export_job
    where agency_id = ${key.agencyId}
      and id = ${key.jobId}
      and lease_token = ${key.artifactId}
  `;
  return inserted.count === 1;
}

async function findChunk(sql: Sql, key: ArtifactKey, number: number): Promise<Uint8Array | null> {
  const [row] = await sql<{ bytes: Uint8Array }[]>`
    select bytes
    from export_chunk
    where agency_id = ${key.agencyId}
      and job_id = ${key.jobId}
      and artifact_id = ${key.artifactId}
      and number = ${number}
  `;
  return row?.bytes ?? null;
}
