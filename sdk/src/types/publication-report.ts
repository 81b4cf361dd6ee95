import type { ReportedRelease } from "./article-report.ts";
import type { ExternalInsights } from "./external-insights.ts";
import type { MeasurementLevel, Performance } from "./performance.ts";

export type ScopeType = "article" | "campaign" | "portfolio";

/** One line of a campaign or portfolio report. */
export type ReleaseFigures = {
  release: ReportedRelease;
  views: number;
  uniqueVisitors: number;
  visits: number;
  /** Null at level L0, which measures none. */
  interactions: number | null;
  /** The levels that the release was measured at in the window, lowest first. */
  levels?: MeasurementLevel[];
};

/** A frozen report. Check with `verifyReport` that it is what was issued. */
export type PublicationReport = {
  id: string;
  schemaVersion: "publication-report-v1";
  methodologyVersion: "first-party-v2";
  createdAt: string;
  createdBy: string;
  agency: { id: number; name: string };
  scope: { type: ScopeType; id: string; title: string };
  /** Set for the scope `article`. */
  release?: ReportedRelease;
  /** Set for the scopes `campaign` and `portfolio`. */
  releases?: ReleaseFigures[];
  performance: Performance;
  externalInsights?: ExternalInsights;
  methodology: {
    level: MeasurementLevel;
    rules: string[];
    lists: { name: string; version: string }[];
    limits: string[];
  };
  integrity: {
    algorithm: "sha256";
    /** SHA-256 (lower-case hex) over the RFC 8785 form of everything but `integrity`. */
    contentHash: string;
    /** `contentHash` of the agency's report before this one; null for its first. */
    previousHash: string | null;
  };
};
