import type { Queryable } from "../../../floor/db/open.ts";
import type { AuditActor } from "../../audit/sql.ts";
import type { DraftContent } from "./rules.ts";
import { contentColumns } from "./sql.ts";

export type DraftInWork = { draftId: string; version: number; content: DraftContent };

/**
 * The texts of a client that people still write, and that hold a picture or file in their newest version, locked until the
 * transaction ends. One that somebody saves at this moment is left out.
 */
export async function lockDraftsInWork(
  transaction: Queryable,
  agencyId: number,
  { clientId, assetId, limit }: { clientId: number; assetId: string; limit: number },
): Promise<DraftInWork[]> {
  const rows = await transaction<(Omit<DraftInWork, "content"> & DraftContent)[]>`
    select d.id as "draftId", d.version, ${contentColumns(transaction)}
    from draft d
    join draft_version v on v.agency_id = d.agency_id and v.draft_id = d.id and v.version = d.version
    where d.agency_id = ${agencyId}
      and d.client_id = ${clientId}
      and d.status in ('draft', 'changes_requested')
      and (v.image_asset_id = ${assetId} or v.asset_ids @> array[${assetId}]::uuid[])
    order by d.id
    limit ${limit}
    for update of d
  `;
  return rows.map(({ draftId, version, ...content }) => ({ draftId, version, content }));
}

/**
 * Writes the next version of texts that the transaction holds: as the last one, with another text, picture and files. Changes that the
 * client wished stay wished: nobody has dealt with them.
 */
export async function insertVersionsWithAsset(
  transaction: Queryable,
  agencyId: number,
  { drafts, author }: { drafts: readonly (DraftInWork & { contentHash: Uint8Array })[]; author: AuditActor },
): Promise<void> {
  const rows = drafts.map(({ draftId, version, content, contentHash }) => ({
    draftId,
    version,
    bodyMarkdown: content.bodyMarkdown,
    imageAssetId: content.imageAssetId,
    assetIds: content.assetIds,
    contentHash: Buffer.from(contentHash).toString("hex"),
  }));
  await transaction`
    insert into draft_version (
      agency_id, draft_id, version, title, subtitle, body_markdown, language, keywords, seo_title, seo_description,
      topics, image_asset_id, asset_ids, translation_of, embargo_until, slug, dateline, correction_note, content_hash,
      author_type, author_id
    )
    select
      ${agencyId}, v.draft_id, v.version + 1, v.title, v.subtitle, changed."bodyMarkdown", v.language, v.keywords,
      v.seo_title, v.seo_description, v.topics, changed."imageAssetId", changed."assetIds", v.translation_of,
      v.embargo_until, v.slug, v.dateline, v.correction_note, decode(changed."contentHash", 'hex'),
      ${author.type}, ${author.id}
    from jsonb_to_recordset(${transaction.json(rows)}) as changed (
      "draftId" uuid, version integer, "bodyMarkdown" text, "imageAssetId" uuid, "assetIds" uuid[], "contentHash" text
    )
    join draft_version v on v.draft_id = changed."draftId" and v.version = changed.version
    where v.agency_id = ${agencyId}
  `;
  await transaction`
    update draft
    set version = changed.version + 1, approved_version = null, updated_at = now()
    from jsonb_to_recordset(${transaction.json(rows.map(({ draftId, version }) => ({ draftId, version })))}) as changed (
      "draftId" uuid, version integer
    )
    where draft.agency_id = ${agencyId}
      and draft.id = changed."draftId"
  `;
}
