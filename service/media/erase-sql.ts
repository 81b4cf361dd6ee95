import { textArray } from "../db/array-literals.ts";
import type { Queryable } from "../db/open.ts";
import { releaseFiles } from "./store-files-sql.ts";

/** Deletes uploads that have not ended: those of a client, or all of the agency. */
export async function deleteUploads(
  sql: Queryable,
  agencyId: number,
  clientId: number | null,
): Promise<void> {
  const uploads = await sql<{ id: string }[]>`
    select id
    from asset_upload
    where agency_id = ${agencyId}
      and (${clientId}::integer is null or client_id = ${clientId})
    order by id
    for update
  `;
  await deleteUploadsById(
    sql,
    agencyId,
    uploads.map(({ id }) => id),
  );
}

/** Deletes uploads that the caller has locked; the bytes of their parts go with the next round of the loop. */
export async function deleteUploadsById(
  sql: Queryable,
  agencyId: number,
  ids: readonly string[],
): Promise<void> {
  const parts = await sql<{ fileId: string }[]>`
    delete from asset_upload_part
    where agency_id = ${agencyId}
      and upload_id = any(${textArray(ids)}::uuid[])
    returning file_id as "fileId"
  `;
  await sql`
    delete from asset_upload
    where agency_id = ${agencyId}
      and id = any(${textArray(ids)}::uuid[])
  `;
  await releaseFiles(
    sql,
    agencyId,
    parts.map(({ fileId }) => fileId),
  );
}

/** Deletes the pictures that were drawn for releases without one. */
export async function deleteCards(sql: Queryable, agencyId: number): Promise<void> {
  const cards = await sql<{ fileId: string }[]>`
    delete from release_card
    where agency_id = ${agencyId}
    returning file_id as "fileId"
  `;
  await releaseFiles(
    sql,
    agencyId,
    cards.map(({ fileId }) => fileId),
  );
}

export async function forgetQuota(sql: Queryable, agencyId: number): Promise<void> {
  await sql`delete from media_quota where agency_id = ${agencyId}`;
}
