import type { Interval } from "./external-insights.ts";
import type { ChainHead } from "./publication-report.ts";

/** One stored row of a collection; its fields follow the collection. */
export type ReportingRecord = Record<string, unknown>;

/** What all samples of answers add up to, an engine at a time; `rate` is null without a run. */
export type AiVisibilitySummary = {
  engines: {
    engine: string;
    samples: number;
    runs: number;
    mentioned: number;
    cited: number;
    rate: { value: number; interval: Interval } | null;
  }[];
};

/** All reporting data of the agency. Holds no credentials. */
export type ReportingData = {
  exportedAt: string;
  agencyId: number;
  /** The end of the chain that `reports` are; null without reports. */
  chainHead: ChainHead | null;
  reports: ReportingRecord[];
  audits: ReportingRecord[];
  campaigns: ReportingRecord[];
  portfolios: ReportingRecord[];
  schedules: ReportingRecord[];
  mediaMentions: ReportingRecord[];
  searchVisibility: ReportingRecord[];
  conversions: ReportingRecord[];
  exportJobs: ReportingRecord[];
  providerConnections: ReportingRecord[];
  webhooks: ReportingRecord[];
  webhookDeliveries: ReportingRecord[];
  aiVisibility: { runs: ReportingRecord[]; summary: AiVisibilitySummary };
  /** Only where stored reports do not fit their hash any more: which ones are missing from `reports`. */
  reportsLeftOut?: { id: string | null; number: number | null }[];
};

/** Deleted records by area. */
export type DeletedReportingData = { deleted: Record<string, number> };
