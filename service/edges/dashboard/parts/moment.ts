import { type Html, html } from "../../../floor/web/html.ts";
import type { Visit } from "../visit.ts";

/** "4. Dezember 2026, 17:30 Uhr" in the agency's time zone. */
export function momentText({ timeZone }: Pick<Visit, "timeZone">, moment: Date): string {
  const day = new Intl.DateTimeFormat("de-DE", { timeZone, day: "numeric", month: "long", year: "numeric" });
  const time = new Intl.DateTimeFormat("de-DE", { timeZone, hour: "2-digit", minute: "2-digit" });
  return `${day.format(moment)}, ${time.format(moment)} Uhr`;
}

/** "04.12.2026, 17:30", for tables. */
export function shortMomentHtml({ timeZone }: Pick<Visit, "timeZone">, moment: Date): Html {
  const text = new Intl.DateTimeFormat("de-DE", { timeZone, dateStyle: "medium", timeStyle: "short" }).format(
    moment,
  );
  return html`<time datetime="${moment.toISOString()}">${text}</time>`;
}

export function momentHtml(visit: Pick<Visit, "timeZone">, moment: Date): Html {
  return html`<time datetime="${moment.toISOString()}">${momentText(visit, moment)}</time>`;
}

type Published = { publishedAt: Date; publishedOn: string | null };

/** When something appeared: "4. Dezember 2026" where only the day is known. */
export function publishedText(
  visit: Pick<Visit, "timeZone">,
  { publishedAt, publishedOn }: Published,
): string {
  if (publishedOn === null) return momentText(visit, publishedAt);
  const day = new Intl.DateTimeFormat("de-DE", { timeZone: "UTC", dateStyle: "long" });
  return day.format(new Date(`${publishedOn}T00:00Z`));
}

export function publishedHtml(visit: Pick<Visit, "timeZone">, published: Published): Html {
  const machine = published.publishedOn ?? published.publishedAt.toISOString();
  return html`<time datetime="${machine}">${publishedText(visit, published)}</time>`;
}
