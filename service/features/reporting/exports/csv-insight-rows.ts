import type { CsvCell } from "../../../floor/web/csv-line.ts";
import { evidenceWords } from "../../insights/evidence/wording.ts";
import type { ExternalInsights, MediaMentions, MentionEvidence, Provenance } from "../../insights/schema.ts";
import type { ReportFigures } from "../reports/schema.ts";
import { type CsvRow, joinDimension, releaseDimension } from "./csv-columns.ts";
import { dayInTable } from "./shown-parts.ts";

/** Rows of the values that others counted or estimated; each carries the origin of its own provenance. */
export function* insightRows(insights: ExternalInsights, report: ReportFigures): Generator<CsvRow> {
  yield* mentionRows(insights, report);
  for (const query of insights.searchVisibility?.queries ?? []) {
    const dimension = joinDimension(query.query, query.periodFrom ?? null, query.periodTo ?? null);
    yield* valueRows("searchVisibility", dimension, query.provenance, [
      ["clicks", query.clicks, "clicks"],
      ["impressions", query.impressions, "impressions"],
      ["ctr", query.ctr, "share"],
      ["position", query.position, "position"],
    ]);
  }
  for (const entry of insights.aiVisibility ?? []) {
    const dimension = joinDimension(entry.engine, entry.model, entry.prompt);
    yield* valueRows("aiVisibility", dimension, entry.provenance, [
      ["runs", entry.runs, "runs"],
      ["mentioned", entry.mentioned, "runs"],
      ["cited", entry.cited, "runs"],
      ["rate", entry.rate.value, "share"],
      ["rateLow", entry.rate.interval.low, "share"],
      ["rateHigh", entry.rate.interval.high, "share"],
      ...entry.citedUrls.map((url): Value => ["citedUrl", url, "url"]),
    ]);
  }
  for (const entry of insights.conversions ?? []) {
    yield* valueRows("conversions", entry.kind, entry.provenance, [
      ["count", entry.count, "conversions"],
      ...entry.value.map(({ amount, currency }): Value => ["value", cellOfAmount(amount), currency]),
    ]);
  }
}

/** As a number, which no spreadsheet takes for another one; an amount that only its digits say exactly stays as it is. */
function cellOfAmount(amount: string): CsvCell {
  return String(Number(amount)) === amount ? Number(amount) : amount;
}

function* mentionRows({ mediaMentions }: ExternalInsights, report: ReportFigures): Generator<CsvRow> {
  if (mediaMentions === undefined) {
    return;
  }
  const origins = [...new Set(mediaMentions.items.map((item) => item.provenance.origin))].join(" | ");
  yield ["mediaMentions", "", "count", "", mediaMentions.count, "mentions", origins];
  yield ["mediaMentions", "", "distinctMedia", "", mediaMentions.distinctMedia, "media", origins];
  // Reports of before edition 2 keep the rows that their files have.
  if (report.presentation?.edition !== undefined) yield* shownRows(mediaMentions, { report, origins });
  yield* countedRows(mediaMentions);
  for (const item of mediaMentions.items) {
    const date = dayInTable(item, report);
    const dimension = joinDimension(item.medium, item.mediaType, item.matchType, item.headline, item.url);
    yield* valueRows("mediaMentions", dimension, item.provenance, [["mention", 1, "mentions"]], date);
    if (item.evidence !== undefined) yield* evidenceRows(dimension, item.evidence, { date, report });
    if (item.reach !== undefined) {
      const { value, unit, provenance } = item.reach;
      yield* valueRows("mediaReach", dimension, provenance, [["reach", value, unit]], date);
    }
  }
}

/** What page and PDF say of the clippings beside their number: how many nobody has looked at, and how many each release has. */
function* shownRows(
  { confirmed, found, byRelease = [] }: MediaMentions,
  { report, origins }: { report: ReportFigures; origins: string },
): Generator<CsvRow> {
  const section = "mediaMentions";
  if (confirmed !== undefined) yield [section, "", "confirmed", "", confirmed, "mentions", origins];
  if (found !== undefined) yield [section, "", "found", "", found, "mentions", origins];
  const names = new Map(
    (report.releases ?? []).map(({ release }) => [release.id, releaseDimension(release)]),
  );
  for (const { releaseId, count } of byRelease)
    yield [section, "", "byRelease", names.get(releaseId) ?? String(releaseId), count, "mentions", origins];
}

/** Clippings by their properties, each origin by itself; reports of before have none. What the agency judged has no origin. */
function* countedRows({ byOrigin, byTone, byKeyMessage, mostTaken = [] }: MediaMentions): Generator<CsvRow> {
  if (byOrigin === undefined) return;
  const section = "mediaMentions";
  for (const { origin, count, byMediaType = [], byMatchType = [], byDay = [] } of byOrigin) {
    yield [section, "", "countOfOrigin", "", count, "mentions", origin];
    for (const each of byMediaType)
      yield [section, "", "byMediaType", each.name, each.count, "mentions", origin];
    for (const each of byMatchType)
      yield [section, "", "byMatchType", each.name, each.count, "mentions", origin];
    for (const each of byDay) yield [section, each.day, "byDay", "", each.count, "mentions", origin];
  }
  for (const each of byTone ?? []) yield [section, "", "byTone", each.name, each.count, "mentions", ""];
  for (const each of byKeyMessage ?? [])
    yield [section, "", "byKeyMessage", each.name, each.count, "mentions", ""];
  for (const { medium, headline, url, takenShare } of mostTaken) {
    const dimension = joinDimension(medium, headline, url);
    yield ["mostTaken", "", "takenShare", dimension, takenShare, "share", "observed"];
  }
}

function evidenceRows(
  dimension: string,
  evidence: MentionEvidence,
  { date, report: { performance, presentation } }: { date: string; report: ReportFigures },
): Iterable<CsvRow> {
  const { takenShare, verbatimShare, longestRunWords, quotations, link, provenance } = evidence;
  const said = { language: "de" as const, edition: presentation?.edition };
  const values: Value[] = [
    ["takenShare", takenShare, "share"],
    ["verbatimShare", verbatimShare, "share"],
    ["longestRun", longestRunWords, "words"],
    ["quotationsTaken", quotations.length, "quotations"],
    ["links", link === null ? 0 : 1, "links"],
    ["summary", evidenceWords(evidence, performance.window.timezone, said), "text"],
  ];
  return valueRows("mentionEvidence", dimension, provenance, values, date);
}

type Value = [metric: string, value: CsvCell, unit: string];

/** The values of one entry and how they came about; what its provenance does not say has no row. */
function* valueRows(
  section: string,
  dimension: string,
  provenance: Provenance,
  values: readonly Value[],
  date = "",
): Generator<CsvRow> {
  const { source, sourceUrl, method, observedAt, confidence, interval, sampleSize } = provenance;
  const unit = values[0]?.[2] ?? "";
  const all: Value[] = [
    ...values,
    ...(interval === undefined
      ? []
      : ([
          ["intervalLow", interval.low, unit],
          ["intervalHigh", interval.high, unit],
        ] satisfies Value[])),
    ...(sampleSize === undefined ? [] : ([["sampleSize", sampleSize, "samples"]] satisfies Value[])),
    ["source", source, "text"],
    ...(sourceUrl === undefined ? [] : ([["sourceUrl", sourceUrl, "url"]] satisfies Value[])),
    ["method", method, "text"],
    ["observedAt", observedAt, "date-time"],
    ["confidence", confidence, "text"],
  ];
  for (const [metric, value, valueUnit] of all) {
    yield [section, date, metric, dimension, value, valueUnit, provenance.origin];
  }
}
