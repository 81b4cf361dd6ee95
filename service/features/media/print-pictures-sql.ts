import type { Queryable } from "../../floor/db/open.ts";
import type { DerivativeSize } from "./picture/prepared-file.ts";

export type PrintPicture = {
  assetId: string;
  fileId: string;
  mediaType: "image/png" | "image/jpeg";
  bytes: number;
  width: number;
  height: number;
  alt: string;
  credit: string | null;
};

/** What a document can hold: `sideMax` pixels wide and high, `bytesMax` bytes. */
type PictureLimits = { sideMax: number; bytesMax: number };

export type WantedPictures = { assetIds: readonly string[]; copySize: DerivativeSize; limits: PictureLimits };

/** More pixels of a PNG take a document longer than half a second to unpack. */
const pngPixelsMax = 1_000_000;

/**
 * The smallest sufficient file of each of the agency's pictures, as JPEG or PNG: a small PNG as it is, because its transparent
 * parts would be black as a JPEG, then a copy of up to `copySize`, then the original. None where none keeps the limits.
 */
export async function findPrintPictures(
  sql: Queryable,
  agencyId: number,
  { assetIds, copySize, limits }: WantedPictures,
): Promise<PrintPicture[]> {
  return await sql<PrintPicture[]>`
    select distinct on (a.id)
      a.id as "assetId",
      file.id as "fileId",
      file.media_type as "mediaType",
      file.bytes,
      file.width,
      file.height,
      coalesce(a.alt, '') as alt,
      a.credit
    from asset a
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
        and copy.size <= ${copySize}
    ) as file
    where a.agency_id = ${agencyId}
      and a.id = any(${sql.array([...assetIds])}::uuid[])
      and file.media_type in ('image/jpeg', 'image/png')
      and (file.media_type = 'image/jpeg' or file.choice = 1)
      and file.bytes <= ${limits.bytesMax}
      and file.width between 1 and ${limits.sideMax}
      and file.height between 1 and ${limits.sideMax}
    order by a.id, file.choice, file.width desc
    limit ${assetIds.length}
  `;
}
