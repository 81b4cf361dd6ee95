import type { Clipping } from "../../../../features/insights/clippings/schema.ts";
import { evidenceWords } from "../../../../features/insights/evidence/wording.ts";
import { nameOfPeriod } from "../../../../features/reporting/exports/wording/report-words.ts";
import type { listReportsWithClipping } from "../../../../features/reporting/reports/sql.ts";
import { formatCount } from "../../../../floor/web/format.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { safeLinkUrl } from "../../../../floor/web/safe-url.ts";
import { momentText } from "../../parts/moment.ts";
import { dashboardWording } from "../../parts/wording.ts";
import type { Visit } from "../../visit.ts";
import { reportPath } from "../reports/paths.ts";
import { releasePagePath } from "../texts/paths.ts";
import { matchTypeLabels, mediaTypeLabels, toneLabels } from "./labels.ts";
import { clippingPath } from "./paths.ts";

type HoldingReport = Awaited<ReturnType<typeof listReportsWithClipping>>[number];

/** What is known of a clipping, and by whom. */
export function factsHtml(visit: Visit, clipping: Clipping, reports: readonly HoldingReport[]): Html {
  const { url, origin, method, source, releaseId, releaseTitle, clientName, reach, tone, toneAt } = clipping;
  const href = safeLinkUrl(url);
  const by =
    clipping.matchTypeBy === "person"
      ? "von Hand bestimmt"
      : clipping.matchTypeBy === "comparison"
        ? "durch Vergleich der Texte"
        : clipping.isByHand
          ? "noch nicht bestimmt"
          : "laut Quelle";
  const judged =
    tone === null || toneAt === null
      ? "Nicht beurteilt"
      : `${toneLabels[tone]}, beurteilt von der Agentur (${clipping.toneByName ?? "ohne Namen"}, ${momentText(visit, toneAt)})`;
  const entries: [string, Html | string | null][] = [
    [
      "Adresse",
      href === null ? null : html`<a href="${href}" target="_blank" rel="noopener noreferrer">${url}</a>`,
    ],
    ["Kunde", clientName],
    [
      "Meldung",
      releaseId === null
        ? "ohne Bezug zu einer Meldung"
        : html`<a href="${releasePagePath(releaseId)}">${releaseTitle}</a>`,
    ],
    ["Mediengattung", mediaTypeLabels[clipping.mediaType]],
    ["Treffer", `${matchTypeLabels[clipping.matchType]}, ${by}`],
    ["Im Beitrag", evidenceText(visit, clipping)],
    ["Autorin oder Autor", clipping.author],
    ["Seite oder Sendezeit", clipping.place],
    ["Sprache", clipping.language],
    [
      "Reichweite",
      reach === null
        ? null
        : `${formatCount(reach)} Kontakte, geschätzt. Quelle: ${clipping.reachSource ?? source}`,
    ],
    ["Tonalität", judged],
    ["Kernbotschaften", clipping.keyMessages.length === 0 ? null : clipping.keyMessages.join(" · ")],
    ["Herkunft", `${origin === "imported" ? "Importiert" : "Beobachtet"}: ${method} (${source})`],
    ["Eingetragen von", clipping.enteredByName],
    ["Interne Notiz", clipping.note],
    ["Steht in Berichten", reports.length === 0 ? "noch in keinem" : reportsHtml(reports)],
  ];
  return html`${clipping.mergedInto !== null && html`<p class="notice">Dieses Clipping steht hinter einem anderen und zählt nicht mit. <a href="${clippingPath(clipping.mergedInto)}">Jenes ansehen</a></p>`}
<dl class="facts-list">${entries.map(([label, value]) => value !== null && html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function reportsHtml(reports: readonly HoldingReport[]): Html {
  return html`${reports.map(
    (report, at) =>
      html`${at > 0 && " · "}<a href="${reportPath(report.reportId)}">${report.title}, ${nameOfPeriod(report, dashboardWording)}</a>`,
  )}`;
}

function evidenceText(visit: Visit, { evidence, matchType, state }: Clipping): string | null {
  if (evidence === null) return null;
  const words = evidenceWords(evidence, visit.timeZone);
  const isOther = matchType === "none" && state !== "rejected";
  const next = isOther ? " Geht es um etwas anderes, dann verwerfen Sie das Clipping." : "";
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}. Verglichen am ${momentText(visit, new Date(evidence.provenance.observedAt))}.${next}`;
}
