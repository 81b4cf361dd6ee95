/** A 95 per cent confidence interval. */
export type Interval = { low: number; high: number; level: 0.95 };

/** Where a value that the service did not measure itself comes from. */
export type Provenance = {
  origin: "observed" | "imported" | "estimated";
  source: string;
  sourceUrl?: string;
  method: string;
  observedAt: string;
  importId?: string;
  confidence: "high" | "medium" | "low";
  interval?: Interval;
  sampleSize?: number;
};

export type MediaMention = {
  id: string;
  medium: string;
  mediaType: "online" | "social" | "print" | "radio" | "television" | "podcast";
  headline: string;
  url: string;
  publishedAt: string;
  matchType: "full_text" | "excerpt" | "mention" | "link";
  /** Always an estimate. */
  reach?: { value: number; unit: string; provenance: Provenance };
  provenance: Provenance;
};

export type SearchQueryVisibility = {
  query: string;
  clicks: number;
  impressions: number;
  ctr: number;
  position: number;
  periodFrom?: string;
  periodTo?: string;
  provenance: Provenance;
};

/** A sample of answers with its Wilson interval, never a rank. */
export type AiVisibility = {
  engine: string;
  model: string;
  prompt: string;
  runs: number;
  mentioned: number;
  cited: number;
  rate: { value: number; interval: Interval };
  citedUrls: string[];
  provenance: Provenance;
};

export type ConversionSummary = {
  kind: string;
  count: number;
  /** Exact decimals, one entry a currency. */
  value: { amount: string; currency: string }[];
  provenance: Provenance;
};

/** Observed, imported and estimated values, each with its provenance; never mixed with `performance`. */
export type ExternalInsights = {
  mediaMentions?: { count: number; distinctMedia: number; items: MediaMention[] };
  searchVisibility?: { queries: SearchQueryVisibility[] };
  aiVisibility?: AiVisibility[];
  conversions?: ConversionSummary[];
};
