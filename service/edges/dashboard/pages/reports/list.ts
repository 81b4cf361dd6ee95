import { nameOfPeriod } from "../../../../features/reporting/exports/wording/report-words.ts";
import { listPublicationReports } from "../../../../features/reporting/reports/list-publication-reports.ts";
import { html } from "../../../../floor/web/html.ts";
import type { ScopeType } from "../../../../schema.ts";
import { definePage } from "../../definition.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { tableHtml } from "../../parts/table.ts";
import { dashboardWording } from "../../parts/wording.ts";
import { draftsPath, newReportPath, reportPath, reportsPath, schedulesPath } from "./paths.ts";

const rowsMax = 20;

const scopeLabels = { article: "Meldung", campaign: "Kampagne", portfolio: "Portfolio" } as const;

/** What a report is about. A portfolio may be one that is kept for a client, who has never heard of it. */
export function scopeLabel({ type, clientName }: { type: ScopeType; clientName: string | null }): string {
  if (clientName === null) return scopeLabels[type];
  return `${type === "portfolio" ? "Kunde" : scopeLabels[type]} · ${clientName}`;
}

const listPage = definePage({
  path: reportsPath,
  action: "reports.read",
  async handle({ visit, query, deps }) {
    const { reports, nextCursor } = await listPublicationReports(deps.sql, visit.agencyId, {
      clientIds: visit.clientIds,
      limit: rowsMax,
      cursor: cursorOf(query),
    });
    const mayCreate = visit.may("reports.create");
    return {
      title: "Berichte",
      lead: "Ein Bericht hält Zahlen fest. Er ändert sich nie mehr, und jeder kann das nachprüfen.",
      tools: html`<a class="button" href="${draftsPath}">Entwürfe</a><a class="button" href="${schedulesPath}">Zeitpläne</a>${mayCreate && html`<a class="button primary" href="${newReportPath}">Neuer Bericht</a>`}`,
      main: html`${
        reports.length === 0
          ? emptyHtml({
              title: "Noch kein Bericht",
              text: "Wählen Sie einen Kunden oder eine Meldung und einen Zeitraum.",
              ...(mayCreate ? { link: { label: "Ersten Bericht erstellen", href: newReportPath } } : {}),
            })
          : tableHtml({
              caption: "Berichte",
              rows: reports,
              columns: [
                {
                  label: "Bericht",
                  cell: ({ reportId, title, scopeType: type, clientName }) =>
                    html`<a href="${reportPath(reportId)}">${title}</a><span class="facts">${scopeLabel({ type, clientName })}</span>`,
                },
                { label: "Zeitraum", cell: (range) => nameOfPeriod(range, dashboardWording) },
                { label: "Erstellt", cell: ({ createdAt }) => shortMomentHtml(visit, new Date(createdAt)) },
              ],
            })
      }
${pagerHtml({ path: reportsPath, query, nextCursor })}`,
    };
  },
});

export const reportListDefinitions = [listPage];
