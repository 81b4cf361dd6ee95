import type { Queryable } from "../../floor/db/open.ts";
import type { NamedFile } from "./paths.ts";

export type ServedFile = {
  agencyId: number;
  fileId: string;
  fileName: string;
  /** Media type of the original file. */
  mediaType: string;
  sha256: string;
  bytes: number;
  isPublic: boolean;
};

/**
 * The file behind a public address, found without knowing the agency; null where there is none. It is public while a published
 * release of an active client has it, or a newsroom shows it as logo or contact. An agency that leaves has none.
 */
export async function findServedFile(
  sql: Queryable,
  { assetId, derivative }: NamedFile,
): Promise<ServedFile | null> {
  const [row] = await sql<ServedFile[]>`
    select
      a.agency_id as "agencyId",
      ${derivative === null ? sql`b.id` : sql`d.file_id`} as "fileId",
      a.file_name as "fileName",
      b.media_type as "mediaType",
      encode(b.sha256, 'hex') as "sha256",
      ${derivative === null ? sql`b.bytes` : sql`d.bytes`} as bytes,
      c.status = 'active'
      and (
        exists (
          select
          from release r
          where r.agency_id = a.agency_id
            and r.status = 'published'
            and (r.image_asset_id = a.id or r.asset_ids @> array[a.id])
        )
        or exists (
          select
          from newsroom n
          where n.agency_id = a.agency_id
            and (n.logo_asset_id = a.id or n.contact_picture_asset_id = a.id)
        )
      ) as "isPublic"
    from asset a
    join agency on agency.id = a.agency_id and agency.delete_after is null
    join client c on c.agency_id = a.agency_id and c.id = a.client_id
    join media_blob b on b.agency_id = a.agency_id and b.id = a.blob_id
    ${
      derivative === null
        ? sql``
        : sql`
          join media_derivative d
            on d.agency_id = a.agency_id
            and d.blob_id = b.id
            and d.size = ${derivative.size}
            and d.format = ${derivative.format}
        `
    }
    where a.id = ${assetId}
  `;
  return row ?? null;
}
