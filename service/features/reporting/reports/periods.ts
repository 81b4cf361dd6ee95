import type { FieldProblem } from "../../../floor/web/refuse-fields.ts";
import { reportDays } from "../articles/schema.ts";

/** Calendar days of an agency's time zone, both ends included. */
export type DayRange = { from: string; to: string };

export const calendarKinds = ["week", "month", "quarter", "half_year", "year"] as const;
export type CalendarKind = (typeof calendarKinds)[number];

/** Counted from the day on which a release was published. */
export const releasePeriods = ["first-7-days", "first-30-days", "since-publication"] as const;
type ReleasePeriod = (typeof releasePeriods)[number];

export type Period = DayRange | { since: ReleasePeriod };

export const comparisonKinds = ["previous_period", "previous_year"] as const;
export type ComparisonKind = (typeof comparisonKinds)[number];

/** How periods are written by programs, for their help. */
export const periodForms =
  "2026-10, 2026-Q3, 2026-H1, 2026, 2026-W44, 2026-10-05..2026-11-04, first-7-days, first-30-days, since-publication";

const monthsOf = { month: 1, quarter: 3, half_year: 6, year: 12 } as const;
const daysOfRelease: Record<ReleasePeriod, number> = {
  "first-7-days": 7,
  "first-30-days": 30,
  // Until today, and no longer than a report may be.
  "since-publication": reportDays.maximum,
};
const dayMs = 86_400_000;
/** Years of four digits, so that texts sort as days do. */
const keyPattern = /^([1-9]\d{3})(?:-(?:(0[1-9]|1[0-2])|Q([1-4])|H([12])|W(0[1-9]|[1-4]\d|5[0-3])))?$/;
const rangePattern = /^([1-9]\d{3}-\d{2}-\d{2})\.\.([1-9]\d{3}-\d{2}-\d{2})$/;

/** The period that a text names, or null for a text that names none. */
export function parsePeriod(text: string): Period | null {
  const since = releasePeriods.find((each) => each === text);
  if (since !== undefined) return { since };
  const [, from = "", to = ""] = rangePattern.exec(text) ?? [];
  if (from !== "")
    return shiftDays(from, 0) === from && shiftDays(to, 0) === to && from <= to ? { from, to } : null;
  const [, year = "", month, quarter, half, week] = keyPattern.exec(text) ?? [];
  if (year === "") return null;
  if (week !== undefined) {
    // The week with 4 January is the first (ISO 8601).
    const range = periodOf("week", shiftDays(`${year}-01-04`, (Number(week) - 1) * 7));
    return periodKey(range) === text ? range : null;
  }
  if (month !== undefined) return periodOf("month", `${year}-${month}-01`);
  if (quarter !== undefined) return periodOf("quarter", utcDay(Number(year), Number(quarter) * 3 - 3, 1));
  if (half !== undefined) return periodOf("half_year", utcDay(Number(year), Number(half) * 6 - 6, 1));
  return periodOf("year", `${year}-01-01`);
}

/**
 * The days of a period as far as they have come, or why a report can't be about it. `publishedOn` is that of the single release that
 * it is about, null where there is none.
 */
export function daysOfPeriod(
  period: Period,
  { today, publishedOn }: { today: string; publishedOn: string | null },
): DayRange | FieldProblem {
  if ("since" in period && publishedOn === null)
    return problem(
      "Diesen Zeitraum gibt es nur für eine einzelne Meldung, die erschienen ist.",
      "this period is for a single release that was published.",
    );
  const from = "since" in period ? (publishedOn ?? today) : period.from;
  const end = "since" in period ? shiftDays(from, daysOfRelease[period.since] - 1) : period.to;
  if (from > today)
    return problem("Dieser Zeitraum hat noch nicht begonnen.", `the period begins on ${from}, after today.`);
  if (countDays({ from, to: end }) > reportDays.maximum)
    return problem(
      `Ein Bericht umfasst höchstens ${reportDays.maximum} Tage. Ein Schaltjahr teilen Sie in zwei Halbjahre.`,
      `a report has at most ${reportDays.maximum} days. Take a leap year as two halves, such as 2028-H1.`,
    );
  return { from, to: end < today ? end : today };
}

