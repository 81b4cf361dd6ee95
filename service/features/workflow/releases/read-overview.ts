import type { Queryable } from "../../../floor/db/open.ts";
import { listShownAssets, type ShownAsset } from "../../media/shown-asset-sql.ts";
import type { ApprovalRow } from "../approvals/approval-row-sql.ts";
import { findLatestApproval } from "../approvals/sql.ts";
import type { DraftContent } from "../drafts/rules.ts";
import { findReleaseContent } from "./lifecycle-sql.ts";
import { listOnlineMails, type OnlineMailState } from "./online-mail/sql.ts";
import {
  findReleaseFigures,
  findReleaseMailing,
  listReleaseClippings,
  listReportsOfRelease,
  type ReleaseClipping,
  type ReleaseFigures,
  type ReleaseMailing,
  type ReleaseReport,
} from "./overview-sql.ts";
import type { ReleaseOverview } from "./read-release.ts";

export type WholeRelease = {
  content: DraftContent | null;
  picture: ShownAsset | null;
  figures: ReleaseFigures;
  clippings: ReleaseClipping[];
  mailing: ReleaseMailing | null;
  reports: ReleaseReport[];
  told: OnlineMailState[];
  /** The newest, of a release that is planned. */
  approvals: ApprovalRow[];
};

/** All that the page of a release shows beside the release itself. */
export async function readOverview(
  sql: Queryable,
  agencyId: number,
  { release, timeZone, isLimited }: { release: ReleaseOverview; timeZone: string; isLimited: boolean },
): Promise<WholeRelease> {
  const { pressReleaseId: releaseId, clientId, status, draftId } = release;
  const [content, figures, clippings, mailing, reports, told, approval] = await Promise.all([
    findReleaseContent(sql, agencyId, releaseId),
    findReleaseFigures(sql, agencyId, { releaseId, timeZone }),
    listReleaseClippings(sql, agencyId, releaseId),
    findReleaseMailing(sql, agencyId, releaseId),
    listReportsOfRelease(sql, agencyId, { releaseId, clientId, isLimited }),
    listOnlineMails(sql, agencyId, { clientId, releaseId }),
    status === "scheduled" && draftId !== null ? findLatestApproval(sql, agencyId, draftId) : null,
  ]);
  const imageId = content?.imageAssetId ?? null;
  const assetIds = imageId === null ? [] : [imageId];
  const [picture = null] = await listShownAssets(sql, agencyId, { clientId, assetIds });
  const approvals = approval === null ? [] : [approval];
  return { content, picture, figures, clippings, mailing, reports, told, approvals };
}
