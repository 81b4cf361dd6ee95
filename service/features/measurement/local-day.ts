import { boundedCache } from "../../floor/limits/bounded-cache.ts";
import { zonedFormat } from "../../floor/web/zoned-format.ts";

/** UTC offsets change at full quarter hours at most, so all moments of one quarter hour share their calendar day's look-up. */
const stepMs = 900_000;
/** Time zones and quarter hours of each that are kept in memory: those of live hits, and of some that come late. */
const timeZonesMax = 300;
const stepsMax = 20;

// The Swedish form of a date is the ISO one.
const formatterOf = zonedFormat("sv-SE", { year: "numeric", month: "2-digit", day: "2-digit" });
const daysIn = boundedCache(timeZonesMax, (timeZone) => {
  const formatter = formatterOf(timeZone);
  return boundedCache<string, number>(stepsMax, (step) => formatter.format(step * stepMs));
});

/**
 * Calendar day `YYYY-MM-DD` of a moment in an IANA time zone, changes of the clock included.
 * Throws RangeError for a time zone that nobody knows.
 */
export function localDay(moment: Date, timeZone: string): string {
  return daysIn(timeZone)(Math.floor(moment.getTime() / stepMs));
}

/** Calendar day `YYYY-MM-DD` of a moment in UTC. */
export function utcDay(moment: Date): string {
  return localDay(moment, "UTC");
}
