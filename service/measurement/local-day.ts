/** UTC offsets change at full quarter hours at most, so all moments of one quarter hour share their calendar day's look-up. */
const stepMs = 900_000;
/** Days of the live hits of a few hundred time zones; a full map is simply begun anew. */
const cachedMax = 2_000;

const formatters = new Map<string, Intl.DateTimeFormat>();
const daysByZone = new Map<string, Map<number, string>>();
let cachedCount = 0;

/**
 * Calendar day `YYYY-MM-DD` of a moment in an IANA time zone, changes of the clock included.
 * Throws RangeError for a time zone that nobody knows.
 */
export function localDay(moment: Date, timeZone: string): string {
  const step = Math.floor(moment.getTime() / stepMs);
  const known = daysByZone.get(timeZone)?.get(step);
  if (known !== undefined) return known;
  const day = formatter(timeZone).format(moment);
  if (cachedCount >= cachedMax) {
    daysByZone.clear();
    cachedCount = 0;
  }
  cachedCount += 1;
  const days = daysByZone.get(timeZone) ?? new Map<number, string>();
  daysByZone.set(timeZone, days.set(step, day));
  return day;
}

/** Calendar day `YYYY-MM-DD` of a moment in UTC. */
export function utcDay(moment: Date): string {
  return localDay(moment, "UTC");
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  // The Swedish form of a date is the ISO one.
  const made = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  if (formatters.size >= cachedMax) formatters.clear();
  formatters.set(timeZone, made);
  return made;
}
