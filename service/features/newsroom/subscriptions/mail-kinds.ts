import type { MailKind } from "../../../floor/mail/outbox/mail-kind.ts";

const rules = {
  lane: "many",
  /** With the pauses between them a mail waits for 6 hours. */
  attemptsMax: 13,
  /** What was news three days ago is none, and a server that was away so long has gone for good. */
  secondsMax: 3 * 24 * 3600,
  /** Long enough to look into why a mail did not come. */
  keptDays: 30,
} as const;

/** About a subscription. The details of the last two are releases; those of a digest go out together. */
export const subscriberMails = {
  confirmation: { ...rules, name: "subscription_confirmation" },
  release: { ...rules, name: "release" },
  digest: { ...rules, name: "release_digest", isBundled: true },
} satisfies Record<string, MailKind>;
