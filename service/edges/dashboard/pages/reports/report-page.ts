import { ServiceError } from "../../../../errors.ts";
import { verifyPageUrl } from "../../../../features/reporting/exports/urls.ts";
import { integrityFacts } from "../../../../features/reporting/exports/wording/integrity-facts.ts";
import { wordingOf } from "../../../../features/reporting/exports/wording/wording.ts";
import { renderComment } from "../../../../features/reporting/links/page/page-parts.ts";
import { renderSections } from "../../../../features/reporting/links/page/second-layout.ts";
import type { CheckedReport } from "../../../../features/reporting/reports/check-report.ts";
import { chainHashOfReport } from "../../../../features/reporting/reports/rules.ts";
import { findStamp, type KeptStamp } from "../../../../features/stamps/sql.ts";
import { downloadOf, replyHeaders, stampBox } from "../../../../features/stamps/stamp-box.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, definePage } from "../../definition.ts";
import { momentText } from "../../parts/moment.ts";
import { dashboardWording } from "../../parts/wording.ts";
import { lostHitsHtml } from "../figures/figure-tables.ts";
import { knownReport, reportPage } from "./known-report.ts";
import { scopeLabel } from "./list.ts";
import { reportPath, reportsPath } from "./paths.ts";

/** Lines of a table of releases on a screen; files of the report have them all. */
const releasesShownMax = 100;

const page = definePage({
  path: `${reportsPath}/:reportId`,
  action: "reports.read",
  async handle(context) {
    const checked = await knownReport(context);
    const stamp = await stampOf(context, checked);
    return reportPage(context, checked.report, { tab: "", main: reportHtml(context, { ...checked, stamp }) });
  },
});

const stampFile = definePage({
  path: `${reportsPath}/:reportId/stempel.tsr`,
  action: "reports.read",
  async handle(context) {
    const checked = await knownReport(context);
    const file = downloadOf(await stampOf(context, checked), chainHashOfReport(checked.report));
    if (file === null) throw new ServiceError("not_found", "The report has no stamp yet.");
    return new Response(file, { headers: replyHeaders });
  },
});

export const reportPageDefinitions = [page, stampFile];

type Stamped = CheckedReport & { stamp: KeptStamp | null };

function stampOf(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  { report }: CheckedReport,
): Promise<KeptStamp | null> {
  return findStamp(deps.sql, visit.agencyId, { type: "report", id: report.id });
}

function reportHtml({ visit, deps }: Pick<Context, "visit" | "deps">, checked: Stamped): Html {
  const { report } = checked;
  const { scope, performance, releases } = report;
  const words = wordingOf(report);
  const shown = {
    ...report,
    ...(releases === undefined ? {} : { releases: releases.slice(0, releasesShownMax) }),
  };
  const rest = (releases?.length ?? 0) - releasesShownMax;
  return html`<div class="figures-page">
<p class="facts">${scopeLabel({ type: scope.type, clientName: scope.clientId === undefined ? null : scope.title })} · ${words.formats.period(performance.window.from, performance.window.to)} · erstellt am ${momentText(visit, new Date(report.createdAt))}</p>
${verdictHtml(checked, verifyPageUrl(deps.publicUrl))}
${renderComment(report, words)}
${lostHitsHtml(performance.lostHits, words)}
${renderSections(shown, { words, path: null })}
${rest > 0 && html`<p class="facts">Die Tabelle zeigt die ersten ${releasesShownMax} Meldungen; die Dateien enthalten alle.</p>`}
</div>`;
}

/** What was checked while this page was made; a report that does not fit is never shown at all. */
function verdictHtml({ report, fitsPredecessor, stamp }: Stamped, verifyUrl: string): Html {
  const isBroken = fitsPredecessor === false;
  const isSigned = "version" in report.integrity;
  const fits = isSigned
    ? "Inhalt und Unterschrift stimmen"
    : "Der Inhalt passt zu seiner Prüfsumme; unterschrieben ist dieser ältere Bericht nicht";
  const sentence = isBroken
    ? "Der Inhalt stimmt, aber der Bericht davor ist nicht mehr derselbe. Bitte melden Sie das dem Betreiber des Dienstes."
    : fitsPredecessor === true
      ? `${fits}, und der Bericht schließt an den vorhergehenden an.`
      : `${fits}.`;
  return html`<section class="verdict" aria-labelledby="pruefung"><h2 id="pruefung">${isBroken ? html`<span class="state bad">Kette unterbrochen</span>` : html`<span class="state good">Geprüft und gültig</span>`}</h2>
<p>${sentence} Geprüft beim Öffnen dieser Seite.</p>
<details><summary>Nummer, Prüfsummen und Schlüssel</summary>
<dl class="hash">${integrityFacts(report, dashboardWording).map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<p>Jeder kann den Bericht selbst prüfen: <a href="${verifyUrl}">${verifyUrl}</a></p></details>
${stampBox(stamp, { hash: chainHashOfReport(report), href: `${reportPath(report.id)}/stempel.tsr` })}</section>`;
}
