/**
 * Numbers and dates as German readers expect them, written by hand:
 * the same report must give the same bytes whatever locale data a runtime carries.
 */

import { zonedFormat } from "../../../floor/web/zoned-format.ts";

const noBreakSpace = "\u00a0";
const minus = "\u2212";

export const germanMonths: readonly string[] = [
  "Januar",
  "Februar",
  "März",
  "April",
  "Mai",
  "Juni",
  "Juli",
  "August",
  "September",
  "Oktober",
  "November",
  "Dezember",
];

/** `1234` -> `1.234`, `-0.5` with one digit -> `−0,5`. */
export function formatNumber(value: number, fractionDigits = 0): string {
  if (!Number.isFinite(value)) {
    return "–";
  }
  const [whole = "0", fraction] = Math.abs(value).toFixed(fractionDigits).split(".");
  const isZero = Number(`${whole}.${fraction ?? "0"}`) === 0;
  const sign = value < 0 && !isZero ? minus : "";
  return `${sign}${groupThousands(whole)}${fraction === undefined ? "" : `,${fraction}`}`;
}

/** At most `digitsMax` digits after the comma, none that are zero: `83.0` -> `83`, `83.44` -> `83,4`. */
export function formatDecimal(value: number, digitsMax = 1): string {
  const text = formatNumber(value, digitsMax);
  return text.includes(",") ? text.replace(/,?0+$/, "") : text;
}

/** A share of 0 to 1 as `12,3 %`. */
export function formatShare(share: number): string {
  return `${formatNumber(share * 100, 1)}${noBreakSpace}%`;
}

/** A change in per cent with its sign: `+12,3 %`, `−4,0 %`, `±0,0 %`. */
export function formatChange(percent: number): string {
  const text = formatNumber(percent, 1);
  const sign = Number(percent.toFixed(1)) > 0 ? "+" : text.startsWith(minus) ? "" : "±";
  return `${sign}${text}${noBreakSpace}%`;
}

/**
 * An exact decimal such as `1234.5` with its currency: `1.234,50 EUR`; a fraction has two digits at least, and is never rounded.
 * Anything else is left as it is.
 */
export function formatMoney(amount: string, currency: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (parts === null) {
    return `${amount}${noBreakSpace}${currency}`;
  }
  const [, sign = "", whole = "0", fraction] = parts;
  const number = `${sign === "" ? "" : minus}${groupThousands(whole)}${fraction === undefined ? "" : `,${fraction.padEnd(2, "0")}`}`;
  return `${number}${noBreakSpace}${currency}`;
}

/** `2026-11-20` -> `20. November 2026`. */
export function formatDay(day: string): string {
  const { year, month, date } = splitDay(day);
  return `${date}.${noBreakSpace}${germanMonths[month - 1] ?? month} ${year}`;
}

/** `2026-11-03` -> `03.11.2026`, for table columns. */
export function formatShortDay(day: string): string {
  const { year, month, date } = splitDay(day);
  return `${twoDigits(date)}.${twoDigits(month)}.${year}`;
}

/** `2026-11-03` -> `3.11.`, for the axis of a chart. */
export function formatAxisDay(day: string): string {
  const { month, date } = splitDay(day);
  return `${date}.${month}.`;
}

/** Both ends as one phrase, without saying a month or year twice: `1.–30. November 2026`. */
export function formatPeriod(from: string, to: string): string {
  if (from === to) {
    return formatDay(from);
  }
  const start = splitDay(from);
  const end = splitDay(to);
  if (start.year !== end.year) {
    return `${formatDay(from)} – ${formatDay(to)}`;
  }
  if (start.month !== end.month) {
    return `${start.date}.${noBreakSpace}${germanMonths[start.month - 1] ?? start.month} – ${formatDay(to)}`;
  }
  return `${start.date}.–${formatDay(to)}`;
}

/** An instant as the calendar day of a time zone, `YYYY-MM-DD`. */
export function localDay(instant: string, timeZone: string): string {
  return localTime(instant, timeZone).day;
}

/** An instant as `20. November 2026, 14:05 Uhr` in the time zone (the zone is named where it is not known). */
export function formatInstant(instant: string, timeZone: string): string {
  const { day, time, zoneNote } = localTime(instant, timeZone);
  return `${formatDay(day)}, ${time}${noBreakSpace}Uhr${zoneNote}`;
}

function localTime(instant: string, timeZone: string): { day: string; time: string; zoneNote: string } {
  const date = new Date(instant);
  const parts = zonedParts(date, timeZone);
  if (parts === undefined) {
    const utc = date.toISOString();
    return { day: utc.slice(0, 10), time: utc.slice(11, 16), zoneNote: " (UTC)" };
  }
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}`,
    zoneNote: "",
  };
}

function zonedParts(date: Date, timeZone: string): Record<string, string> | undefined {
  try {
    return Object.fromEntries(
      zoneFormat(timeZone)
        .formatToParts(date)
        .map((part) => [part.type, part.value]),
    );
  } catch (error) {
    if (error instanceof RangeError && !Number.isNaN(date.getTime())) {
      return undefined;
    }
    throw error;
  }
}

/** Intl is asked for bare digits only: those do not differ between runtimes, names and separators do. */
const zoneFormat = zonedFormat("en-US", {
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
});

function splitDay(day: string): { year: number; month: number; date: number } {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return { year, month, date };
}

function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ".");
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
