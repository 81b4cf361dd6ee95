import type { MediaMention, SearchQueryVisibility } from "./schema.ts";

/** What external insights are made of, as the database gives it. */

type ProvenanceColumns = {
  source: string;
  method: string;
  observedAt: string;
  confidence: "high" | "medium" | "low";
  importId: string | null;
};

export type MentionRow = ProvenanceColumns &
  Omit<MediaMention, "reach" | "provenance"> & { origin: "observed" | "imported"; reach: number | null };

export type SearchRow = ProvenanceColumns &
  Required<Omit<SearchQueryVisibility, "provenance">> & { origin: "imported" };

/** All samples of one question to one engine, added up. */
export type SampleRow = {
  engine: string;
  model: string;
  prompt: string;
  source: string;
  origin: "imported";
  runs: number;
  mentioned: number;
  cited: number;
  citedUrls: string[];
  observedAt: string;
  importId: string | null;
};

export type ConversionRow = {
  kind: string;
  count: number;
  value: { amount: string; currency: string }[];
  observedAt: string;
};

export type InsightRows = {
  mentions: { count: number; distinctMedia: number };
  mentionsByRelease: { releaseId: number; count: number }[];
  mentionItems: MentionRow[];
  queries: SearchRow[];
  samples: SampleRow[];
  conversions: ConversionRow[];
};
