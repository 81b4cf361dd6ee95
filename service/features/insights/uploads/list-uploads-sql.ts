import { textArray } from "../../../floor/db/array-literals.ts";
import { afterEveryUuid, byUuid, limitForPeople, listPage } from "../../../floor/db/keyset-list.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { ImportKind } from "../import/kinds.ts";
import type { UploadState } from "./schema.ts";

/** A file that was taken in, or one that is on its way; then it has a state. */
export type ListedImport = {
  id: string;
  kind: ImportKind;
  fileName: string;
  rows: number;
  importedAt: Date;
};
export type OpenUpload = {
  id: string;
  fileName: string;
  state: UploadState;
  createdAt: Date;
  progress: number;
};

const list = { name: "imports", ...byUuid, limitDefault: limitForPeople };
const openShownMax = 20;

/** Files that the agency took in, newest first. Throws `invalid_cursor`. */
export async function listImports(
  sql: Sql,
  agencyId: number,
  input: { cursor?: string | undefined; kinds: readonly ImportKind[] },
): Promise<{ imports: ListedImport[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(
    list,
    input,
    ({ after, rowsMax }) => sql<ListedImport[]>`
      select id, kind, file_name as "fileName", rows, imported_at as "importedAt"
      from insight_import
      where agency_id = ${agencyId}
        and kind = any (${textArray(input.kinds)}::text[])
        and id < ${after ?? afterEveryUuid}
        and state in ('replacing', 'stored')
      order by id desc
      limit ${rowsMax}
    `,
  );
  return { imports: items, nextCursor };
}

/** The agency's files that are not taken in yet, or could not be, newest first. */
export async function listOpenUploads(
  sql: Sql,
  agencyId: number,
  kinds: readonly ImportKind[],
): Promise<OpenUpload[]> {
  return await sql<OpenUpload[]>`
    select id, file_name as "fileName", state, created_at as "createdAt", progress
    from insight_upload
    where agency_id = ${agencyId}
      and kind = any (${textArray(kinds)}::text[])
      and state in ('receiving', 'received', 'queued', 'running', 'refused', 'failed')
    order by id desc
    limit ${openShownMax}
  `;
}
