import {
  formatAxisDay,
  formatChange,
  formatDay,
  formatDecimal,
  formatInstant,
  formatMoney,
  formatNumber,
  formatPeriod,
  formatShare,
  formatShortDay,
} from "../german-format.ts";

/** How one language writes numbers and dates. */
export type Formats = {
  number(value: number, fractionDigits?: number): string;
  decimal(value: number, digitsMax?: number): string;
  share(share: number): string;
  change(percent: number): string;
  money(amount: string, currency: string): string;
  day(day: string): string;
  shortDay(day: string): string;
  axisDay(day: string): string;
  period(from: string, to: string): string;
  instant(instant: string, timeZone: string): string;
};

export const germanFormats: Formats = {
  number: formatNumber,
  decimal: formatDecimal,
  share: formatShare,
  change: formatChange,
  money: formatMoney,
  day: formatDay,
  shortDay: formatShortDay,
  axisDay: formatAxisDay,
  period: formatPeriod,
  instant: formatInstant,
};
