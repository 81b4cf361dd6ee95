import { formatDay, formatMoment } from "../../../floor/web/format.ts";
import { type Html, html } from "../../../floor/web/html.ts";
import { zonedFormat } from "../../../floor/web/zoned-format.ts";
import type { Visit } from "../visit.ts";

const shortFormat = zonedFormat("de-DE", { dateStyle: "medium", timeStyle: "short" });

/** "4. Dezember 2026, 17:30 Uhr" in the agency's time zone. */
export function momentText({ timeZone }: Pick<Visit, "timeZone">, moment: Date): string {
  return formatMoment(moment, timeZone);
}

/** "04.12.2026, 17:30", for tables. */
export function shortMomentHtml({ timeZone }: Pick<Visit, "timeZone">, moment: Date): Html {
  return html`<time datetime="${moment.toISOString()}">${shortFormat(timeZone).format(moment)}</time>`;
}

export function momentHtml(visit: Pick<Visit, "timeZone">, moment: Date): Html {
  return html`<time datetime="${moment.toISOString()}">${momentText(visit, moment)}</time>`;
}

/** "vor 5 Minuten", in hours for the first two days. */
export function ageText(minutes: number): string {
  if (minutes < 1) return "gerade eben";
  if (minutes < 60) return minutes < 2 ? "vor einer Minute" : `vor ${Math.floor(minutes)} Minuten`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return hours === 1 ? "vor einer Stunde" : `vor ${hours} Stunden`;
  return `vor ${Math.floor(hours / 24)} Tagen`;
}

type Published = { publishedAt: Date; publishedOn: string | null };

/** When something appeared: "4. Dezember 2026" where only the day is known. */
export function publishedText(
  visit: Pick<Visit, "timeZone">,
  { publishedAt, publishedOn }: Published,
): string {
  if (publishedOn === null) return momentText(visit, publishedAt);
  return formatDay(new Date(`${publishedOn}T00:00Z`), "de", "UTC");
}

export function publishedHtml(visit: Pick<Visit, "timeZone">, published: Published): Html {
  const machine = published.publishedOn ?? published.publishedAt.toISOString();
  return html`<time datetime="${machine}">${publishedText(visit, published)}</time>`;
}
