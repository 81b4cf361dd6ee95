import { textArray } from "../../../floor/db/array-literals.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { deleteUploadsById } from "../../media/erase-sql.ts";
import type { MediaStore } from "../../media/store-files.ts";
import { readUpload } from "../../media/uploads.ts";

/** The bytes of a file that was handed over, in memory part by part. */
export async function* readHandedOver(
  deps: MediaStore,
  agencyId: number,
  uploadId: string,
): AsyncGenerator<Uint8Array> {
  yield* readUpload(deps, agencyId, uploadId);
  yield* readEarlierParts(deps.sql, agencyId, uploadId);
}

/** Until 0.4.0: in 0.2.0 the pieces of a file were rows of their own. What waits of them is imported to its end. */
async function* readEarlierParts(
  sql: Queryable,
  agencyId: number,
  uploadId: string,
): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const [row] = await sql<{ content: Uint8Array }[]>`
      select content
      from insight_upload_part
      where agency_id = ${agencyId}
        and upload_id = ${uploadId}
        and position = ${position}
    `;
    if (row === undefined) return;
    yield row.content;
  }
}

/** Forgets the bytes of files; for the transaction that says that they are needed no more. */
export async function forgetBytes(
  transaction: Queryable,
  agencyId: number,
  uploadIds: readonly string[],
): Promise<void> {
  await deleteUploadsById(transaction, agencyId, uploadIds);
  await transaction`
    delete from insight_upload_part
    where agency_id = ${agencyId}
      and upload_id = any(${textArray(uploadIds)}::uuid[])
  `;
}
