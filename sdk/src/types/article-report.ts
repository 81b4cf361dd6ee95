import type { ExternalInsights } from "./external-insights.ts";
import type { Performance } from "./performance.ts";

export type ReportedRelease = {
  id: number;
  title: string;
  status: string;
  publishedAt: string | null;
  client: { agencyId: number; name: string };
};

/** How one press release did: what `getArticlePerformance` answers. */
export type ArticleReport = {
  schemaVersion: "publication-report-v1";
  methodologyVersion: "first-party-v2";
  release: ReportedRelease;
  performance: Performance;
  externalInsights?: ExternalInsights;
};
