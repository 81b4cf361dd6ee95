import type { Performance } from "../../articles/schema.ts";
import type { ReportFigures, ReportMark } from "../../reports/schema.ts";
import { localDay } from "../german-format.ts";
import { fill } from "../wording/german-texts.ts";
import { countOf } from "../wording/report-words.ts";
import type { Wording } from "../wording/wording.ts";

/** A bar of the chart: one day, or one week (Monday to Sunday) where days would be too thin to tell apart. */
export type ViewBar = { from: string; to: string; views: number; axisLabel: string };

export type ViewBars = { unit: "day" | "week"; bars: ViewBar[]; highest: string };

/** Up to a quarter of a year a bar is at least 5 points wide on A4; above that the chart sums weeks. */
const dayBarsMax = 92;

const dayMs = 86_400_000;

/** Days that are left out of a chart, and the day with which it begins. */
type LeftDays = { firstDay: string; isMovedIn: boolean; days: number };

/** The days worth showing: those before the first publication are left out where nobody read anything on them. */
export function shownSeries(report: ReportFigures): {
  series: Performance["series"];
  left: LeftDays | null;
} {
  const { series, window } = report.performance;
  const days = [report.release, ...(report.releases ?? []).map((entry) => entry.release)].flatMap((each) => {
    if (each === undefined || each.publishedAt === null) return [];
    const published = localDay(each.publishedAt, window.timezone);
    const movedIn = each.movedInAt === undefined ? "" : localDay(each.movedInAt, window.timezone);
    const isMovedIn = movedIn > published;
    return [{ day: isMovedIn ? movedIn : published, isMovedIn }];
  });
  const [{ day: first, isMovedIn } = { day: undefined, isMovedIn: false }] = days.toSorted((one, other) =>
    one.day < other.day ? -1 : 1,
  );
  if (first === undefined) return { series, left: null };
  const start = series.findIndex(({ day, views }) => day >= first || views > 0);
  if (start <= 0) return { series, left: null };
  return { series: series.slice(start), left: { firstDay: first, isMovedIn, days: start } };
}

/** A day on which something happened, and the position of its bar; null for a day that the chart leaves out. */
export type MarkedDay = { index: number | null; label: string; marks: ReportMark[] };

/**
 * When something had happened as the report was frozen; nothing in reports of before that was kept. Reports of before edition 2 know no
 * day without a bar, and date all of a week by its Monday, as their files do.
 */
export function markedDays(
  { marks = [], presentation }: ReportFigures,
  bars: readonly ViewBar[],
  { formats }: Wording,
): MarkedDay[] {
  const isWithin = (day: string, { from, to }: ViewBar) => day >= from && day <= to;
  if (presentation?.edition === undefined)
    return bars
      .map((bar, index) => ({
        ...{ index, label: bar.axisLabel },
        marks: marks.filter(({ day }) => isWithin(day, bar)),
      }))
      .filter((bar) => bar.marks.length > 0);
  const days = [...new Set(marks.map(({ day }) => day))].toSorted();
  return days.map((day) => {
    const index = bars.findIndex((bar) => isWithin(day, bar));
    const own = marks.filter((mark) => mark.day === day);
    return { index: index === -1 ? null : index, label: formats.axisDay(day), marks: own };
  });
}

/** Positions of the bars that get a mark. */
export function markedBars(days: readonly MarkedDay[]): number[] {
  return [...new Set(days.flatMap(({ index }) => index ?? []))];
}

/** Which days a chart does not show, and why. Reports of before edition 2 keep the plural for one day. */
export function leftDaysNote(
  { firstDay, isMovedIn, days }: LeftDays,
  { presentation }: ReportFigures,
  words: Wording,
): string {
  const { texts, formats } = words;
  const [one = "", many = ""] = isMovedIn ? texts.fromMovingIn : texts.fromPublication;
  const text = days === 1 && presentation?.edition !== undefined ? one : many;
  return fill(text, formats.day(firstDay), countOf(words, days, texts.day));
}

/** Whether the days are shown one by one, or summed by weeks. */
export function unitOf(series: Performance["series"]): "day" | "week" {
  return series.length > dayBarsMax ? "week" : "day";
}

/** The bars of the chart of views, and a sentence about the highest of them. */
export function viewBars(series: Performance["series"], words: Wording): ViewBars {
  const unit = unitOf(series);
  const bars = groupSeries(series, unit).map((group) => ({
    from: group.from,
    to: group.to,
    views: group.views,
    axisLabel: words.formats.axisDay(group.from),
  }));
  return { unit, bars, highest: describeHighest(bars, unit, words) };
}

export type SeriesGroup = Performance["series"][number] & { from: string; to: string };

/** Sums the days of the series per calendar week, or leaves them as they are. */
export function groupSeries(series: Performance["series"], unit: "day" | "week"): SeriesGroup[] {
  const groups: SeriesGroup[] = [];
  for (const entry of series) {
    const last = groups.at(-1);
    if (last === undefined || unit === "day" || isMonday(entry.day)) {
      groups.push({ ...entry, from: entry.day, to: entry.day });
    } else {
      last.to = entry.day;
      last.views += entry.views;
      last.uniqueVisitors += entry.uniqueVisitors;
      last.visits += entry.visits;
      last.interactions = addMeasured(last.interactions, entry.interactions);
      last.bots += entry.bots;
    }
  }
  return groups;
}

/** Null only where neither was measured. */
function addMeasured(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : one + other;
}

function isMonday(day: string): boolean {
  // 1 January 1970 was a Thursday.
  return (Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs) + 3) % 7 === 0;
}

function describeHighest(bars: readonly ViewBar[], unit: "day" | "week", words: Wording): string {
  const highest = bars.reduce<ViewBar | undefined>(
    (best, bar) => (bar.views > (best?.views ?? 0) ? bar : best),
    undefined,
  );
  if (highest === undefined) {
    return "";
  }
  const { texts, formats } = words;
  const views = countOf(words, highest.views, texts.viewCount);
  return unit === "day"
    ? fill(texts.strongestDay, formats.day(highest.from), views)
    : fill(texts.strongestWeek, formats.period(highest.from, highest.to), views);
}
