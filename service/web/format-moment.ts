import type { PageLanguage } from "./language.ts";

/** "4. Dezember 2026, 17:30 Uhr" or "4 December 2026, 17:30" in the agency's time zone. */
export function formatMoment(moment: Date, timeZone: string, language: PageLanguage = "de"): string {
  const locale = language === "de" ? "de-DE" : "en-GB";
  const day = new Intl.DateTimeFormat(locale, { timeZone, day: "numeric", month: "long", year: "numeric" });
  const time = new Intl.DateTimeFormat(locale, { timeZone, hour: "2-digit", minute: "2-digit" });
  return `${day.format(moment)}, ${time.format(moment)}${language === "de" ? " Uhr" : ""}`;
}
