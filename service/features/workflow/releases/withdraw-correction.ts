import type { Queryable } from "../../../floor/db/open.ts";
import type { AuditActor } from "../../audit/sql.ts";
import { supersedeApprovals } from "../approvals/sql.ts";
import type { DraftRow } from "../drafts/sql.ts";
import { insertVersion } from "../drafts/sql.ts";
import { findVersion, setDraftPublishedVersion } from "../drafts/version-sql.ts";

/**
 * Drops a correction that is under way: what readers have becomes the newest version again, and no approval of the other text
 * counts. The versions in between stay readable. Returns the new version.
 */
export async function withdrawCorrection(
  transaction: Queryable,
  agencyId: number,
  { draft, actor }: { draft: DraftRow; actor: AuditActor },
): Promise<number> {
  const published = await findVersion(transaction, agencyId, {
    draftId: draft.id,
    version: draft.publishedVersion ?? 0,
  });
  if (published === null) throw new Error("The published version of a draft is not there.");
  const version = draft.version + 1;
  const { content, contentHash } = published;
  const copy = { draftId: draft.id, version, content, contentHash, author: actor };
  await insertVersion(transaction, agencyId, copy);
  await setDraftPublishedVersion(transaction, agencyId, { draftId: draft.id, version });
  await supersedeApprovals(transaction, agencyId, draft.id);
  return version;
}
