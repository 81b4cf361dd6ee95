/** What a visitor or program was taken for; `human` is the headline figure. */
export type TrafficClass =
  | "human"
  | "search_engine"
  | "ai_crawler"
  | "ai_assistant_fetch"
  | "link_preview"
  | "feed_reader"
  | "monitoring"
  | "other_bot"
  | "suspected_bot"
  | "internal"
  | "unknown";

/** The way by which a visit came. */
export type Channel =
  | "paid"
  | "ai_assistant"
  | "search"
  | "social"
  | "video"
  | "wire"
  | "media"
  | "newsletter"
  | "email"
  | "referral"
  | "direct"
  | "other";

export type DeviceType = "desktop" | "mobile" | "tablet" | "other";

export type InteractionKind =
  | "outbound_link"
  | "asset_download"
  | "pdf_download"
  | "image_view"
  | "media_play"
  | "contact_click"
  | "share"
  | "copy_link"
  | "copy_text"
  | "subscribe";

/** L0 measures page requests, L1 also clicks, L2 also engagement. */
export type MeasurementLevel = "L0" | "L1" | "L2";

/** The days that a report covers, both ends included, in the agency's time zone. */
export type ReportWindow = {
  /** Calendar day, `YYYY-MM-DD`. */
  from: string;
  /** Calendar day, `YYYY-MM-DD`. */
  to: string;
  days: number;
  /** IANA name, such as `Europe/Berlin`. */
  timezone: string;
  /** Every hit up to this moment is counted (RFC 3339, UTC). */
  dataThrough: string;
};

/**
 * Only what the service measured itself on the newsroom pages it serves.
 * `null` means not measured, `0` means measured as zero.
 */
export type Performance = {
  origin: "measured";
  window: ReportWindow;
  /** The lowest of `levels`. */
  level: MeasurementLevel;
  /** All levels that hits of the window were measured at, lowest first; reports of before November 2026 lack it. */
  levels?: MeasurementLevel[];
  /** Page views by humans. */
  views: number;
  /** Over several days: the sum of each day's unique visitors. */
  uniqueVisitors: { value: number; basis: "sum-of-daily-uniques" };
  /** Visits by humans, for each release; 30 minutes without activity or midnight end one. */
  visits: number;
  /** All classes, those without requests too; the shares sum to 1. */
  trafficClasses: { class: TrafficClass; requests: number; visitors: number | null; share: number }[];
  aiOperators: { operator: string; crawls: number; assistantFetches: number; referredVisits: number }[];
  engagement: {
    averageEngagedSeconds: number | null;
    /** Human views that reached 25, 50, 75 and 100 per cent of the page. */
    scroll: { p25: number; p50: number; p75: number; p100: number } | null;
    /** Share of human views that sent a beacon, 0 to 1. */
    coverage: number;
  };
  /** Null at level L0, which measures none. */
  interactions:
    | {
        kind: InteractionKind;
        count: number;
        uniqueVisitors: number;
        /** Further ones that are in no other figure: uses of a target beyond 10 a day and visitor, 50 a page view. */
        repeated?: number;
        targets: { label: string; url: string | null; count: number }[];
      }[]
    | null;
  /** The 100 with most views; the rest is summed as `other`. */
  referrers: { source: string; domain: string | null; channel: Channel; views: number; visitors: number }[];
  channels: { channel: Channel; views: number; visitors: number }[];
  campaigns: { source: string; medium: string; campaign: string; views: number }[];
  devices: { type: DeviceType; views: number }[];
  /** One entry a day of the window, days without requests too. */
  series: {
    day: string;
    views: number;
    uniqueVisitors: number;
    visits: number;
    /** Null on days that were measured at L0. */
    interactions: number | null;
    bots: number;
  }[];
  comparison: {
    basis: "previous-equal-period";
    views: { value: number; changePercent: number | null };
  };
};
