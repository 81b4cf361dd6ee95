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
  /** The agency's own words on the figures, in Markdown. */
  comment?: string;
  /** How the report's files look; reports of before it was kept have none. */
  presentation?: {
    language: "de" | "en";
    colorPrimary?: string;
    colorSecondary?: string;
    /** Pictures by the SHA-256 of their files, with their sizes in pixels. */
    logo?: { sha256: string; width: number; height: number };
    picture?: { sha256: string; width: number; height: number; alt: string; credit?: string };
    releaseUrl?: string;
    conversionLabels?: Record<string, string>;
  };
  methodology: {
    level: MeasurementLevel;
    rules: string[];
    lists: { name: string; version: string }[];
    limits: string[];
  };
  integrity: ReportIntegrity | ReportIntegrityV1;
};

/** Of every report since version 2: hashed, placed in the agency's chain, and signed. */
export type ReportIntegrity = {
  version: 2;
  algorithm: "sha256";
  /** SHA-256 (lower-case hex) over the RFC 8785 form of everything but `integrity`. */
  contentHash: string;
  /** Place in the agency's chain, from 1 without gaps. */
  number: number;
  /** `chainHash` of the report before this one; null for number 1. */
  previousChainHash: string | null;
  /** SHA-256 over the RFC 8785 form of `{ agencyId, number, contentHash, previousChainHash }`. */
  chainHash: string;
  /** Ed25519 over the 64 characters of `chainHash`, base64url. */
  signature: string;
  /** `kid` of the key in `/.well-known/pr-service-keys.json`. */
  keyId: string;
};

/** Of reports from before version 2. */
export type ReportIntegrityV1 = {
  algorithm: "sha256";
  contentHash: string;
  /** `contentHash` of the agency's report before this one; null for its first. */
  previousHash: string | null;
};

/** The end of an agency's chain: whoever keeps one sees when later reports are missing. */
export type ChainHead = { number: number; chainHash: string; signature: string; keyId: string };
