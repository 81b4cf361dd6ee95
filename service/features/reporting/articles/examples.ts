import { methodologyVersion } from "../../measurement/vocabulary.ts";
import { type ArticleReport, type Performance, type ReportedRelease, schemaVersion } from "./schema.ts";

/** The release that the API description's examples are about. */
export const exampleRelease: ReportedRelease = {
  id: 42,
  title: "Neues Werk in Bremen eröffnet",
  status: "published",
  publishedAt: "2026-11-19T08:00:00.000Z",
  client: { agencyId: 7, name: "Müller Maschinenbau" },
};

/** Two days, whose sums agree with each other as those of a real report do. */
export const examplePerformance: Performance = {
  origin: "measured",
  window: {
    from: "2026-11-19",
    to: "2026-11-20",
    days: 2,
    timezone: "Europe/Berlin",
    dataThrough: "2026-11-20T13:00:00.000Z",
  },
  level: "L1",
  levels: ["L1"],
  views: 120,
  uniqueVisitors: { value: 96, basis: "sum-of-daily-uniques" },
  visits: 104,
  trafficClasses: [
    { class: "human", requests: 120, visitors: 96, share: 0.6 },
    { class: "search_engine", requests: 24, visitors: 6, share: 0.12 },
    { class: "ai_crawler", requests: 20, visitors: 4, share: 0.1 },
    { class: "ai_assistant_fetch", requests: 16, visitors: 9, share: 0.08 },
    { class: "link_preview", requests: 10, visitors: 5, share: 0.05 },
    { class: "feed_reader", requests: 6, visitors: 2, share: 0.03 },
    { class: "monitoring", requests: 2, visitors: 1, share: 0.01 },
    { class: "other_bot", requests: 1, visitors: 1, share: 0.005 },
    { class: "suspected_bot", requests: 1, visitors: 1, share: 0.005 },
    { class: "internal", requests: 0, visitors: 0, share: 0 },
    { class: "unknown", requests: 0, visitors: null, share: 0 },
  ],
  aiOperators: [{ operator: "OpenAI", crawls: 20, assistantFetches: 16, referredVisits: 3 }],
  engagement: { averageEngagedSeconds: null, scroll: null, coverage: 0 },
  interactions: [
    {
      kind: "outbound_link",
      count: 11,
      uniqueVisitors: 9,
      repeated: 0,
      targets: [{ label: "Mehr zum Werk", url: "https://mueller-maschinenbau.example/werk", count: 11 }],
    },
  ],
  referrers: [
    { source: "weser-kurier.de", domain: "weser-kurier.de", channel: "media", views: 48, visitors: 40 },
    { source: "chatgpt.com", domain: "chatgpt.com", channel: "ai_assistant", views: 3, visitors: 3 },
    { source: "direct", domain: null, channel: "direct", views: 69, visitors: 53 },
  ],
  channels: [
    { channel: "direct", views: 69, visitors: 53 },
    { channel: "media", views: 48, visitors: 40 },
    { channel: "ai_assistant", views: 3, visitors: 3 },
  ],
  campaigns: [],
  devices: [
    { type: "desktop", views: 74 },
    { type: "mobile", views: 41 },
    { type: "tablet", views: 5 },
    { type: "other", views: 0 },
  ],
  series: [
    { day: "2026-11-19", views: 84, uniqueVisitors: 67, visits: 72, interactions: 8, bots: 52 },
    { day: "2026-11-20", views: 36, uniqueVisitors: 29, visits: 32, interactions: 3, bots: 28 },
  ],
  comparison: { basis: "previous-equal-period", views: { value: 100, changePercent: 20 } },
};

export const articleReportExample: ArticleReport = {
  schemaVersion,
  methodologyVersion,
  release: exampleRelease,
  performance: examplePerformance,
};
