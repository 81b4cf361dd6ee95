import type { Queryable, Sql } from "../../db/open.ts";
import { uploadBytesMax } from "./schema.ts";

export type AddPartOutcome = "added" | "unknown" | "too_large";

/** Stores a piece; the same piece again replaces it, so that a call may be repeated. */
export async function insertPart(
  sql: Sql,
  agencyId: number,
  input: { uploadId: string; position: number; content: Uint8Array },
): Promise<AddPartOutcome> {
  return await sql.begin(async (transaction) => {
    const [upload] = await transaction<{ bytes: number }[]>`
      select bytes
      from insight_upload
      where agency_id = ${agencyId}
        and id = ${input.uploadId}
        and state = 'receiving'
      for update
    `;
    if (upload === undefined) return "unknown";
    const [before] = await transaction<{ bytes: number }[]>`
      select octet_length(content) as bytes
      from insight_upload_part
      where agency_id = ${agencyId}
        and upload_id = ${input.uploadId}
        and position = ${input.position}
    `;
    const bytes = Number(upload.bytes) - (before?.bytes ?? 0) + input.content.byteLength;
    if (bytes > uploadBytesMax) return "too_large";
    await transaction`
      insert into insight_upload_part (agency_id, upload_id, position, content)
      values (${agencyId}, ${input.uploadId}, ${input.position}, ${input.content})
      on conflict (agency_id, upload_id, position) do update
      set content = excluded.content
    `;
    await transaction`
      update insight_upload
      set bytes = ${bytes}
      where agency_id = ${agencyId}
        and id = ${input.uploadId}
    `;
    return "added";
  });
}

/** The pieces of a file in their order, one statement each, so that memory holds one. Null marks a piece that never came. */
export async function* readParts(
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

/** Whether pieces lie behind a gap. */
export async function hasGap(sql: Queryable, agencyId: number, uploadId: string): Promise<boolean> {
  const [row] = await sql<{ hasGap: boolean }[]>`
    select coalesce(max(position) + 1, 0) <> count(*) as "hasGap"
    from insight_upload_part
    where agency_id = ${agencyId}
      and upload_id = ${uploadId}
  `;
  return row?.hasGap ?? false;
}
