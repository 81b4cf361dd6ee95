import type { Queryable } from "../../../floor/db/open.ts";
import { writeWork } from "../../../floor/queues/announce-work.ts";
import type { WorkQueue } from "../../../floor/queues/work-queue.ts";
import type { AuditActor } from "../../audit/sql.ts";
import { contentFields } from "./content-fields-sql.ts";
import type { DraftContent } from "./rules.ts";
import type { DraftStatus } from "./schema.ts";

export type DraftRow = {
  id: string;
  clientId: number;
  status: DraftStatus;
  version: number;
  approvedVersion: number | null;
  /** The version that readers have; null before the first publication. */
  publishedVersion: number | null;
  releaseId: number | null;
  scheduledFor: Date | null;
  updatedAt: Date;
  content: DraftContent;
  contentHash: Uint8Array;
};

type NewVersion = {
  draftId: string;
  version: number;
  content: DraftContent;
  contentHash: Uint8Array;
  author: AuditActor;
};

type FlatRow = Omit<DraftRow, "content"> & DraftContent;

/** Inserts a draft with its first version; returns false when the agency has used the idempotency key before. */
export async function insertDraft(
  transaction: Queryable,
  agencyId: number,
  input: {
    id: string;
    clientId: number;
    content: DraftContent;
    contentHash: Uint8Array;
    author: AuditActor;
    idempotencyKey: string | null;
    requestHash: Uint8Array | null;
  },
): Promise<boolean> {
  const [row] = await transaction`
    insert into draft (agency_id, id, client_id, idempotency_key, request_hash)
    values (${agencyId}, ${input.id}, ${input.clientId}, ${input.idempotencyKey}, ${input.requestHash})
    on conflict (agency_id, idempotency_key) do nothing
    returning id
  `;
  if (row === undefined) return false;
  await insertVersion(transaction, agencyId, { ...input, draftId: input.id, version: 1 });
  return true;
}

/** The draft that a call with this key created, and the hash of that call's input. */
export async function findDraftByKey(
  sql: Queryable,
  agencyId: number,
  idempotencyKey: string,
): Promise<{ id: string; requestHash: Uint8Array } | null> {
  const [row] = await sql<{ id: string; requestHash: Uint8Array }[]>`
    select id, request_hash as "requestHash"
    from draft
    where agency_id = ${agencyId}
      and idempotency_key = ${idempotencyKey}
  `;
  return row ?? null;
}

/** A draft with its current text, or null. */
export async function findDraft(sql: Queryable, agencyId: number, draftId: string): Promise<DraftRow | null> {
  const [row] = await sql<FlatRow[]>`
    select ${columns(sql)}
    from draft d
    join draft_version v on v.agency_id = d.agency_id and v.draft_id = d.id and v.version = d.version
    where d.agency_id = ${agencyId}
      and d.id = ${draftId}
  `;
  return row === undefined ? null : nested(row);
}

/** The same, with the draft held until the transaction ends, so that nothing of it changes under a decision. */
export async function lockDraft(
  transaction: Queryable,
  agencyId: number,
  draftId: string,
): Promise<DraftRow | null> {
  const [held] = await transaction`
    select id
    from draft
    where agency_id = ${agencyId}
      and id = ${draftId}
    for update
  `;
  // A second statement, because the first may have waited for a lock and does not see what was committed meanwhile.
  return held === undefined ? null : await findDraft(transaction, agencyId, draftId);
}

/** Writes the next version of a draft that the transaction holds, and sends it back to the beginning of its way. */
export async function insertNextVersion(
  transaction: Queryable,
  agencyId: number,
  input: NewVersion,
): Promise<void> {
  await insertVersion(transaction, agencyId, input);
  await transaction`
    update draft
    set version = ${input.version}, status = 'draft', approved_version = null, updated_at = now()
    where agency_id = ${agencyId}
      and id = ${input.draftId}
  `;
}

/** Moves a draft of the approval's way; `approvedVersion` null where there is no approval. */
export async function setDraftStatus(
  transaction: Queryable,
  agencyId: number,
  input: {
    draftId: string;
    status: "draft" | "in_approval" | "changes_requested" | "approved";
    approvedVersion: number | null;
  },
): Promise<void> {
  await transaction`
    update draft
    set
      status = ${input.status},
      approved_version = ${input.approvedVersion},
      scheduled_for = null,
      updated_at = now()
    where agency_id = ${agencyId}
      and id = ${input.draftId}
  `;
}

