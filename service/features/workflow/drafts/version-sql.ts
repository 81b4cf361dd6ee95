import type { Queryable } from "../../../floor/db/open.ts";
import type { ApprovalStatus } from "../approvals/schema.ts";
import type { DraftContent } from "./rules.ts";
import { contentColumns } from "./sql.ts";

export type ListedVersion = {
  version: number;
  title: string;
  createdAt: Date;
  /** Who wrote it, as in the audit; null for a version from before that was noted. */
  authorType: string | null;
  authorId: string | null;
  /** What became of its newest approval request; null where nobody was asked. */
  approvalStatus: ApprovalStatus | null;
  /** The agency recorded that approval. */
  isRecorded: boolean;
  isPublished: boolean;
};

export type DraftVersionRow = {
  version: number;
  createdAt: Date;
  authorType: string | null;
  authorId: string | null;
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
      v.author_type as "authorType",
      v.author_id as "authorId",
      v.content_hash as "contentHash",
      ${contentColumns(sql)}
    from draft_version v
    where v.agency_id = ${agencyId}
      and v.draft_id = ${input.draftId}
      and v.version = ${input.version}
  `;
  if (row === undefined) return null;
  const { version, createdAt, authorType, authorId, contentHash, ...content } = row;
  return { version, createdAt, authorType, authorId, contentHash, content };
}

/** Versions of a draft, newest first, below `before`; without their texts. */
export async function listVersionRows(
  sql: Queryable,
  agencyId: number,
  input: { draftId: string; before: number; limit: number },
): Promise<ListedVersion[]> {
  return await sql<ListedVersion[]>`
    select
      v.version, v.title,
      v.created_at as "createdAt",
      v.author_type as "authorType",
      v.author_id as "authorId",
      coalesce(v.version = d.published_version, false) as "isPublished",
      -- What was granted stays so, though a later text has taken its place.
      case when newest.status = 'superseded' and newest.decided_at is not null then 'approved' else newest.status end
        as "approvalStatus",
      coalesce(newest.kind = 'recorded', false) as "isRecorded"
    from draft_version v
    join draft d on d.agency_id = v.agency_id and d.id = v.draft_id
    left join lateral (
      select a.status, a.kind, a.decided_at
      from approval a
      where a.agency_id = ${agencyId}
        and a.draft_id = v.draft_id
        and a.draft_version = v.version
      order by a.requested_at desc, a.id desc
      limit 1
    ) newest on true
    where v.agency_id = ${agencyId}
      and v.draft_id = ${input.draftId}
      and v.version < ${input.before}
    order by v.version desc
    limit ${input.limit}
  `;
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
      scheduled_for = null,
      updated_at = now()
    where agency_id = ${agencyId}
      and id = ${input.draftId}
  `;
}
