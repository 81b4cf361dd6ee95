import type { Queryable } from "../../../floor/db/open.ts";
import { ownHostColumn } from "../../clients/newsroom-sql.ts";
import type { NewsroomAddress } from "../../newsroom/paths.ts";
import type { DraftStatus } from "../drafts/schema.ts";

export type ReleaseRow = NewsroomAddress & {
  pressReleaseId: number;
  clientId: number;
  clientName: string;
  title: string;
  status: DraftStatus;
  slug: string;
  publishedAt: Date | null;
  correctedAt: Date | null;
  /** Since when a release that appeared elsewhere is here. */
  movedInAt: Date | null;
  correctionNote: string | null;
  draftId: string | null;
  scheduledFor: Date | null;
  draftStatus: DraftStatus | null;
  /** What readers have; null where there is no draft. */
  publishedVersion: number | null;
};

/** A release with its client and its draft, or null. */
export async function findReleaseRow(
  sql: Queryable,
  agencyId: number,
  pressReleaseId: number,
): Promise<ReleaseRow | null> {
  const [row] = await sql<ReleaseRow[]>`
    select
      r.title, r.status, r.slug,
      r.id as "pressReleaseId",
      r.client_id as "clientId",
      c.name as "clientName",
      c.slug as "clientSlug",
      ${ownHostColumn(sql)} as "ownHost",
      r.published_at as "publishedAt",
      r.corrected_at as "correctedAt",
      r.moved_in_at as "movedInAt",
      r.correction_note as "correctionNote",
      r.draft_id as "draftId",
      d.scheduled_for as "scheduledFor",
      d.status as "draftStatus",
      d.published_version as "publishedVersion"
    from release r
    join client c on c.agency_id = r.agency_id and c.id = r.client_id
    left join draft d on d.agency_id = r.agency_id and d.id = r.draft_id
    where r.agency_id = ${agencyId}
      and r.id = ${pressReleaseId}
  `;
  return row ?? null;
}
