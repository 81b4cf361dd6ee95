import { instantOf, localOf } from "../forms/local-moment.ts";

const hourMs = 3_600_000;

/** "MEZ" or "MESZ": what the clocks of a time zone show at a moment. */
export function clockName(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("de-DE", { timeZone, timeZoneName: "short" }).formatToParts(moment);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/**
 * The instant of a wall clock, and what is to be said of it: an hour that is skipped in spring counts as the next one, of one that
 * comes twice in autumn the first is meant. Null for a text that is no moment.
 */
export function readWallClock(
  local: string,
  timeZone: string,
): { instant: Date; remark: string | null } | null {
  const instant = instantOf(local, timeZone);
  if (instant === null) return null;
  const typed = local.slice(0, 16);
  if (localOf(new Date(instant.getTime() + hourMs), timeZone) === typed) {
    const remark = `Diese Uhrzeit gibt es an dem Tag zweimal, weil die Uhren zurückgestellt werden. Gemeint ist die erste (${clockName(instant, timeZone)}).`;
    return { instant, remark };
  }
  const remark =
    localOf(instant, timeZone) === typed
      ? null
      : "Diese Uhrzeit gibt es an dem Tag nicht, weil die Uhren vorgestellt werden. Genommen wurde die Stunde danach.";
  return { instant, remark };
}