/** Drafts that wait for the moment of their publication. */
export const publicationQueue: WorkQueue = {
  name: "publications",
  waiting: (sql) => sql`
    select agency_id, scheduled_for as due_at
    from draft
    where status = 'scheduled'
  `,
};

/** Ties a draft to its release, published now or scheduled. */
export async function setDraftRelease(
  transaction: Queryable,
  agencyId: number,
  input: { draftId: string; releaseId: number; scheduledFor: Date | null },
): Promise<void> {
  await writeWork(
    transaction,
    { queue: publicationQueue, agencyId },
    (inner) => inner<{ dueAt: Date | null }[]>`
      update draft
      set
        status = ${input.scheduledFor === null ? "published" : "scheduled"},
        release_id = ${input.releaseId},
        published_version = ${input.scheduledFor === null ? transaction`version` : transaction`published_version`},
        scheduled_for = ${input.scheduledFor},
        updated_at = now()
      where agency_id = ${agencyId}
        and id = ${input.draftId}
      returning scheduled_for as "dueAt"
    `,
  );
}

/** Marks the draft of a release that left its newsroom, or came back. */
export async function setDraftOnline(
  transaction: Queryable,
  agencyId: number,
  input: { draftId: string; isOnline: boolean },
): Promise<void> {
  await transaction`
    update draft
    set status = ${input.isOnline ? "published" : "archived"}, updated_at = now()
    where agency_id = ${agencyId}
      and id = ${input.draftId}
  `;
}

/** Gives a draft that the transaction holds to another client. */
export async function setDraftClient(
  transaction: Queryable,
  agencyId: number,
  { draftId, clientId }: { draftId: string; clientId: number },
): Promise<void> {
  await transaction`
    update draft
    set client_id = ${clientId}, updated_at = now()
    where agency_id = ${agencyId}
      and id = ${draftId}
  `;
}

/** Writes one version of a draft, which nothing points to yet. */
export async function insertVersion(
  transaction: Queryable,
  agencyId: number,
  input: NewVersion,
): Promise<void> {
  const { content } = input;
  const { names, values } = contentFields(transaction, content);
  await transaction`
    insert into draft_version (
      agency_id, draft_id, version, ${names}, embargo_until, slug, dateline, correction_note, content_hash,
      author_type, author_id
    )
    values (
      ${agencyId}, ${input.draftId}, ${input.version}, ${values}, ${content.embargoUntil}, ${content.slug},
      ${content.dateline}, ${content.correctionNote}, ${input.contentHash}, ${input.author.type}, ${input.author.id}
    )
  `;
}

/** The columns of a `DraftContent`, of the table `draft_version v`. */
export function contentColumns(sql: Queryable) {
  return sql`
    v.title, v.subtitle, v.language, v.keywords, v.slug, v.dateline, v.topics,
    v.body_markdown as "bodyMarkdown",
    v.embargo_until as "embargoUntil",
    v.seo_title as "seoTitle",
    v.seo_description as "seoDescription",
    v.image_asset_id as "imageAssetId",
    v.asset_ids as "assetIds",
    v.translation_of as "translationOf",
    v.correction_note as "correctionNote"
  `;
}

function columns(sql: Queryable) {
  return sql`
    d.id, d.status, d.version,
    d.client_id as "clientId",
    d.approved_version as "approvedVersion",
    d.published_version as "publishedVersion",
    d.release_id as "releaseId",
    d.scheduled_for as "scheduledFor",
    d.updated_at as "updatedAt",
    ${contentColumns(sql)},
    v.content_hash as "contentHash"
  `;
}

function nested(row: FlatRow): DraftRow {
  const { id, clientId, status, version, approvedVersion, publishedVersion, releaseId, ...rest } = row;
  const { scheduledFor, updatedAt, contentHash, ...content } = rest;
  const state = { status, version, approvedVersion, publishedVersion, releaseId, scheduledFor, updatedAt };
  return { id, clientId, ...state, content, contentHash };
}
