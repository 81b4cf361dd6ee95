import type { PendingQuery, Row } from "postgres";
import { textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { DerivativeFormat, DerivativeSize } from "./picture/prepared-file.ts";
import type { Focus } from "./schema.ts";
import { focusOf } from "./sql.ts";

type Fragment = PendingQuery<Row[]>;

/** What a page needs to show a picture or offer a file. */
export type ShownAsset = {
  id: string;
  fileName: string;
  mediaType: string;
  bytes: number;
  sha256: string;
  width: number | null;
  height: number | null;
  alt: string | null;
  credit: string | null;
  caption: string | null;
  /** Left out by answers from before there was one. */
  focus?: Focus | null;
  /** Smaller copies, smallest first. */
  derivatives: { size: DerivativeSize; format: DerivativeFormat; width: number; height: number }[];
};

/** An asset as JSON, inside a statement that knows agency and id: no page asks once more for its pictures. Null for none. */
export function shownAsset(
  sql: Queryable,
  { agencyId, assetId }: { agencyId: Fragment; assetId: Fragment },
): Fragment {
  return sql`
    (
      select json_build_object(
        'id', shown.id,
        'fileName', shown.file_name,
        'mediaType', blob.media_type,
        'bytes', blob.bytes,
        'sha256', encode(blob.sha256, 'hex'),
        'width', blob.width,
        'height', blob.height,
        'alt', shown.alt,
        'credit', shown.credit,
        'caption', shown.caption,
        'focus', ${focusOf(sql, sql`shown`)},
        'derivatives', (
          select coalesce(
            json_agg(
              json_build_object('size', copy.size, 'format', copy.format, 'width', copy.width, 'height', copy.height)
              order by copy.size, copy.format
            ),
            '[]'
          )
          from media_derivative copy
          where copy.agency_id = ${agencyId}
            and copy.blob_id = shown.blob_id
        )
      )
      from asset shown
      join media_blob blob on blob.agency_id = ${agencyId} and blob.id = shown.blob_id
      where shown.agency_id = ${agencyId}
        and shown.id = ${assetId}
    )
  `;
}

/**
 * The assets of an array of ids as a JSON array, in its order. A cluster takes it where each table of the statement names the
 * agency by its number.
 */
export function shownAssets(
  sql: Queryable,
  { agencyId, assetIds }: { agencyId: Fragment; assetIds: Fragment },
): Fragment {
  return sql`
    (
      select coalesce(json_agg(each.asset order by each.position), '[]')
      from (
        select wanted.position, ${shownAsset(sql, { agencyId, assetId: sql`wanted.id` })} as asset
        from unnest(${assetIds}) with ordinality as wanted (id, position)
      ) as each
      where each.asset is not null
    )
  `;
}

/** Names the versions of these assets: the same text, the same pictures with the same words. */
export function assetsStamp(
  sql: Queryable,
  { agencyId, assetIds }: { agencyId: Fragment; assetIds: Fragment },
): Fragment {
  return sql`
    (
      select coalesce(string_agg(concat_ws(' ', shown.ctid, shown.xmin), ',' order by shown.id), '')
      from asset shown
      where shown.agency_id = ${agencyId}
        and shown.id = any(${assetIds})
    )
  `;
}

/** Assets of a client by their ids, in that order; ids that the client doesn't have are left out. */
export async function listShownAssets(
  sql: Queryable,
  agencyId: number,
  { clientId, assetIds }: { clientId: number; assetIds: readonly string[] },
): Promise<ShownAsset[]> {
  if (assetIds.length === 0) return [];
  const wanted = textArray(assetIds);
  const rows = await sql<{ asset: ShownAsset }[]>`
    select ${shownAsset(sql, { agencyId: sql`a.agency_id`, assetId: sql`a.id` })} as asset
    from asset a
    where a.agency_id = ${agencyId}
      and a.client_id = ${clientId}
      and a.id = any(${wanted}::uuid[])
    order by array_position(${wanted}::uuid[], a.id)
  `;
  return rows.map(({ asset }) => asset);
}
