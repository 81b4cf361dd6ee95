import type { Queryable } from "../../db/open.ts";
import type { DraftContent } from "./rules.ts";
import { contentColumns } from "./sql.ts";

export type DraftVersionRow = {
  version: number;
  createdAt: Date;
  content: DraftContent;
  contentHash: Uint8Array;
};

/** One version of a draft with its text, or null. */
export async function findVersion(
  sql: Queryable,
  agencyId: number,
  input: { draftId: string; version: number },
): Promise<DraftVersionRow | null> {
  const [row] = await sql<(Omit<DraftVersionRow, "content"> & DraftContent)[]>`
    select
      v.version,
      v.created_at as "createdAt",
      v.content_hash as "contentHash",
      ${contentColumns(sql)}
    from draft_version v
    where v.agency_id = ${agencyId}
      and v.draft_id = ${input.draftId}
      and v.version = ${input.version}
  `;
  if (row === undefined) return null;
  const { version, createdAt, contentHash, ...content } = row;
  return { version, createdAt, contentHash, content };
}

/** Makes a version that was just written the one that readers have. */
export async function setDraftPublishedVersion(
  transaction: Queryable,
  agencyId: number,
  input: { draftId: string; version: number },
): Promise<void> {
  await transaction`
    update draft
    set
      status = 'published',
      version = ${input.version},
      approved_version = ${input.version},
      published_version = ${input.version},
      updated_at = now()
    where agency_id = ${agencyId}
      and id = ${input.draftId}
  `;
}
