import type { JSONValue } from "postgres";
import type { Leased } from "../../queues/leased-rows.ts";
import type { Bounce } from "../bounce.ts";
import type { Mail } from "../mailer.ts";

/**
 * `sign_in`: somebody waits in front of the page. `personal`: to one person. `many`: to all who want them, at a pace. `mailing`: press
 * mailings, which leave room for all others and go to each domain at a pace of its own.
 */
export const mailLanes = ["sign_in", "personal", "many", "mailing"] as const;
export type MailLane = (typeof mailLanes)[number];

/** What holds for all mails of one kind. */
export type MailKind = {
  name: string;
  lane: MailLane;
  /** A mail server that is away is asked this often; with the pauses between them that says for how long. */
  attemptsMax: number;
  /** The longest of these pauses, where an hour is too long. */
  pauseMaxMs?: number;
  /** Counted from its making. Nobody wants the mail after this; left out where what it is about says so. */
  secondsMax?: number;
  /** How long it is known what became of a mail; left out where pages show it as long as what it is about. */
  keptDays?: number;
  /** Its mails about the same that are due go out as one; their details are lists. */
  isBundled?: boolean;
};

/** A mail in the hands of a sender. */
export type ClaimedMail = Leased & {
  kind: string;
  aboutId: string;
  recipient: string | null;
  details: JSONValue;
  /** Attempts to send the mail so far, the present one included. */
  attempts: number;
  ageSeconds: number;
  isBundled: boolean;
};

/** How mails of a kind come into being. */
export type MailWriter = {
  kind: MailKind;
  /** The mail as it is to go out now, with fresh links; null where there is nobody to write to any more, or nothing to say. */
  prepare: (mail: ClaimedMail, signal: AbortSignal) => Promise<Mail | null>;
  /** Called where the mail is given up because of what the server says of the mailbox. */
  onBounce?: (mail: ClaimedMail, bounce: Bounce) => Promise<void>;
  /** Called when the server has taken the mail; not after a crash between the two. */
  onSent?: (mail: ClaimedMail) => Promise<void>;
};
