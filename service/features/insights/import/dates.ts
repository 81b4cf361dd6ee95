import type { RowProblemCode, Values } from "./row-problems.ts";

/** Reads days and moments as German and English tables write them. */

const monthNames: readonly (readonly string[])[] = [
  ["januar", "january", "jänner", "jan"],
  ["februar", "february", "feber", "feb"],
  ["märz", "march", "maerz", "mär", "mrz", "mar"],
  ["april", "apr"],
  ["mai", "may"],
  ["juni", "june", "jun"],
  ["juli", "july", "jul"],
  ["august", "aug"],
  ["september", "sept", "sep"],
  ["oktober", "october", "okt", "oct"],
  ["november", "nov"],
  ["dezember", "december", "dez", "dec"],
];

/** Nothing that an import is about happened before the web, and later years are slips. */
const yearMin = 1990;
const yearMax = 2100;

/** What a cell says, or why it can't be read. */
export type Reading<T> = { value: T } | { problem: RowProblemCode; values?: Values };

/** A calendar day as `YYYY-MM-DD`, from `2026-11-20`, `20.11.2026`, `20. November 2026`, `Nov 20, 2026` or `11/20/2026`. */
export function parseDay(text: string): Reading<string> {
  const trimmed = text.trim();
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(trimmed);
  if (iso !== null) return toDay(iso[1], iso[2], iso[3]);
  const german = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/.exec(trimmed);
  if (german !== null) return toDay(german[3], german[2], german[1]);
  const dayFirst = /^(\d{1,2})\.?\s+(\p{L}+)\.?\s+(\d{4})$/u.exec(trimmed);
  if (dayFirst !== null) return toDay(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]);
  const monthFirst = /^(\p{L}+)\.?\s+(\d{1,2}),?\s+(\d{4})$/u.exec(trimmed);
  if (monthFirst !== null) return toDay(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]);
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(trimmed);
  return slashed === null ? { problem: "no_day" } : toSlashedDay(slashed);
}

/**
 * A moment: RFC 3339 with its offset, or a day with or without a time of the clock (`20.11.2026 09:30`, `2026-11-20 9:30`), which
 * is returned without an offset and means the agency's own time. A day alone is its noon, so that no time zone moves it.
 */
export function parseMoment(text: string): Reading<string> {
  const trimmed = text.trim().replace(/\s*Uhr$/i, "");
  const match =
    /^(.*?\d)(?:(?:T|,?\s+)(\d{1,2})[:.](\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(am|pm)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
      trimmed,
    );
  if (match === null) return { problem: "no_day" };
  const [, dayText = "", hourText, minute = "00", second = "00", fraction, half, offset] = match;
  const day = parseDay(dayText);
  if ("problem" in day) return day;
  if (hourText === undefined) return { value: `${day.value}T12:00:00` };
  const hour = hourOf(Number(hourText), half?.toLowerCase());
  if (hour === null || Number(minute) > 59 || Number(second) > 59) return { problem: "no_such_time" };
  const millisecond = fraction === undefined ? "" : `.${fraction.slice(0, 3).padEnd(3, "0")}`;
  const zone = offset === undefined ? "" : offset.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
  const moment = `${day.value}T${String(hour).padStart(2, "0")}:${minute}:${second}${millisecond}${zone}`;
  return isZone(zone) ? { value: moment } : { problem: "no_day" };
}

/** PostgreSQL refuses offsets of 16 hours, which are none on earth. */
function isZone(zone: string): boolean {
  return (
    zone === "" || zone === "Z" || (Math.abs(Number(zone.slice(0, 3))) < 15 && Number(zone.slice(4)) < 60)
  );
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === "pm" ? 12 : 0);
}

/** Americans put the month first, the British the day: only a number above 12 tells which it is. */
function toSlashedDay([, first = "", second = "", year = ""]: RegExpExecArray): Reading<string> {
  if (Number(first) > 12) return toDay(year, second, first);
  if (Number(second) > 12 || first === second) return toDay(year, first, second);
  return { problem: "ambiguous_day", values: { first, second } };
}

function monthOf(name: string | undefined): string {
  const position = monthNames.findIndex((names) => names.includes(name?.toLowerCase() ?? ""));
  return String(position + 1);
}

function toDay(yearText = "", monthText = "", dayText = ""): Reading<string> {
  const year = yearText.length === 2 ? 2000 + Number(yearText) : Number(yearText);
  const date = new Date(Date.UTC(year, Number(monthText) - 1, Number(dayText)));
  const isSame = date.getUTCMonth() === Number(monthText) - 1 && date.getUTCDate() === Number(dayText);
  if (!isSame || year < yearMin || year > yearMax) return { problem: "no_such_day" };
  return { value: date.toISOString().slice(0, 10) };
}
