import {
  figuresDays,
  type ReleaseClipping,
  type ReleaseFigure,
  type ReleaseFigures,
  type ReleaseMailing,
  type ReleaseReport,
} from "../../../../features/workflow/releases/overview-sql.ts";
import type { ReleaseOverview } from "../../../../features/workflow/releases/read-release.ts";
import { formatCount } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { momentHtml, publishedHtml } from "../../parts/moment.ts";
import type { Visit } from "../../visit.ts";
import { allClippingsHtml } from "../clippings/all-clippings.ts";
import { clippingPath, enterPath } from "../clippings/paths.ts";
import { lostHitsHtml } from "../figures/figure-tables.ts";
import { scopePath } from "../figures/paths.ts";
import { newReportPath, reportPath } from "../reports/paths.ts";

/** Seven days beside the average of the days before, where they are a week: the first days alone are not what is usual. */
export function figuresSection(visit: Visit, release: ReleaseOverview, figures: ReleaseFigures): Html | null {
  if (!visit.may("figures.read")) return null;
  const { views, visits, interactions, daysBefore, lostHits } = figures;
  const rows: [string, ReleaseFigure][] = [
    ["Aufrufe", views],
    ["Besuche", visits],
    ["Klicks und Downloads", interactions],
  ];
  return html`<section aria-labelledby="zahlen"><h2 id="zahlen">${daysBefore === 0 ? "Seit der Veröffentlichung" : "Die letzten sieben Tage"}</h2>
<dl class="figures">${rows.map(
    ([label, { latest, before }]) =>
      html`<div><dt>${label}</dt><dd><strong>${formatCount(latest)}</strong>${daysBefore >= figuresDays && html`<span>${comparison(latest, (before / daysBefore) * figuresDays)}</span>`}</dd></div>`,
  )}</dl>
${lostHitsHtml(lostHits)}
<p><a href="${scopePath({ type: "article", id: String(release.pressReleaseId) })}">Alle Zahlen</a></p></section>`;
}

function comparison(latest: number, average: number): string {
  const usual = average.toLocaleString("de-DE", { maximumFractionDigits: average < 10 ? 1 : 0 });
  if (average === 0) return "davor keine";
  const percent = Math.round((latest / average - 1) * 100);
  return `sonst ${usual} in sieben Tagen (${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${formatCount(Math.abs(percent))}\u00a0%)`;
}

export function clippingsSection(
  visit: Visit,
  { pressReleaseId, clientId }: Pick<ReleaseOverview, "pressReleaseId" | "clientId">,
  clippings: readonly ReleaseClipping[],
): Html {
  const total = clippings[0]?.total ?? 0;
  return html`<section aria-labelledby="clippings"><h2 id="clippings">Clippings</h2>
${
  total === 0
    ? html`<p>Noch keine.</p>`
    : html`<ul class="plain">${clippings.map(
        (row) =>
          html`<li><a href="${clippingPath(row.id)}">${row.headline}</a> <span class="facts">${row.medium}, ${publishedHtml(visit, row)}</span></li>`,
      )}</ul>
${total > clippings.length && html`<p>Alle ${formatCount(total)} Clippings: ${allClippingsHtml({ meldung: String(pressReleaseId) })}</p>`}`
}
${visit.may("clippings.write") && html`<p><a href="${`${enterPath}?kunde=${clientId}&meldung=${pressReleaseId}`}">Clipping eintragen</a></p>`}</section>`;
}

/** What became of the mails to subscribers. */
export function mailingText(mailing: ReleaseMailing | null): string | null {
  if (mailing === null) return null;
  const { mails, isWritten, waiting, failed } = mailing;
  if (!isWritten) return "Wer abonniert hat, bekommt in Kürze eine Mail.";
  if (mails === null) return "Mails an Abonnenten sind verschickt; wie viele, wurde damals nicht gezählt.";
  if (mails === 0) return "Kein Abonnent wartete auf diese Meldung.";
  const sum = mails === 1 ? "Eine Mail an Abonnenten" : `${formatCount(mails)} Mails an Abonnenten`;
  const notes = [
    ...(waiting > 0 ? [`noch unterwegs: ${formatCount(waiting)}`] : []),
    ...(failed > 0 ? [`nicht zustellbar: ${formatCount(failed)}`] : []),
  ];
  return notes.length === 0 ? `${sum}.` : `${sum} (${notes.join(", ")}).`;
}

export function reportsSection(
  visit: Visit,
  { pressReleaseId }: ReleaseOverview,
  reports: readonly ReleaseReport[],
): Html | null {
  if (!visit.may("reports.read")) return null;
  return html`<section aria-labelledby="berichte"><h2 id="berichte">Berichte</h2>
${
  reports.length === 0
    ? html`<p>Noch in keinem Bericht.</p>`
    : html`<ul class="plain">${reports.map(
        ({ id, title, createdAt }) =>
          html`<li><a href="${reportPath(id)}">${title}</a> <span class="facts">${momentHtml(visit, createdAt)}</span></li>`,
      )}</ul>`
}
${visit.may("reports.create") && html`<p><a href="${`${newReportPath}?bereich=article:${pressReleaseId}`}">Bericht erstellen</a></p>`}</section>`;
}
