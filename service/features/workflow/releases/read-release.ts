import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { type DraftContent, isCorrection } from "../drafts/rules.ts";
import { findReleaseContent } from "./lifecycle-sql.ts";
import { findReleaseRow, type ReleaseRow } from "./release-row-sql.ts";

export type ReleaseOverview = Omit<ReleaseRow, "draftStatus"> & {
  /** A newer text is on its way to the readers. */
  isBeingCorrected: boolean;
};

/** A release as the page on it shows it. Throws `not_found`. */
export async function readRelease(
  sql: Queryable,
  agencyId: number,
  pressReleaseId: number,
): Promise<ReleaseOverview> {
  const row = await findReleaseRow(sql, agencyId, pressReleaseId);
  if (row === null) throw new ServiceError("not_found", `There is no release ${pressReleaseId}.`);
  const { draftStatus, ...release } = row;
  return {
    ...release,
    isBeingCorrected: draftStatus !== null && isCorrection({ ...release, status: draftStatus }),
  };
}

/** What readers have of a release. Throws `not_found`. */
export async function readReleaseText(
  sql: Queryable,
  agencyId: number,
  pressReleaseId: number,
): Promise<DraftContent> {
  const content = await findReleaseContent(sql, agencyId, pressReleaseId);
  if (content === null) throw new ServiceError("not_found", `There is no release ${pressReleaseId}.`);
  return content;
}
