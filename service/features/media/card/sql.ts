import type { Queryable } from "../../../floor/db/open.ts";
import { holdFiles, releaseFiles } from "../store-files-sql.ts";

export type CardRow = { contentHash: string; fileId: string; bytes: number };

/** The card of a release, or null. */
export async function findCard(sql: Queryable, agencyId: number, releaseId: number): Promise<CardRow | null> {
  const [row] = await sql<CardRow[]>`
    select content_hash as "contentHash", file_id as "fileId", bytes
    from release_card
    where agency_id = ${agencyId}
      and release_id = ${releaseId}
  `;
  return row ?? null;
}

/** Writes the card of a release in place of an earlier one, whose bytes go; for the inside of a transaction. */
export async function writeCard(
  sql: Queryable,
  agencyId: number,
  { releaseId, contentHash, fileId, bytes }: CardRow & { releaseId: number },
): Promise<void> {
  const earlier = await sql<{ fileId: string }[]>`
    delete from release_card
    where agency_id = ${agencyId}
      and release_id = ${releaseId}
    returning file_id as "fileId"
  `;
  await releaseFiles(
    sql,
    agencyId,
    earlier.map((card) => card.fileId),
  );
  const written = await sql`
    insert into release_card (agency_id, release_id, content_hash, file_id, bytes)
    values (${agencyId}, ${releaseId}, ${contentHash}, ${fileId}, ${bytes})
    on conflict do nothing
  `;
  // Another replica was faster, and its card is as good; ours is nobody's and goes with the loop.
  if (written.count === 1) await holdFiles(sql, agencyId, [fileId]);
}

/** Forgets the cards of a client's releases, which are made anew when asked for: a picture that is removed leaves no part of it. */
export async function forgetCards(sql: Queryable, agencyId: number, clientId: number): Promise<void> {
  const gone = await sql<{ fileId: string }[]>`
    delete from release_card
    where agency_id = ${agencyId}
      and release_id in (select id from release where agency_id = ${agencyId} and client_id = ${clientId})
    returning file_id as "fileId"
  `;
  await releaseFiles(
    sql,
    agencyId,
    gone.map(({ fileId }) => fileId),
  );
}

/** The largest of the smaller copies, of which cards are made, or null where the asset has none. */
export async function findLargestCopy(
  sql: Queryable,
  agencyId: number,
  assetId: string,
): Promise<{ fileId: string; bytes: number } | null> {
  const [row] = await sql<{ fileId: string; bytes: number }[]>`
    select d.file_id as "fileId", d.bytes
    from asset a
    join media_derivative d on d.agency_id = a.agency_id and d.blob_id = a.blob_id
    where a.agency_id = ${agencyId}
      and a.id = ${assetId}
      and d.format = 'webp'
    order by d.size desc
    limit 1
  `;
  return row ?? null;
}
