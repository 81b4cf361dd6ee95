import type { Queryable } from "../../floor/db/open.ts";
import type { Derivative } from "./picture/prepared-file.ts";

export type StoredDerivative = Omit<Derivative, "path"> & { fileId: string };

/** The agency's bytes with this hash, or null; for the caller's transaction they can't be removed until its end. */
export async function lockBlob(sql: Queryable, agencyId: number, sha256: string): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id
    from media_blob
    where agency_id = ${agencyId}
      and sha256 = ${Buffer.from(sha256, "hex")}
    for key share
  `;
  return row?.id ?? null;
}

/**
 * Counts bytes against the agency's limit and returns false where they would pass it: one statement, so that two uploads at
 * once can't pass it together.
 */
export async function takeQuota(sql: Queryable, agencyId: number, bytes: number): Promise<boolean> {
  const taken = await sql`
    insert into media_quota as quota (agency_id, bytes_used)
    values (${agencyId}, ${bytes})
    on conflict (agency_id) do update
    set bytes_used = quota.bytes_used + excluded.bytes_used
    where quota.bytes_used + excluded.bytes_used <= quota.bytes_max
  `;
  return taken.count === 1;
}

/** Gives room back that `takeQuota` took. */
export async function giveRoom(sql: Queryable, agencyId: number, bytes: number): Promise<void> {
  await sql`
    update media_quota
    set bytes_used = bytes_used - ${bytes}
    where agency_id = ${agencyId}
  `;
}

/** Returns false where another upload has stored the same bytes in the meantime. */
export async function insertBlob(
  sql: Queryable,
  agencyId: number,
  blob: {
    id: string;
    sha256: string;
    mediaType: string;
    bytes: number;
    width: number | null;
    height: number | null;
  },
): Promise<boolean> {
  const inserted = await sql`
    insert into media_blob (agency_id, id, sha256, media_type, bytes, width, height)
    values (
      ${agencyId}, ${blob.id}, ${Buffer.from(blob.sha256, "hex")}, ${blob.mediaType}, ${blob.bytes},
      ${blob.width}, ${blob.height}
    )
    on conflict (agency_id, sha256) do nothing
  `;
  return inserted.count === 1;
}

export async function insertDerivatives(
  sql: Queryable,
  agencyId: number,
  input: { blobId: string; derivatives: readonly StoredDerivative[] },
): Promise<void> {
  if (input.derivatives.length === 0) return;
  const rows = input.derivatives.map(({ size, format, width, height, bytes, fileId }) => ({
    ...{ agency_id: agencyId, blob_id: input.blobId, file_id: fileId },
    ...{ size, format, width, height, bytes },
  }));
  await sql`insert into media_derivative ${sql(rows)}`;
}

export type Quota = { bytesUsed: number; bytesMax: number };

/** How much an agency stores and may store; null before its first file. */
export async function findQuota(sql: Queryable, agencyId: number): Promise<Quota | null> {
  const [row] = await sql<Quota[]>`
    select bytes_used as "bytesUsed", bytes_max as "bytesMax"
    from media_quota
    where agency_id = ${agencyId}
  `;
  return row ?? null;
}

/** Sets how much an agency may store; what is there already stays, even above it. */
export async function setQuota(sql: Queryable, agencyId: number, bytesMax: number): Promise<void> {
  await sql`
    insert into media_quota (agency_id, bytes_max)
    values (${agencyId}, ${bytesMax})
    on conflict (agency_id) do update
    set bytes_max = excluded.bytes_max
  `;
}
