import { fieldReason, ServiceError } from "../../../errors.ts";
import type { ApprovalStatus } from "../approvals/schema.ts";
import { contentHash, type DraftContent } from "../drafts/rules.ts";

type CurrentText = { version: number; content: DraftContent };
type NewestApproval = { status: ApprovalStatus; draftVersion: number; contentHash: Uint8Array };

/** Between a person's click and the publication: long enough to see one's mistake, short enough to wait for. */
export const undoSeconds = 30;
/** A clock that runs a little ahead of ours still means "now". */
const publishAtPastMaxMs = 5 * 60 * 1000;
/** Further ahead is a mistyped year. */
const publishAtAheadMaxMs = 366 * 24 * 3600 * 1000;

/**
 * The moment of a scheduled publication, or null for "now". A moment that has just passed is now.
 * Throws `validation_error` for one long past, which must not publish by mistake, or more than a year ahead.
 */
export function publishAtOf(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const publishAt = new Date(text);
  const aheadMs = publishAt.getTime() - now.getTime();
  if (aheadMs < -publishAtPastMaxMs || aheadMs > publishAtAheadMaxMs) {
    throw new ServiceError(
      "validation_error",
      "publishAt is not within the next 366 days. Correct it; without it the release is published at once.",
      fieldReason("publishAt", "Bitte wählen Sie einen Termin in der Zukunft, höchstens ein Jahr voraus."),
    );
  }
  return aheadMs <= 0 ? null : publishAt;
}

/** Within the seconds in which a person may still stop it. */
export function isImminent(moment: Date | null): moment is Date {
  const aheadMs = (moment?.getTime() ?? 0) - Date.now();
  return aheadMs > 0 && aheadMs <= undoSeconds * 1000;
}

/**
 * Refuses a text that no human approved: `approval` is the newest of the draft, and it has to be of this version and of
 * this very text, by its hash.
 */
export function refuseUnapproved(
  draft: CurrentText,
  approval: NewestApproval | null,
  approvedVersion: number,
): void {
  if (approvedVersion !== draft.version) {
    throw new ServiceError(
      "approval_outdated",
      `The draft is at version ${draft.version} by now. Send that version for approval first.`,
      { facts: { currentVersion: draft.version } },
    );
  }
  if (approval?.status === "expired") {
    throw new ServiceError("approval_expired", "The request ran out without an answer. Send a new one.");
  }
  if (approval?.status === "superseded") {
    throw new ServiceError(
      "approval_outdated",
      "The draft was edited after its approval. Send the new version.",
    );
  }
  if (approval?.status === "changes_requested") {
    throw new ServiceError(
      "not_approved",
      "A human asked for changes. Read the comment by check_approval_status, change the draft, and send the new version for approval.",
    );
  }
  if (approval?.status !== "approved") {
    throw new ServiceError(
      "not_approved",
      "No human has approved this version. Use send_approval_request and check_approval_status.",
    );
  }
  const isSameText =
    approval.draftVersion === draft.version &&
    Buffer.compare(approval.contentHash, contentHash(draft.content)) === 0;
  if (isSameText) return;
  throw new ServiceError("approval_outdated", "The approval is of another text. Send the current version.");
}

/** Refuses a publication before the draft's embargo ends. */
export function refuseEmbargo(draft: CurrentText, publishAt: Date): void {
  const { embargoUntil } = draft.content;
  if (embargoUntil === null || publishAt.getTime() >= embargoUntil.getTime()) return;
  throw new ServiceError(
    "embargo_active",
    `The draft is under embargo until ${embargoUntil.toISOString()}. Use publishAt with that moment or a later one.`,
    {
      facts: { embargoUntil: embargoUntil.toISOString() },
      ...fieldReason("publishAt", "Zu diesem Zeitpunkt gilt die Sperrfrist noch."),
    },
  );
}

/** Refuses a price above what the caller allowed, and one that the agency can't pay. */
export function refusePrice(price: number, maxCredits: number, available: number): void {
  if (price > maxCredits) {
    throw new ServiceError(
      "credit_limit_exceeded",
      `The publication costs ${price} credits, more than maxCredits allows. Ask before you raise it.`,
      { facts: { price } },
    );
  }
  if (price <= available) return;
  throw new ServiceError(
    "insufficient_credits",
    `The publication costs ${price} credits and ${available} are available. The agency has to buy more.`,
    { facts: { price, available } },
  );
}
