/** At once, or all of a day together at seven in the morning. */
export const frequencies = ["at_once", "daily"] as const;
export type Frequency = (typeof frequencies)[number];

/** Subscriptions that one person can have at an agency: those of a page. */
export const ownSubscriptionsMax = 200;

export type EndReason = "unsubscribed" | "bounced" | "complained" | "erased" | "removed";

export type SubscriptionStatus = "pending" | "active" | "ended";

/** A subscription with the moments that prove its consent. */
export type Subscription = {
  id: string;
  clientId: number;
  clientName: string;
  topic: string | null;
  frequency: Frequency;
  status: SubscriptionStatus;
  consentTextVersion: string;
  requestedAt: Date;
  confirmedAt: Date | null;
  endedAt: Date | null;
  endReason: EndReason | null;
};
