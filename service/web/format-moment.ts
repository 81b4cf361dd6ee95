/** "4. Dezember 2026, 17:30 Uhr" in the agency's time zone. */
export function formatMoment(moment: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat("de-DE", { timeZone, day: "numeric", month: "long", year: "numeric" });
  const time = new Intl.DateTimeFormat("de-DE", { timeZone, hour: "2-digit", minute: "2-digit" });
  return `${day.format(moment)}, ${time.format(moment)} Uhr`;
}
