import { textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";

/** The original of an asset, as an archive takes it. */
export type Original = { id: string; fileId: string; fileName: string; bytes: number; createdAt: Date };

/** The originals of these assets of the agency, in the order of `ids`. */
export async function listOriginals(
  sql: Queryable,
  agencyId: number,
  ids: readonly string[],
): Promise<Original[]> {
  const wanted = textArray(ids);
  return await sql<Original[]>`
    select a.id, b.id as "fileId", a.file_name as "fileName", b.bytes, a.created_at as "createdAt"
    from asset a
    join media_blob b on b.agency_id = a.agency_id and b.id = a.blob_id
    where a.agency_id = ${agencyId}
      and a.id = any(${wanted}::uuid[])
    order by array_position(${wanted}::uuid[], a.id)
  `;
}
