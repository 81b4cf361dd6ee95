import type { Queryable } from "../../../floor/db/open.ts";
import { contentFields } from "../drafts/content-fields-sql.ts";
import type { DraftContent } from "../drafts/rules.ts";
import type { DraftStatus } from "../drafts/schema.ts";

export type ReleaseState = {
  pressReleaseId: number;
  clientId: number;
  draftId: string | null;
  status: DraftStatus;
};

/** A release of the agency as it stands now, or null. */
export async function findReleaseState(
  sql: Queryable,
  agencyId: number,
  pressReleaseId: number,
): Promise<ReleaseState | null> {
  const [row] = await sql<ReleaseState[]>`
    select ${stateColumns(sql)}
    from release
    where agency_id = ${agencyId}
      and id = ${pressReleaseId}
  `;
  return row ?? null;
}

/** The state of a release, locked until the transaction ends. */
export async function lockReleaseState(
  transaction: Queryable,
  agencyId: number,
  pressReleaseId: number,
): Promise<ReleaseState | null> {
  const [row] = await transaction<ReleaseState[]>`
    select ${stateColumns(transaction)}
    from release
    where agency_id = ${agencyId}
      and id = ${pressReleaseId}
    for update
  `;
  return row ?? null;
}

/** Moves a release that the transaction holds, and returns when. */
export async function setReleaseStatus(
  transaction: Queryable,
  agencyId: number,
  input: { pressReleaseId: number; status: "approved" | "published" | "archived" },
): Promise<Date> {
  const [row] = await transaction<{ updatedAt: Date }[]>`
    update release
    set status = ${input.status}, updated_at = now()
    where agency_id = ${agencyId}
      and id = ${input.pressReleaseId}
    returning updated_at as "updatedAt"
  `;
  if (row === undefined) throw new Error("The release that the transaction holds is not there.");
  return row.updatedAt;
}

/** Gives readers the corrected text under the address that they have. */
export async function updateCorrectedRelease(
  transaction: Queryable,
  agencyId: number,
  { pressReleaseId, content }: { pressReleaseId: number; content: DraftContent },
): Promise<void> {
  const { names, values } = contentFields(transaction, content);
  await transaction`
    update release
    set
      (${names}) = (${values}),
      place = ${content.dateline},
      correction_note = ${content.correctionNote},
      corrected_at = now(),
      updated_at = now()
    where agency_id = ${agencyId}
      and id = ${pressReleaseId}
      and status = 'published'
  `;
}

/** What readers have of a release that never was a draft. */
export async function findReleaseContent(
  sql: Queryable,
  agencyId: number,
  pressReleaseId: number,
): Promise<DraftContent | null> {
  const [row] = await sql<DraftContent[]>`
    select
      title, language, keywords, slug, topics,
      nullif(subtitle, '') as subtitle,
      body_markdown as "bodyMarkdown",
      null::timestamptz as "embargoUntil",
      seo_title as "seoTitle",
      seo_description as "seoDescription",
      nullif(place, '') as dateline,
      image_asset_id as "imageAssetId",
      asset_ids as "assetIds",
      translation_of as "translationOf",
      correction_note as "correctionNote"
    from release
    where agency_id = ${agencyId}
      and id = ${pressReleaseId}
  `;
  return row ?? null;
}

/** Ties a release that never was a draft to one whose first version is what readers have. */
export async function tieDraftToRelease(
  transaction: Queryable,
  agencyId: number,
  input: { draftId: string; pressReleaseId: number },
): Promise<void> {
  await transaction`
    update draft
    set release_id = ${input.pressReleaseId}, published_version = version
    where agency_id = ${agencyId}
      and id = ${input.draftId}
  `;
  await transaction`
    update release
    set draft_id = ${input.draftId}
    where agency_id = ${agencyId}
      and id = ${input.pressReleaseId}
  `;
}

function stateColumns(sql: Queryable) {
  return sql`
    status,
    id as "pressReleaseId",
    client_id as "clientId",
    draft_id as "draftId"
  `;
}
