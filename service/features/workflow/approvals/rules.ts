import { fieldReason, ServiceError } from "../../../errors.ts";

/** 14 days: long enough for a holiday, short enough that an old mail opens nothing. */
export const approvalValidSeconds = 14 * 24 * 3600;

/** Requests of programs to one contact within an hour: more than anybody reads in a day. A loop of edits and requests sent hundreds. */
export const programRequestsPerHourMax = 20;

/** People answer in hours: a question every five minutes costs an agent 12 of its 500 requests an hour. */
export const pollSeconds = 300;

/**
 * The moment by which the requester hopes for an answer, or null. It is a wish: the link works until it expires.
 * Throws `validation_error` for one that has passed or lies behind the link's end.
 */
export function respondByOf(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const respondBy = new Date(text);
  const aheadMs = respondBy.getTime() - now.getTime();
  if (aheadMs > 0 && aheadMs <= approvalValidSeconds * 1000) return respondBy;
  throw new ServiceError(
    "validation_error",
    "respondBy is not within the next 14 days. Correct it, or leave it out.",
    fieldReason("respondBy", "Bitte wählen Sie eine Frist in den nächsten 14 Tagen: So lange gilt der Link."),
  );
}

/** What the person is told who recorded an approval and wants to publish the text, or to move its date. */
export const ownRecord =
  "Diese Freigabe haben Sie selbst vermerkt. Veröffentlichen oder den Termin ändern muss deshalb jemand anderes aus dem Team.";

/** Whether a person recorded an approval, or a part of it, where a contact did not give it by a link. Somebody else publishes it. */
export function isRecorder(
  { kind, recorders }: { kind: "link" | "recorded"; recorders: readonly string[] },
  personId: string,
): boolean {
  return kind === "recorded" && recorders.includes(personId);
}

const dayMs = 24 * 3600 * 1000;
/** Two days leave a weekend day to answer; a reminder within a day of the request would only be a second mail. */
const reminderAheadMs = 2 * dayMs;
const reminderPauseMs = dayMs;

/**
 * When the contact is reminded, once: two days before an answer is due, or, of one whose turn comes after that, before the link's end. Null where that is
 * too close to the request itself.
 */
export function reminderOf(approval: {
  requestedAt: Date;
  respondBy: Date | null;
  expiresAt: Date;
}): Date | null {
  const { respondBy, expiresAt, requestedAt } = approval;
  const due = respondBy !== null && respondBy > requestedAt ? respondBy : expiresAt;
  const remindAt = new Date(due.getTime() - reminderAheadMs);
  return remindAt.getTime() - requestedAt.getTime() >= reminderPauseMs ? remindAt : null;
}

/** A contact's comment as it is kept: without control characters, which no reader sees; null when nothing is left. */
export function cleanComment(text: string): string | null {
  const clean = text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();
  return clean === "" ? null : clean;
}
