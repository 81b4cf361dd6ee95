import { textArray } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { releaseFiles } from "./store-files-sql.ts";

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
