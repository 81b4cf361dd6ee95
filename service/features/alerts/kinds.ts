/** What people are told of as it happens. */
export const alertKinds = [
  "first_clipping",
  "first_views",
  "feed_broken",
  "approval_overdue",
  "new_mentions",
  "goal_reached",
  "goal_ended",
] as const;
export type AlertKind = (typeof alertKinds)[number];

export function isAlertKind(text: string): text is AlertKind {
  return alertKinds.some((kind) => kind === text);
}

/** Views by people that are worth a word. */
export const firstViews = 100;

/** How long something is news. */
export const newsDays = 7;
