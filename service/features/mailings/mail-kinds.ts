import type { MailKind } from "../../floor/mail/outbox/mail-kind.ts";

/**
 * Whom a mail goes to. The key of the address outlives the contact: an objection counts after it. Both are forgotten some months after the
 * mailing (`retention-sql.ts`).
 */
export type MailingDetails = { contactId: string; addressKey: string };

/** About a mailing, to one contact, whose id is `once`. Kept as long as the mailing, whose figures are made of these. */
export const mailingMail = {
  name: "mailing",
  lane: "mailing",
  /** With the pauses between them a mail waits for 6 hours. */
  attemptsMax: 13,
  /** What was news three days ago is none. */
  secondsMax: 3 * 24 * 3600,
} as const satisfies MailKind;

/** The same to whoever prepares it, to see how it arrives. */
export const mailingTestMail = {
  name: "mailing_test",
  lane: "personal",
  attemptsMax: 5,
  secondsMax: 24 * 3600,
  keptDays: 7,
} as const satisfies MailKind;
