import type { PageLanguage } from "./language.ts";
import { zonedFormat } from "./zoned-format.ts";

/** The time zone of the dates on German newsroom pages. */
const timeZone = "Europe/Berlin";

const locales: Record<PageLanguage, string> = { de: "de-DE", en: "en-GB" };
const dayOptions = { day: "numeric", month: "long", year: "numeric" } as const;
const timeOptions = { hour: "2-digit", minute: "2-digit" } as const;
const dayFormats = { de: zonedFormat(locales.de, dayOptions), en: zonedFormat(locales.en, dayOptions) };
/** Who reads English may live by another clock. */
const timeFormats = {
  de: zonedFormat(locales.de, timeOptions),
  en: zonedFormat(locales.en, { ...timeOptions, timeZoneName: "short" }),
};

/** "20. November 2026" or "20 November 2026", the calendar day in Germany or in another time zone. */
export function formatDay(time: Date, language: PageLanguage = "de", zone = timeZone): string {
  return dayFormats[language](zone).format(time);
}

/** "4. Dezember 2026, 17:30 Uhr" or "4 December 2026, 17:30 CET" in the agency's time zone. */
export function formatMoment(moment: Date, timeZone: string, language: PageLanguage = "de"): string {
  const time = timeFormats[language](timeZone).format(moment);
  return `${formatDay(moment, language, timeZone)}, ${time}${language === "de" ? " Uhr" : ""}`;
}

const germanNumber = new Intl.NumberFormat("de-DE");

/** "12.345", as Germans write numbers. */
export function formatCount(count: number): string {
  return germanNumber.format(count);
}

/** "1 Aufruf" or "12.345 Aufrufe". */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** "2,4 MB": decimal units, as download pages and operating systems for people count. */
export function formatBytes(bytes: number, language: PageLanguage = "de"): string {
  const format = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 1 });
  if (bytes < 1_000) return `${format.format(bytes)} Byte`;
  if (bytes < 999_950) return `${format.format(bytes / 1_000)} kB`;
  return bytes < 999_950_000
    ? `${format.format(bytes / 1_000_000)} MB`
    : `${format.format(bytes / 1_000_000_000)} GB`;
}

/** What people call a file of this media type: "PDF", "JPG", "Word-Dokument"; "Datei" when nothing better is known. */
export function formatMediaType(mediaType: string, language: PageLanguage = "de"): string {
  const known = mediaTypeNames.get(mediaType) ?? familyNames.get(mediaType.split("/")[0] ?? "") ?? "Datei";
  return language === "de" ? known : (englishTypeNames.get(known) ?? known);
}

const mediaTypeNames = new Map(
  Object.entries({
    "application/pdf": "PDF",
    "application/zip": "ZIP-Archiv",
    "application/msword": "Word-Dokument",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word-Dokument",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PowerPoint-Präsentation",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel-Tabelle",
    "image/jpeg": "JPG",
    "image/png": "PNG",
    "image/svg+xml": "SVG",
    "image/webp": "WebP",
    "image/tiff": "TIFF",
    "video/mp4": "MP4-Video",
    "audio/mpeg": "MP3",
  }),
);

const familyNames = new Map(Object.entries({ image: "Bild", video: "Video", audio: "Audio", text: "Text" }));

/** The names above that are German words. */
const englishTypeNames = new Map(
  Object.entries({
    "ZIP-Archiv": "ZIP archive",
    "Word-Dokument": "Word document",
    "PowerPoint-Präsentation": "PowerPoint presentation",
    "Excel-Tabelle": "Excel sheet",
    "MP4-Video": "MP4 video",
    Bild: "Picture",
    Datei: "File",
  }),
);
