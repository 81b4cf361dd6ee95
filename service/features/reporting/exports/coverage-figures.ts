import type { MediaMentions } from "../../insights/schema.ts";
import type { ReportFigures } from "../reports/schema.ts";
import { localDay } from "./german-format.ts";
import { groupSeries, shownSeries, viewBars } from "./pdf/view-bars.ts";
import { fill } from "./wording/german-texts.ts";
import type { Wording } from "./wording/wording.ts";

/** Clippings by one of their properties. `ofAll` is what shares are of; null where they say nothing. */
export type CoverageTable = {
  key: string;
  title: string;
  rows: { label: string; count: number }[];
  ofAll: number | null;
};

type ByOrigin = NonNullable<MediaMentions["byOrigin"]>[number];

/**
 * How many clippings there are of each kind. What was observed never stands in a row with what was entered; what the agency judged
 * says so. Reports of before clippings were counted by origin have none, so that their files stay the same.
 */
export function coverageTables({ externalInsights }: ReportFigures, words: Wording): CoverageTable[] {
  const mentions = externalInsights?.mediaMentions;
  if (mentions?.byOrigin === undefined) return [];
  const { labels, texts } = words;
  const { byTone = [], byKeyMessage = [], count } = mentions;
  const tables = [
    ...mentions.byOrigin.flatMap((part) => tablesOfOrigin(part, words)),
    {
      key: "tonalitaet",
      title: texts.toneTitle,
      rows: byTone.map((entry) => ({ label: labels.tones[entry.name], count: entry.count })),
      ofAll: null,
    },
    {
      key: "botschaften",
      title: texts.keyMessagesTitle,
      rows: byKeyMessage.map((entry) => ({ label: entry.name, count: entry.count })),
      ofAll: count,
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

function tablesOfOrigin({ origin, byMediaType = [], byMatchType = [] }: ByOrigin, words: Wording) {
  const { labels, texts } = words;
  const name = labels.origins[origin];
  return [
    {
      key: `medienart-${origin}`,
      title: fill(texts.byMediaType, name),
      rows: byMediaType.map((entry) => ({ label: labels.mediaTypes[entry.name], count: entry.count })),
      ofAll: null,
    },
    {
      key: `uebernahme-${origin}`,
      title: fill(texts.byMatchType, name),
      rows: byMatchType.map((entry) => ({ label: labels.matchTypes[entry.name], count: entry.count })),
      ofAll: null,
    },
  ];
}

/** Clippings of an origin in each of these spans of days. */
export function clippingsOf(
  { externalInsights }: ReportFigures,
  spans: readonly { from: string; to: string }[],
): { origin: ByOrigin["origin"]; counts: number[] }[] {
  return (externalInsights?.mediaMentions?.byOrigin ?? []).map(({ origin, byDay = [] }) => ({
    origin,
    counts: spans.map(({ from, to }) =>
      byDay.reduce((sum, { day, count }) => (day >= from && day <= to ? sum + count : sum), 0),
    ),
  }));
}

/** The same as lines, each with its title: kinds, days, and the ten that took over most. */
export function coverageLines(report: ReportFigures, words: Wording): { title: string; text: string }[] {
  const { formats, labels, texts } = words;
  const share = (count: number, ofAll: number | null) =>
    ofAll === null ? "" : ` (${formats.share(count / ofAll)})`;
  const kinds = coverageTables(report, words).map(({ title, rows, ofAll }) => ({
    title,
    entries: rows.map(({ label, count }) => `${label} ${formats.number(count)}${share(count, ofAll)}`),
  }));
  const { series, left } = shownSeries(report);
  const { bars, unit } = viewBars(series, words);
  // The chart of views leaves out the days before the first publication; somebody may have written of the client on them.
  const early = groupSeries(report.performance.series.slice(0, left?.days ?? 0), unit);
  const spans = [...early.map((span) => ({ ...span, axisLabel: formats.axisDay(span.from) })), ...bars];
  const days = clippingsOf(report, spans).map(({ origin, counts }) => ({
    title: fill(unit === "day" ? texts.clippingsByDay : texts.clippingsByWeek, labels.origins[origin]),
    entries: counts.flatMap((count, index) =>
      count === 0 ? [] : [`${spans[index]?.axisLabel ?? ""} ${formats.number(count)}`],
    ),
  }));
  const { timezone } = report.performance.window;
  const { byOrigin, mostTaken = [] } = report.externalInsights?.mediaMentions ?? {};
  const taken = {
    title: fill(texts.mostTaken, labels.origins.observed),
    entries:
      byOrigin === undefined
        ? []
        : mostTaken.map(
            ({ medium, publishedAt, publishedOn, takenShare }) =>
              `${medium} ${formats.axisDay(publishedOn ?? localDay(publishedAt, timezone))} ${formats.number(takenShare * 100)}\u00a0%`,
          ),
  };
  return [...kinds, ...days, taken].flatMap(({ title, entries }) =>
    entries.length === 0 ? [] : [{ title, text: entries.join(" · ") }],
  );
}
