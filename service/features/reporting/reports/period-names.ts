import {
  type CalendarKind,
  calendarKind,
  calendarKinds,
  type DayRange,
  isoWeek,
  periodBefore,
  periodKey,
  periodOf,
} from "./periods.ts";
import type { ReportLanguage } from "./schema.ts";

/** A period that is offered: its key, and what it is called. */
export type OfferedPeriod = { value: string; label: string; group: string };

/** How many of each kind lie back: a year of months, and of the others what somebody still reports on. */
const offeredOf: Record<CalendarKind, number> = { month: 12, quarter: 4, half_year: 2, year: 2, week: 6 };
const groups: Record<CalendarKind, string> = {
  month: "Monate",
  quarter: "Quartale",
  half_year: "Halbjahre",
  year: "Jahre",
  week: "Wochen",
};
/** Most reports are about a month; weeks are the longest list and the rarest choice. */
const offeredKinds = ["month", "quarter", "half_year", "year", "week"] as const;

/** "Oktober 2026" for the days of a period of the calendar; null for other days, which are named by their ends. */
export function periodName(range: DayRange, language: ReportLanguage = "de"): string | null {
  const kind = calendarKind(range);
  const isEnglish = language === "en";
  const [year = "", month = ""] = range.from.split("-");
  switch (kind) {
    case null:
      return null;
    case "week": {
      const week = isoWeek(range.from);
      return isEnglish ? `Week ${week.week}, ${week.year}` : `KW ${week.week} ${week.year}`;
    }
    case "month":
      return new Intl.DateTimeFormat(isEnglish ? "en-GB" : "de-DE", {
        timeZone: "UTC",
        month: "long",
        year: "numeric",
      }).format(new Date(range.from));
    case "quarter": {
      const quarter = (Number(month) + 2) / 3;
      return isEnglish ? `Q${quarter} ${year}` : `${quarter}. Quartal ${year}`;
    }
    case "half_year": {
      const half = month === "01" ? 1 : 2;
      return isEnglish ? `H${half} ${year}` : `${half}. Halbjahr ${year}`;
    }
    case "year":
      return isEnglish ? year : `Jahr ${year}`;
  }
}

/** The German name behind "gegenüber" and "mit": "dem 3. Quartal 2026". */
export function periodNameInDative(range: DayRange): string | null {
  const name = periodName(range);
  const kind = calendarKind(range);
  if (kind === null || kind === "month") return name;
  return `${kind === "week" ? "der" : "dem"} ${name}`;
}

/** The periods that somebody chooses from, the complete ones first, those that run today after them. */
export function offeredPeriods(today: string): OfferedPeriod[] {
  const complete = offeredKinds.flatMap((kind) => {
    const offered: OfferedPeriod[] = [];
    let range = periodBefore(kind, today);
    while (offered.length < offeredOf[kind]) {
      // A leap year has a day too many; its halves are offered beside it.
      offered.push({ value: periodKey(range), label: nameOf(range), group: groups[kind] });
      range = periodBefore(kind, range.from);
    }
    return kind === "year" ? offered.filter(({ value }) => !isLeap(Number(value))) : offered;
  });
  const running = calendarKinds.map((kind) => {
    const range = periodOf(kind, today);
    return { value: periodKey(range), label: `${nameOf(range)}, bis heute`, group: "Laufende" };
  });
  return [...complete, ...running.filter(({ value }) => !isLeap(Number(value)))];
}

/** The last month that is over: what most reports are about. */
export function usualPeriod(today: string): string {
  return periodKey(periodBefore("month", today));
}

function nameOf(range: DayRange): string {
  const name = periodName(range) ?? "";
  if (calendarKind(range) !== "week") return name;
  const days = new Intl.DateTimeFormat("de-DE", { timeZone: "UTC", day: "numeric", month: "numeric" });
  return `${name} (${days.format(new Date(range.from))} bis ${days.format(new Date(range.to))})`;
}

function isLeap(year: number): boolean {
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
}
