import type { Queryable, Sql } from "../../floor/db/open.ts";
import { deleteUploadsById } from "./erase-sql.ts";
import { fileNameCharactersMax } from "./schema.ts";

export type UploadRow = {
  id: string;
  purpose: "asset" | "import";
  /** Null for an import, which is the agency's. */
  clientId: number | null;
  fileName: string;
  bytesExpected: number;
  bytesReceived: number;
  expiresAt: Date;
};

/**
 * Begins an upload unless the agency has too many unfinished ones, or they and what it stores would pass its limit. Takes the
 * lock of the agency's quota first, so that two that begin at once are counted one after the other.
 */
export async function insertUpload(
  sql: Sql,
  agencyId: number,
  input: {
    id: string;
    clientId: number;
    fileName: string;
    bytes: number;
    unfinishedMax: number;
    hours: number;
  },
): Promise<{ expiresAt: Date } | null> {
  return await sql.begin(async (transaction) => {
    await transaction`
      insert into media_quota as quota (agency_id)
      values (${agencyId})
      on conflict (agency_id) do update
      set bytes_max = quota.bytes_max
    `;
    const [row] = await transaction<{ expiresAt: Date }[]>`
      insert into asset_upload (agency_id, id, client_id, file_name, bytes_expected, expires_at)
      select
        ${agencyId}::integer, ${input.id}, ${input.clientId}, ${input.fileName}, ${input.bytes}::bigint,
        now() + make_interval(hours => ${input.hours})
      from media_quota quota
      cross join lateral (
        select count(*) as uploads, coalesce(sum(bytes_expected), 0) as bytes
        from asset_upload
        where agency_id = ${agencyId}
          and purpose = 'asset'
      ) as unfinished
      where quota.agency_id = ${agencyId}
        and unfinished.uploads < ${input.unfinishedMax}
        and quota.bytes_used + unfinished.bytes + ${input.bytes}::bigint <= quota.bytes_max
      returning expires_at as "expiresAt"
    `;
    return row ?? null;
  });
}

/** Begins an upload for an import, whose row bounds how many there are; it counts against no quota. */
export async function insertImportUpload(
  transaction: Queryable,
  agencyId: number,
  input: { id: string; fileName: string; bytes: number; days: number },
): Promise<void> {
  await transaction`
    insert into asset_upload (agency_id, id, purpose, file_name, bytes_expected, expires_at)
    values (
      ${agencyId}, ${input.id}, 'import', right(${input.fileName}, ${fileNameCharactersMax}), ${input.bytes},
      now() + make_interval(days => ${input.days})
    )
  `;
}

/** An unfinished upload of the agency whose time is not over, or null. */
export async function findUpload(sql: Queryable, agencyId: number, id: string): Promise<UploadRow | null> {
  const [row] = await sql<UploadRow[]>`
    select
      id,
      purpose,
      client_id as "clientId",
      file_name as "fileName",
      bytes_expected as "bytesExpected",
      bytes_received as "bytesReceived",
      expires_at as "expiresAt"
    from asset_upload
    where agency_id = ${agencyId}
      and id = ${id}
      and expires_at > now()
  `;
  return row ?? null;
}

/** Adds a part behind those that are there; returns false where its position is not the next one any more. */
export async function appendPart(
  sql: Queryable,
  agencyId: number,
  part: { uploadId: string; position: number; bytes: number; fileId: string },
): Promise<boolean> {
  const appended = await sql`
    with advanced as (
      update asset_upload
      set bytes_received = bytes_received + ${part.bytes}
      where agency_id = ${agencyId}
        and id = ${part.uploadId}
        and bytes_received = ${part.position}
        and expires_at > now()
      returning id
    )
    insert into asset_upload_part (agency_id, upload_id, position, bytes, file_id)
    select ${agencyId}::integer, id, ${part.position}::bigint, ${part.bytes}::bigint, ${part.fileId}
    from advanced
  `;
  return appended.count === 1;
}

/** The parts of an upload in their order; their number is bounded by the least size of a part. */
export async function listParts(
  sql: Queryable,
  agencyId: number,
  uploadId: string,
): Promise<{ fileId: string; bytes: number }[]> {
  return await sql<{ fileId: string; bytes: number }[]>`
    select file_id as "fileId", bytes
    from asset_upload_part
    where agency_id = ${agencyId}
      and upload_id = ${uploadId}
    order by position
  `;
}

/** Gives an upload that is complete another id. */
export async function renameUpload(
  transaction: Queryable,
  agencyId: number,
  { id, to }: { id: string; to: string },
): Promise<void> {
  await transaction`
    insert into asset_upload (
      agency_id, id, client_id, purpose, file_name, bytes_expected, bytes_received, expires_at, created_at
    )
    select
      agency_id, ${to}::uuid, client_id, purpose, file_name, bytes_expected, bytes_received, expires_at, created_at
    from asset_upload
    where agency_id = ${agencyId}
      and id = ${id}
  `;
  await transaction`
    update asset_upload_part
    set upload_id = ${to}
    where agency_id = ${agencyId}
      and upload_id = ${id}
  `;
  await transaction`delete from asset_upload where agency_id = ${agencyId} and id = ${id}`;
}

/** Deletes an upload and lets the bytes of its parts go; returns false where it is gone already. */
export async function deleteUpload(sql: Queryable, agencyId: number, uploadId: string): Promise<boolean> {
  const locked = await sql`
    select
    from asset_upload
    where agency_id = ${agencyId}
      and id = ${uploadId}
    for update
  `;
  await deleteUploadsById(sql, agencyId, [uploadId]);
  return locked.count === 1;
}

/** Gives up uploads whose time is over, whichever agency's, and returns their number. */
export async function deleteExpiredUploads(sql: Sql, limit: number): Promise<number> {
  const expired = await sql<{ agencyId: number; id: string }[]>`
    select agency_id as "agencyId", id
    from asset_upload
    where expires_at <= now()
    order by expires_at
    limit ${limit}
  `;
  for (const { agencyId, id } of expired) {
    await sql.begin((transaction) => deleteUpload(transaction, agencyId, id));
  }
  return expired.length;
}
