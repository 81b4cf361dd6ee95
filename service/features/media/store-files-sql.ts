import { textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { FileKey } from "./file-store.ts";

/** Longer than any upload takes from its first byte to the row that holds it. */
const unusedHours = 1;

/** Names files before their first byte is written. Until something holds them they may be removed, after an hour. */
export async function insertFiles(sql: Queryable, agencyId: number, ids: readonly string[]): Promise<void> {
  await sql`
    insert into media_file (agency_id, id)
    select ${agencyId}::integer, id
    from unnest(${textArray(ids)}::uuid[]) as named (id)
  `;
}

/** Says that something holds these files from now on; for the transaction that writes what does. */
export async function holdFiles(sql: Queryable, agencyId: number, ids: readonly string[]): Promise<void> {
  await sql`
    update media_file
    set unused_since = null
    where agency_id = ${agencyId}
      and id = any(${textArray(ids)}::uuid[])
  `;
}

/** Says that nothing holds these files any more; their bytes go with the next round of the loop. */
export async function releaseFiles(sql: Queryable, agencyId: number, ids: readonly string[]): Promise<void> {
  await sql`
    update media_file
    set unused_since = now() - make_interval(hours => ${unusedHours})
    where agency_id = ${agencyId}
      and id = any(${textArray(ids)}::uuid[])
  `;
}

/** Files that nothing has held for an hour, whichever agency's. */
export async function listUnusedFiles(sql: Queryable, limit: number): Promise<FileKey[]> {
  return await sql<FileKey[]>`
    select agency_id as "agencyId", id as "fileId"
    from media_file
    where unused_since <= now() - make_interval(hours => ${unusedHours})
    order by unused_since
    limit ${limit}
  `;
}

/** Forgets a file whose bytes are gone, unless something holds it by now. */
export async function forgetFile(sql: Queryable, { agencyId, fileId }: FileKey): Promise<void> {
  await sql`
    delete from media_file
    where agency_id = ${agencyId}
      and id = ${fileId}
      and unused_since is not null
  `;
}
