import type { Queryable, Sql } from "../../floor/db/open.ts";
import { chunksOfSize } from "./chunks-of-size.ts";
import type { FileKey, FileStore } from "./file-store.ts";

/** Large enough that a picture is a few rows, small enough that hundreds of slow downloads fit into memory. */
const chunkBytes = 256 * 1024;

/** Keeps files in PostgreSQL, in pieces. No statement and no connection is held while a slow client reads. */
export function createDatabaseFileStore(sql: Sql): FileStore {
  return {
    async write(key, chunks) {
      let number = 0;
      for await (const bytes of chunksOfSize(chunks, chunkBytes)) {
        await insertChunk(sql, key, { number, bytes });
        number += 1;
      }
    },
    async *read(key, { first, last }) {
      for (let number = Math.floor(first / chunkBytes); number * chunkBytes <= last; number += 1) {
        const bytes = await findChunk(sql, key, number);
        if (bytes === null) return;
        const begin = number * chunkBytes;
        yield bytes.subarray(Math.max(0, first - begin), Math.min(bytes.length, last - begin + 1));
      }
    },
    async remove({ agencyId, fileId }) {
      await sql`
        delete from media_chunk
        where agency_id = ${agencyId}
          and file_id = ${fileId}
      `;
    },
  };
}

async function insertChunk(
  sql: Queryable,
  { agencyId, fileId }: FileKey,
  { number, bytes }: { number: number; bytes: Uint8Array },
): Promise<void> {
  await sql`
    insert into media_chunk (agency_id, file_id, number, bytes)
    values (${agencyId}, ${fileId}, ${number}, ${bytes})
  `;
}

async function findChunk(
  sql: Queryable,
  { agencyId, fileId }: FileKey,
  number: number,
): Promise<Uint8Array | null> {
  const [row] = await sql<{ bytes: Uint8Array }[]>`
    select bytes
    from media_chunk
    where agency_id = ${agencyId}
      and file_id = ${fileId}
      and number = ${number}
  `;
  return row?.bytes ?? null;
}
