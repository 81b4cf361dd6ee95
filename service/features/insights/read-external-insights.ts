import type { Queryable } from "../../floor/db/open.ts";
import {
  type ConversionRow,
  type InsightRows,
  type MentionRow,
  optionalOfMention,
  type SampleRow,
  type SearchRow,
} from "./insight-rows.ts";
import {
  confidenceOfSample,
  type Estimated,
  type Imported,
  type Observed,
  shareWithInterval,
} from "./rules.ts";
import type {
  AiVisibility,
  ConversionSummary,
  ExternalInsights,
  MediaMention,
  SearchQueryVisibility,
} from "./schema.ts";
import { type InsightScope, selectInsightRows } from "./sql.ts";

/**
 * What others observed, counted or estimated about the agency's releases `releaseIds` in the days from `from` to `to` (calendar
 * days of its time zone, both included), or undefined where there is nothing. Ids of other agencies add nothing.
 * `clientIds` add those clients' clippings that are about no release, or none that is out. One statement; lists are bounded, counts are not.
 * With `listsReleases` the result has the number of clippings of each release, for reports with a table of releases.
 */
export async function readExternalInsights(
  sql: Queryable,
  agencyId: number,
  input: InsightScope & { listsReleases?: boolean },
): Promise<ExternalInsights | undefined> {
  if (input.releaseIds.length === 0 && input.clientIds.length === 0) return undefined;
  const { mentionsByRelease, ...rows } = await selectInsightRows(sql, agencyId, input);
  const insights = toInsights(rows, input.listsReleases === true ? { byRelease: mentionsByRelease } : {});
  return Object.keys(insights).length === 0 ? undefined : insights;
}

function toInsights(
  rows: Omit<InsightRows, "mentionsByRelease">,
  counts: Pick<NonNullable<ExternalInsights["mediaMentions"]>, "byRelease">,
): ExternalInsights {
  const { mentions, mentionItems, queries, samples, conversions } = rows;
  return {
    ...(mentions.count === 0
      ? {}
      : { mediaMentions: { ...mentions, ...counts, items: mentionItems.map(toMention) } }),
    ...(queries.length === 0 ? {} : { searchVisibility: { queries: queries.map(toQuery) } }),
    ...(samples.length === 0 ? {} : { aiVisibility: samples.map(toSample) }),
    ...(conversions.length === 0 ? {} : { conversions: conversions.map(toConversions) }),
  };
}

function toMention(row: MentionRow): MediaMention {
  const { id, medium, mediaType, headline, url, publishedAt, matchType, reach, keyMessages, evidence } = row;
  const { origin, source, method, observedAt, confidence, importId } = row;
  const provenance: Observed | Imported = {
    ...{ origin, source, method, observedAt, confidence },
    ...tracedTo(importId),
  };
  const known: Partial<MediaMention> = Object.fromEntries(
    optionalOfMention.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]])),
  );
  return {
    ...{ id, medium, mediaType, headline, url, publishedAt, matchType },
    ...known,
    ...(keyMessages.length === 0 ? {} : { keyMessages }),
    ...(reach === null ? {} : { reach: { value: reach, unit: "Kontakte", provenance: estimateOf(row) } }),
    ...(evidence === null ? {} : { evidence }),
    provenance,
  };
}

function tracedTo(importId: string | null): { importId?: string } {
  return importId === null ? {} : { importId };
}

function estimateOf({ source, reachSource, observedAt, importId }: MentionRow): Estimated {
  return {
    origin: "estimated",
    source: reachSource ?? source,
    method: "Angabe der Quelle, nicht gezählt",
    observedAt,
    confidence: "low",
    ...tracedTo(importId),
  };
}

function toQuery(row: SearchRow): SearchQueryVisibility {
  const { origin, source, method, observedAt, confidence, importId, ...figures } = row;
  const provenance: Imported = {
    origin,
    source,
    method,
    observedAt,
    confidence,
    ...tracedTo(importId),
  };
  return { ...figures, provenance };
}

function toSample(row: SampleRow): AiVisibility {
  const { origin, source, observedAt, importId, ...sample } = row;
  const provenance: Imported = {
    origin,
    source,
    method: "Stichprobe von Antworten; Anteil mit Wilson-Intervall zu 95 %",
    observedAt,
    confidence: confidenceOfSample(sample.runs),
    sampleSize: sample.runs,
    ...tracedTo(importId),
  };
  return {
    ...sample,
    rate: shareWithInterval(sample.mentioned, sample.runs),
    provenance,
  };
}

function toConversions(row: ConversionRow): ConversionSummary {
  const { observedAt, ...summary } = row;
  const provenance: Observed = {
    origin: "observed",
    source: "Meldungen der Agentur",
    method: "signierte Conversion-Ereignisse, außerhalb des Newsrooms gemessen",
    observedAt,
    confidence: "high",
  };
  return { ...summary, provenance };
}
