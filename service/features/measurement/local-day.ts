import { LRUCache } from "lru-cache";
import { zonedFormat } from "../../floor/web/zoned-format.ts";

/** UTC offsets change at full quarter hours at most, so all moments of one quarter hour share their calendar day's look-up. */
const stepMs = 900_000;
/** Calendar days kept in memory: those of live hits in a few hundred time zones. */
const daysMax = 2_000;

const days = new LRUCache<string, string>({ max: daysMax });
// The Swedish form of a date is the ISO one.
const formatterOf = zonedFormat("sv-SE", { year: "numeric", month: "2-digit", day: "2-digit" });

/**
 * Calendar day `YYYY-MM-DD` of a moment in an IANA time zone, changes of the clock included.
 * Throws RangeError for a time zone that nobody knows.
 */
export function localDay(moment: Date, timeZone: string): string {
  const key = `${Math.floor(moment.getTime() / stepMs)} ${timeZone}`;
  const known = days.get(key);
  if (known !== undefined) return known;
  const day = formatterOf(timeZone).format(moment);
  days.set(key, day);
  return day;
}

/** Calendar day `YYYY-MM-DD` of a moment in UTC. */
export function utcDay(moment: Date): string {
  return localDay(moment, "UTC");
}
