import {
  formatChange,
  formatDecimal,
  formatInstant,
  formatMoney,
  formatNumber,
  formatShare,
  germanMonths,
} from "../german-format.ts";
import type { Formats } from "./german-formats.ts";

const englishMonths = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** Made of the German forms, so that both languages group and round alike; by hand, so that every runtime gives the same bytes. */
export const englishFormats: Formats = {
  number: (value, fractionDigits) => swapMarks(formatNumber(value, fractionDigits)),
  decimal: (value, digitsMax) => swapMarks(formatDecimal(value, digitsMax)),
  share: (share) => withoutGap(swapMarks(formatShare(share))),
  change: (percent) => withoutGap(swapMarks(formatChange(percent))),
  money: (amount, currency) => swapMarks(formatMoney(amount, currency)),
  day: longDay,
  shortDay: (day) => `${dateOf(day)} ${monthOf(day).slice(0, 3)} ${day.slice(0, 4)}`,
  axisDay: (day) => `${dateOf(day)} ${monthOf(day).slice(0, 3)}`,
  period,
  instant: (instant, timeZone) =>
    formatInstant(instant, timeZone)
      .replace(/^(\d+)\.\u00a0(\p{L}+)/u, (_, date: string, month: string) => `${date} ${translate(month)}`)
      .replace(/\u00a0Uhr/, ""),
};

/** `1.234,5` -> `1,234.5` */
function swapMarks(text: string): string {
  return text.replace(/[.,](?=\d)/g, (mark) => (mark === "." ? "," : "."));
}

function withoutGap(text: string): string {
  return text.replace("\u00a0%", "%");
}

function longDay(day: string): string {
  return `${dateOf(day)} ${monthOf(day)} ${day.slice(0, 4)}`;
}

function period(from: string, to: string): string {
  if (from === to) return longDay(from);
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${longDay(from)} – ${longDay(to)}`;
  if (from.slice(0, 7) !== to.slice(0, 7)) return `${dateOf(from)} ${monthOf(from)} – ${longDay(to)}`;
  return `${dateOf(from)}–${longDay(to)}`;
}

function dateOf(day: string): number {
  return Number(day.slice(8, 10));
}

function monthOf(day: string): string {
  return englishMonths[Number(day.slice(5, 7)) - 1] ?? "";
}

function translate(month: string): string {
  return englishMonths[germanMonths.indexOf(month)] ?? month;
}
