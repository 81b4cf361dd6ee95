import { zonedFormat } from "../../../floor/web/zoned-format.ts";

/** `2026-12-04T17:30`, as browsers send it of an `input type=datetime-local`. */
const localPattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2})?$/;

const dayMs = 86_400_000;

/**
 * The instant of a wall clock in a time zone; null for a text that is none. An hour that is skipped counts as the next one, of one that
 * comes twice the first is meant: a publication at the end of an embargo was refused, since the two forms took another one each.
 */
export function instantOf(local: string, timeZone: string): Date | null {
  const [, ...parts] = localPattern.exec(local) ?? [];
  if (parts.length === 0) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.map(Number);
  const asUtcMs = Date.UTC(year, month - 1, day, hour, minute);
  if (Number.isNaN(asUtcMs) || !new Date(asUtcMs).toISOString().startsWith(local.slice(0, 10))) return null;
  // By the clock of the day before, else by that of the day after: both are wrong only in an hour that is skipped.
  const before = new Date(asUtcMs - offsetMs(asUtcMs - dayMs, timeZone));
  const after = new Date(asUtcMs - offsetMs(asUtcMs + dayMs, timeZone));
  const isShown = (instant: Date) =>
    localOf(instant, timeZone) === new Date(asUtcMs).toISOString().slice(0, 16);
  return isShown(before) || !isShown(after) ? before : after;
}

/** The wall clock of an instant, as an `input type=datetime-local` takes it. */
export function localOf(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetMs(instant.getTime(), timeZone)).toISOString().slice(0, 16);
}

const wallClock = zonedFormat("en-US", {
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
});

function offsetMs(instantMs: number, timeZone: string): number {
  const parts = wallClock(timeZone).formatToParts(new Date(instantMs));
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const wallMs = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"));
  return wallMs - Math.floor(instantMs / 60_000) * 60_000;
}
