import { boundedCache, type Cached } from "../limits/bounded-cache.ts";

/** Of one form. Agencies live in few time zones. */
const formattersMax = 100;

/**
 * The formatter of one form of dates for a time zone. Kept, because to make one takes 60 µs, and a table needs it for each row: of a
 * page with a year's figures that was a fifth of its time.
 */
export function zonedFormat(
  locale: string,
  options: Omit<Intl.DateTimeFormatOptions, "timeZone">,
): Cached<Intl.DateTimeFormat> {
  return boundedCache(formattersMax, (timeZone) => new Intl.DateTimeFormat(locale, { ...options, timeZone }));
}
