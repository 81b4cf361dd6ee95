import type { Queryable } from "../../floor/db/open.ts";

export type LeadingPicture = {
  fileId: string;
  mediaType: "image/png" | "image/jpeg";
  bytes: number;
  width: number;
  height: number;
  alt: string;
  credit: string | null;
};

/** What a document can hold: `sideMax` pixels wide and high, `bytesMax` bytes. */
export type PictureLimits = { sideMax: number; bytesMax: number };

/** More pixels of a PNG take a document longer than half a second to unpack. */
const pngPixelsMax = 1_000_000;
/** Sharp at a third of a printed page. */
const copySizeMax = 800;

/**
 * The smallest sufficient file of a release's leading picture, as JPEG or PNG: a small PNG as it is, because its transparent
 * parts would be black as a JPEG, then a smaller copy, then the original. Null where none keeps the limits.
 */
export async function findLeadingPicture(
  sql: Queryable,
  agencyId: number,
  { releaseId, limits }: { releaseId: number; limits: PictureLimits },
): Promise<LeadingPicture | null> {
  const [row] = await sql<LeadingPicture[]>`
    select
      file.id as "fileId",
      file.media_type as "mediaType",
      file.bytes,
      file.width,
      file.height,
      coalesce(a.alt, '') as alt,
      a.credit
    from release r
    join asset a on a.agency_id = r.agency_id and a.id = r.image_asset_id
    join media_blob b on b.agency_id = a.agency_id and b.id = a.blob_id
    cross join lateral (
      select b.id, b.media_type, b.bytes, b.width, b.height,
        case when b.media_type = 'image/png' and b.width * b.height <= ${pngPixelsMax} then 1 else 3 end as choice
      union all
      select copy.file_id, 'image/jpeg', copy.bytes, copy.width, copy.height, 2
      from media_derivative copy
      where copy.agency_id = ${agencyId}
        and copy.blob_id = b.id
        and copy.format = 'jpeg'
        and copy.size <= ${copySizeMax}
    ) as file
    where r.agency_id = ${agencyId}
      and r.id = ${releaseId}
      and file.media_type in ('image/jpeg', 'image/png')
      and (file.media_type = 'image/jpeg' or file.choice = 1)
      and file.bytes <= ${limits.bytesMax}
      and file.width between 1 and ${limits.sideMax}
      and file.height between 1 and ${limits.sideMax}
    order by file.choice, file.width desc
    limit 1
  `;
  return row ?? null;
}