/** The week, month or other period of the calendar that holds a day. */
export function periodOf(kind: CalendarKind, day: string): DayRange {
  const at = new Date(`${day}T00:00:00Z`);
  if (kind === "week") {
    const from = shiftDays(day, -((at.getUTCDay() + 6) % 7));
    return { from, to: shiftDays(from, 6) };
  }
  const months = monthsOf[kind];
  const first = Math.floor(at.getUTCMonth() / months) * months;
  const year = at.getUTCFullYear();
  return { from: utcDay(year, first, 1), to: utcDay(year, first + months, 0) };
}

/** The last one that was over before the period of this day began. */
export function periodBefore(kind: CalendarKind, day: string): DayRange {
  return periodOf(kind, shiftDays(periodOf(kind, day).from, -1));
}

/** What reports cover these days: one, or for a leap year, which is a day too long, one for each half. */
export function reportableDays(range: DayRange): DayRange[] {
  if (countDays(range) <= reportDays.maximum) return [range];
  return [periodOf("half_year", range.from), periodOf("half_year", range.to)];
}

/** Which period of the calendar these days are, or null for none. */
export function calendarKind(range: DayRange): CalendarKind | null {
  return calendarKinds.find((kind) => isSame(periodOf(kind, range.from), range)) ?? null;
}

/** What a report's days are compared with: a month with a month, whatever their lengths; other days with as many before. */
export function comparedDays(range: DayRange, kind: ComparisonKind): DayRange {
  const calendar = calendarKind(range);
  if (kind === "previous_period")
    return calendar === null
      ? { from: shiftDays(range.from, -countDays(range)), to: shiftDays(range.from, -1) }
      : periodBefore(calendar, range.from);
  // 52 weeks keep the weekdays.
  if (calendar === "week") return { from: shiftDays(range.from, -364), to: shiftDays(range.to, -364) };
  const from = yearBefore(range.from);
  return calendar === null ? { from, to: yearBefore(range.to) } : periodOf(calendar, from);
}

/** As `parsePeriod` reads it again. */
export function periodKey(range: DayRange): string {
  const year = range.from.slice(0, 4);
  const month = Number(range.from.slice(5, 7));
  switch (calendarKind(range)) {
    case "week": {
      const { year: weekYear, week } = isoWeek(range.from);
      return `${weekYear}-W${String(week).padStart(2, "0")}`;
    }
    case "month":
      return range.from.slice(0, 7);
    case "quarter":
      return `${year}-Q${(month + 2) / 3}`;
    case "half_year":
      return `${year}-H${month === 1 ? 1 : 2}`;
    case "year":
      return year;
    case null:
      return `${range.from}..${range.to}`;
  }
}

/** Days of a range, both ends included. */
export function countDays({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}

/** Counted in UTC, so a change of the clock neither adds nor drops a day. */
export function shiftDays(day: string, days: number): string {
  const moment = Date.parse(`${day}T00:00:00Z`) + days * dayMs;
  return Number.isNaN(moment) ? "" : new Date(moment).toISOString().slice(0, 10);
}

/** `month` counts from 0 and may lie outside a year; day 0 is the last of the month before. */
function utcDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

/** 28 February for 29 February. */
function yearBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return utcDay(year - 1, month - 1, Math.min(date, new Date(Date.UTC(year - 1, month, 0)).getUTCDate()));
}

/** The year and number of a week by its Monday: those of its Thursday. */
export function isoWeek(monday: string): { year: string; week: number } {
  const thursday = shiftDays(monday, 3);
  const year = thursday.slice(0, 4);
  return { year, week: Math.ceil(countDays({ from: `${year}-01-01`, to: thursday }) / 7) };
}

function isSame(a: DayRange, b: DayRange): boolean {
  return a.from === b.from && a.to === b.to;
}

function problem(german: string, english: string): FieldProblem {
  return { field: "period", german, english };
}

/** What keeps days from being compared like with like: those before anything was measured, and their number. */
export function comparedFacts(
  reported: DayRange,
  compared: DayRange,
  firstDay: string | null,
): { daysWithoutMeasurement: number; unequalDays?: { reported: number; compared: number } } {
  const [reportedDays, comparedCount] = [countDays(reported), countDays(compared)];
  return {
    daysWithoutMeasurement:
      firstDay === null
        ? comparedCount
        : Math.min(Math.max(0, countDays({ from: compared.from, to: firstDay }) - 1), comparedCount),
    ...(reportedDays === comparedCount
      ? {}
      : { unequalDays: { reported: reportedDays, compared: comparedCount } }),
  };
}
