import type { ExternalInsights, MediaMention, MentionEvidence, SearchQueryVisibility } from "./schema.ts";

/** What external insights are made of, as the database gives it. */

type ProvenanceColumns = {
  source: string;
  method: string;
  observedAt: string;
  confidence: "high" | "medium" | "low";
  importId: string | null;
};

export type MentionRow = ProvenanceColumns &
  Pick<MediaMention, "id" | "medium" | "mediaType" | "headline" | "url" | "publishedAt" | "matchType"> & {
    origin: "observed" | "imported";
    reach: number | null;
    reachSource: string | null;
    keyMessages: string[];
    evidence: MentionEvidence | null;
  } & { [Name in OptionalOfMention]: Exclude<MediaMention[Name], undefined> | null };

/** What stands in a report only where it is known. */
export const optionalOfMention = [
  "publishedOn",
  "matchTypeBy",
  "clientId",
  "pressReleaseId",
  "author",
  "place",
  "language",
  "state",
  "tone",
] as const satisfies readonly (keyof MediaMention)[];
type OptionalOfMention = (typeof optionalOfMention)[number];

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
  mentions: Omit<NonNullable<ExternalInsights["mediaMentions"]>, "items" | "byRelease">;
  mentionsByRelease: { releaseId: number; count: number }[];
  mentionItems: MentionRow[];
  queries: SearchRow[];
  samples: SampleRow[];
  conversions: ConversionRow[];
};
