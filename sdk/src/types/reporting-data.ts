/** One stored row of a collection; its fields follow the collection. */
export type ReportingRecord = Record<string, unknown>;

/** All reporting data of the agency. Holds no credentials. */
export type ReportingData = {
  exportedAt: string;
  agencyId: number;
  reports: ReportingRecord[];
  audits: ReportingRecord[];
  campaigns: ReportingRecord[];
  portfolios: ReportingRecord[];
  schedules: ReportingRecord[];
  mediaMentions: ReportingRecord[];
  searchVisibility: ReportingRecord[];
  aiVisibility: ReportingRecord;
  conversions: ReportingRecord[];
  exportJobs: ReportingRecord[];
  providerConnections: ReportingRecord[];
  webhooks: ReportingRecord[];
  webhookDeliveries: ReportingRecord[];
};

/** Deleted records by area. */
export type DeletedReportingData = { deleted: Record<string, number> };
