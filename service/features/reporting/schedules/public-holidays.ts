import { shiftDays } from "../reports/periods.ts";

/** Days from Easter Sunday to Good Friday, Easter Monday, Ascension Day and Whit Monday. */
const fromEaster = [-2, 1, 39, 50];
/** New Year, Labour Day, German Unity Day, and both days of Christmas. */
const fixed = ["01-01", "05-01", "10-03", "12-25", "12-26"];

/** The nine public holidays of all of Germany in a year; those of single states are working days elsewhere. */
export function publicHolidays(year: number): string[] {
  const easter = easterSunday(year);
  return [...fixed.map((day) => `${year}-${day}`), ...fromEaster.map((days) => shiftDays(easter, days))];
}

/** The anonymous Gregorian computus (Nature, 20 April 1876; Meeus, Astronomical Algorithms, chapter 8). */
function easterSunday(year: number): string {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  const [month, day] = [Math.floor(days / 31), (days % 31) + 1];
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
