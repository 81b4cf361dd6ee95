import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { refusal } from "../../../floor/web/refuse-fields.ts";
import { lockClient } from "../../clients/sql.ts";
import { type DraftRow, lockDraft } from "../drafts/sql.ts";
import { findReleaseState, lockReleaseState, type ReleaseState } from "./lifecycle-sql.ts";

export type HeldRelease = { release: ReleaseState; draft: DraftRow | null };

/**
 * A release of the agency with its draft and its client, all held until the transaction ends, so that of two changes at once the later
 * one sees the earlier. Throws `not_found`.
 */
export async function heldReleaseOf(
  transaction: Queryable,
  agencyId: number,
  pressReleaseId: number,
): Promise<HeldRelease> {
  const known = await findReleaseState(transaction, agencyId, pressReleaseId);
  // The draft is locked first, as everywhere, so that no two changes wait for each other.
  const draft =
    known === null || known.draftId === null ? null : await lockDraft(transaction, agencyId, known.draftId);
  // The client before the release, as whoever publishes does.
  if (known !== null) await lockClient(transaction, agencyId, known.clientId);
  const release = known === null ? null : await lockReleaseState(transaction, agencyId, pressReleaseId);
  if (release === null) throw new ServiceError("not_found", `There is no release ${pressReleaseId}.`);
  if (release.draftId !== (draft?.id ?? null)) {
    throw statusConflict(release, {
      german: "Gerade hat jemand begonnen, die Meldung zu berichtigen. Bitte laden Sie die Seite neu.",
      english: "Somebody has just begun to correct the release. Look at it again.",
    });
  }
  return { release, draft };
}

/** A change that does not fit the state of the release. */
export function statusConflict(
  release: ReleaseState,
  reason: { german: string; english: string },
  draft?: DraftRow | null,
): ServiceError {
  return refusal("release_status_conflict", {
    ...reason,
    facts: {
      status: release.status,
      ...(draft !== undefined && draft !== null && { draftId: draft.id, currentVersion: draft.version }),
    },
  });
}
