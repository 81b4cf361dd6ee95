import { textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { giveRoom } from "./blob-sql.ts";
import { releaseFiles } from "./store-files-sql.ts";

export type LockedAsset = { id: string; blobId: string; clientId: number };

/** Locks an asset against every new use and returns it, or none. */
export async function lockForRemoval(
  sql: Queryable,
  agencyId: number,
  assetId: string,
): Promise<LockedAsset[]> {
  return await sql<LockedAsset[]>`
    select id, blob_id as "blobId", client_id as "clientId"
    from asset
    where agency_id = ${agencyId}
      and id = ${assetId}
    for update
  `;
}

/** Deletes locked assets, and bytes that no other asset has: their room is free at once, the bytes go with the loop. */
export async function deleteAssets(
  sql: Queryable,
  agencyId: number,
  assets: readonly LockedAsset[],
): Promise<void> {
  const blobIds = textArray([...new Set(assets.map(({ blobId }) => blobId))]);
  // Waits for uploads of the same bytes that are under way, so that the next statements see their assets.
  await sql`
    select
    from media_blob
    where agency_id = ${agencyId}
      and id = any(${blobIds}::uuid[])
    order by id
    for update
  `;
  await sql`
    delete from asset
    where agency_id = ${agencyId}
      and id = any(${textArray(assets.map(({ id }) => id))}::uuid[])
  `;
  const unused = await sql<{ id: string; bytes: number; fileIds: string[] }[]>`
    select
      b.id,
      b.bytes,
      array(
        select file_id
        from media_derivative d
        where d.agency_id = b.agency_id
          and d.blob_id = b.id
      ) as "fileIds"
    from media_blob b
    where b.agency_id = ${agencyId}
      and b.id = any(${blobIds}::uuid[])
      and not exists (select from asset a where a.agency_id = b.agency_id and a.blob_id = b.id)
  `;
  const unusedIds = unused.map(({ id }) => id);
  // Their smaller copies go with them by foreign key.
  await sql`
    delete from media_blob
    where agency_id = ${agencyId}
      and id = any(${textArray(unusedIds)}::uuid[])
  `;
  await giveRoom(
    sql,
    agencyId,
    unused.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  await releaseFiles(sql, agencyId, [...unusedIds, ...unused.flatMap(({ fileIds }) => fileIds)]);
}
