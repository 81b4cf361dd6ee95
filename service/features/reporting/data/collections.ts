import type { Collection } from "./collection.ts";
import {
  aiVisibility,
  conversions,
  mediaMentions,
  providerConnections,
  searchVisibility,
} from "./insight-collections.ts";
import {
  audits,
  campaigns,
  exportJobs,
  goals,
  portfolios,
  reports,
  schedules,
  timeStamps,
} from "./report-collections.ts";
import { webhookDeliveries, webhooks } from "./webhook-collections.ts";

/**
 * The collections of the export, in the order of the contract. `reports` are oldest first and whole, integrity included, so that
 * each report and the chain of all can be verified from the export alone. Left out are credentials: secrets of webhooks,
 * hashes of external references, and the addresses of feeds, which may hold a token.
 */
export const collections: readonly Collection[] = [
  reports,
  audits,
  campaigns,
  portfolios,
  schedules,
  mediaMentions,
  searchVisibility,
  conversions,
  exportJobs,
  providerConnections,
  webhooks,
  webhookDeliveries,
  aiVisibility,
  timeStamps,
  goals,
];
