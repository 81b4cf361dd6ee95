import type { DayCounts } from "../../measurement/roll-up.ts";
import type { MeasurementLevel } from "../../measurement/vocabulary.ts";

/** What a report is made of, as the database gives it. */

/** `levels` is 0 for hits of before levels were kept. */
export type DayRow = Omit<DayCounts, "agencyId" | "releaseId">;

export type LostDayRow = { day: string; hits: number };

/** A value's sums; the texts are the dictionary's, null for closed lists and for "other" (`valueId` 0). */
export type ValueRow = {
  dimension: number;
  valueId: number;
  count: number;
  visitors: number;
  visits: number;
  /** Source, campaign's source, operator or label. */
  name: string | null;
  /** Domain, medium or URL. */
  detail: string | null;
  campaign: string | null;
  /** Channel of the source, as its position in the list of channels. */
  channel: number | null;
};

export type ReleaseRow = {
  id: number;
  title: string;
  status: string;
  publishedAt: string | null;
  movedInAt: string | null;
  clientName: string;
  /** What its newsroom measures now. */
  level: MeasurementLevel;
};

/** Everything that a report of one or many releases needs, as of one moment. */
export type RollUps = {
  timezone: string;
  from: string;
  to: string;
  /** Every hit that was committed before this moment is counted. */
  dataThrough: Date;
  releases: (ReleaseRow & { hasHits: boolean })[];
  previousViews: number;
  /** Days with hits that were never counted, the earliest first. */
  lost: LostDayRow[];
  days: DayRow[];
  values: ValueRow[];
};

export type ReleaseFigureRow = ReleaseRow & {
  views: number;
  uniqueVisitors: number;
  visits: number;
  interactions: number;
  /** Bit mask of the measurement levels on these days, as in `DayRow`; null where there was no view. */
  levels: number | null;
};
