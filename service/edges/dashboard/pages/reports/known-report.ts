import { ServiceError } from "../../../../errors.ts";
import { type CheckedReport, checkReport } from "../../../../features/reporting/reports/check-report.ts";
import { isReportWithin } from "../../../../features/reporting/reports/require-report-within.ts";
import type { PublicationReport } from "../../../../features/reporting/reports/schema.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Context, PageContent } from "../../definition.ts";
import { uuidInPath } from "../../parts/path-id.ts";
import { reportPath, reportsPath } from "./paths.ts";

export type ReportContext = Context<{ reportId: string }>;

/**
 * The report of the path, checked. A person who is limited to some clients sees it where everything in it is theirs, whatever its
 * campaign or portfolio holds today; else it is the 404 of an unknown one.
 */
export async function knownReport({ visit, params, deps }: ReportContext): Promise<CheckedReport> {
  const { agencyId, clientIds } = visit;
  const reportId = uuidInPath(params.reportId);
  const checked = await checkReport(deps.sql, agencyId, { reportId, seal: deps.seal });
  const { report } = checked;
  if (clientIds === null || (await isReportWithin(deps.sql, agencyId, { report, clientIds }))) return checked;
  throw new ServiceError("not_found", "The agency has no such report.");
}

const tabs = [
  { label: "Bericht", ending: "", action: "reports.read" },
  { label: "Dateien", ending: "/dateien", action: "reports.read" },
  { label: "Versenden", ending: "/senden", action: "reports.send" },
  { label: "Links", ending: "/links", action: "reports.send" },
] as const;
export type ReportTab = (typeof tabs)[number]["ending"];

/** One of the pages of a report, below its title and tabs. */
export function reportPage(
  { visit }: Pick<Context, "visit">,
  report: PublicationReport,
  { tab, main }: { tab: ReportTab; main: Html },
): PageContent {
  const path = reportPath(report.id);
  const shown = tabs.filter(({ action }) => visit.may(action));
  return {
    title: report.scope.title,
    trail: [{ label: "Berichte", href: reportsPath }],
    main: html`<nav class="tabs" aria-label="Bericht"><ul>${shown.map(
      ({ label, ending }) =>
        html`<li><a href="${path + ending}"${ending === tab && html` aria-current="page"`}>${label}</a></li>`,
    )}</ul></nav>
${main}`,
  };
}
