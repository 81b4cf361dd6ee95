import { conversionRecordedExample } from "../conversions/examples.ts";
import { exampleChainHead, publicationReportExample } from "../reports/examples.ts";
import type { DeletedReportingData, ReportingData } from "./schema.ts";

const { report } = publicationReportExample;

/** The reports are left out here: their shape is that of `getPublicationReport`. */
export const reportingDataExample: ReportingData = {
  exportedAt: "2026-11-20T13:10:00.000Z",
  agencyId: report.agency.id,
  chainHead: exampleChainHead,
  reports: [],
  audits: [],
  campaigns: [],
  portfolios: [],
  schedules: [],
  mediaMentions: [],
  searchVisibility: [],
  conversions: [
    {
      id: conversionRecordedExample.id,
      eventId: "order-4711",
      pressReleaseId: 42,
      kind: "lead",
      value: 49.9,
      currency: "EUR",
      occurredAt: "2026-11-20T13:00:00.000Z",
      recordedAt: "2026-11-20T13:00:02.000Z",
      origin: "observed",
    },
  ],
  exportJobs: [],
  providerConnections: [],
  webhooks: [],
  webhookDeliveries: [],
  aiVisibility: { runs: [], summary: { engines: [] } },
};

export const deletedDataExample: DeletedReportingData = {
  deleted: {
    reports: 12,
    audits: 40,
    campaigns: 1,
    portfolios: 0,
    schedules: 0,
    mediaMentions: 6,
    searchVisibility: 0,
    conversions: 31,
    exportJobs: 12,
    providerConnections: 0,
    webhooks: 1,
    webhookDeliveries: 57,
    aiVisibility: 0,
  },
};
