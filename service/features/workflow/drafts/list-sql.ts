import { integerArray } from "../../../floor/db/array-literals.ts";
import { pageBytesMax, rowsWithin } from "../../../floor/db/keyset-list.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import type { DraftStatus, ListedDraft } from "./schema.ts";

export type ListedRow = Omit<ListedDraft, "updatedAt"> & { updatedAt: Date };

/**
 * Drafts, newest first (ids are in order of time), from below `beforeId`; the text only where it is asked for, and only of as many
 * as a page takes.
 */
export async function listDraftRows(
  sql: Queryable,
  agencyId: number,
  input: {
    clientId: number | null;
    clientIds: readonly number[] | null;
    draftId: string | null;
    status: DraftStatus | null;
    updatedSince: Date | null;
    beforeId: string | null;
    includeBody: boolean;
    limit: number;
  },
): Promise<ListedRow[]> {
  const columns = sql`
    id, status, version, title, "clientId", "clientName", "approvedVersion", "pressReleaseId", "updatedAt"
    ${input.includeBody ? sql`, "bodyMarkdown"` : sql``}
  `;
  const listed = sql`
    select
      d.id, d.status, d.version, v.title,
      d.client_id as "clientId",
      c.name as "clientName",
      d.approved_version as "approvedVersion",
      d.release_id as "pressReleaseId",
      d.updated_at as "updatedAt"
      ${input.includeBody ? sql`, v.body_markdown as "bodyMarkdown", octet_length(v.body_markdown) as bytes` : sql`, 0 as bytes`}
    from draft d
    join draft_version v on v.agency_id = d.agency_id and v.draft_id = d.id and v.version = d.version
    join client c on c.agency_id = d.agency_id and c.id = d.client_id
    where d.agency_id = ${agencyId}
      ${input.clientId === null ? sql`` : sql`and d.client_id = ${input.clientId}`}
      ${input.clientIds === null ? sql`` : sql`and d.client_id = any(${integerArray(input.clientIds)}::integer[])`}
      ${input.draftId === null ? sql`` : sql`and d.id = ${input.draftId}`}
      ${input.status === null ? sql`` : sql`and d.status = ${input.status}`}
      ${input.updatedSince === null ? sql`` : sql`and d.updated_at >= ${input.updatedSince}`}
      ${input.beforeId === null ? sql`` : sql`and d.id < ${input.beforeId}`}
    order by d.id desc
    limit ${input.limit}
  `;
  return await sql<
    ListedRow[]
  >`${rowsWithin(sql, { columns, listed, order: sql`id desc`, bytesMax: pageBytesMax })}`;
}
