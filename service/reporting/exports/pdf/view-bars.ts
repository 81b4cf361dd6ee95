import type { Performance } from "../../articles/schema.ts";
import { formatAxisDay, formatDay, formatNumber, formatPeriod } from "../german-format.ts";

/** A bar of the chart: one day, or one week (Monday to Sunday) where days would be too thin to tell apart. */
export type ViewBar = { from: string; to: string; views: number; axisLabel: string };

export type ViewBars = { unit: "day" | "week"; bars: ViewBar[]; highest: string };

/** Up to a quarter of a year a bar is at least 5 points wide on A4; above that the chart sums weeks. */
export const dayBarsMax = 92;

const dayMs = 86_400_000;

/** The bars of the chart of views, and a sentence about the highest of them. */
export function viewBars(series: Performance["series"]): ViewBars {
  const unit = series.length > dayBarsMax ? "week" : "day";
  const bars = groupSeries(series, unit).map((group) => ({
    from: group.from,
    to: group.to,
    views: group.views,
    axisLabel: formatAxisDay(group.from),
  }));
  return { unit, bars, highest: describeHighest(bars, unit) };
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

function describeHighest(bars: readonly ViewBar[], unit: "day" | "week"): string {
  const highest = bars.reduce<ViewBar | undefined>(
    (best, bar) => (bar.views > (best?.views ?? 0) ? bar : best),
    undefined,
  );
  if (highest === undefined) {
    return "";
  }
  const views = `${formatNumber(highest.views)}\u00a0${highest.views === 1 ? "Aufruf" : "Aufrufe"}`;
  return unit === "day"
    ? `Stärkster Tag: ${formatDay(highest.from)} (${views})`
    : `Stärkste Woche: ${formatPeriod(highest.from, highest.to)} (${views})`;
}
