import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { uuidPattern } from "../../../schema.ts";
import { type DraftRow, findDraft, lockDraft } from "./sql.ts";

/** The draft of the agency. Throws `not_found` for any other id, malformed ones too. */
export async function draftOf(sql: Queryable, agencyId: number, draftId: string): Promise<DraftRow> {
  return refuseMissing(uuidPattern.test(draftId) ? await findDraft(sql, agencyId, draftId) : null);
}

/** The draft as `draftOf` finds it, locked until the transaction ends. */
export async function heldDraftOf(
  transaction: Queryable,
  agencyId: number,
  draftId: string,
): Promise<DraftRow> {
  return refuseMissing(uuidPattern.test(draftId) ? await lockDraft(transaction, agencyId, draftId) : null);
}

/** A draft in the version that somebody saw; left out where none was. */
export type SeenDraft = { draftId: string; expectedVersion?: number | undefined };

/** Throws `version_conflict` where the draft has a newer version than the one that was seen. */
export function refuseNewerVersion(draft: DraftRow, expectedVersion: number | undefined): void {
  if (expectedVersion === undefined || expectedVersion === draft.version) return;
  throw new ServiceError(
    "version_conflict",
    `The draft is at version ${draft.version} by now. Read it with list_drafts and apply your change to that.`,
    { facts: { currentVersion: draft.version } },
  );
}

function refuseMissing(draft: DraftRow | null): DraftRow {
  if (draft !== null) return draft;
  throw new ServiceError("not_found", "There is no such draft. Ask list_drafts for the ids.");
}
