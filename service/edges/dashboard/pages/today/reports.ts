import type { ListedDraft } from "../../../../features/reporting/drafts/list-sql.ts";
import { reportsShownMax } from "../../../../features/today/read-today.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Visit } from "../../visit.ts";
import { draftPath, draftsPath } from "../reports/paths.ts";
import { periodLabel } from "../reports/period-fields.ts";

/** Reports that somebody looks through before they go out. */
export function reportsSection(visit: Visit, drafts: readonly ListedDraft[]): Html | null {
  if (drafts.length === 0 || !visit.may("reports.create")) return null;
  return html`<section aria-labelledby="berichte"><h2 id="berichte">Berichte zum Durchsehen</h2>
<ul class="work">${drafts.map(
    ({
      id,
      title,
      period,
      error,
    }) => html`<li><div><p><a href="${draftPath(id)}">${title ?? "gelöscht"}</a></p>
<p class="facts">${periodLabel(period)}${error !== null && ", beim letzten Mal nicht gelungen"}</p></div>
<p><a class="button" href="${draftPath(id)}">Durchsehen<span class="unseen">: ${title}</span></a></p></li>`,
  )}</ul>
${drafts.length === reportsShownMax && html`<p class="facts">Hier stehen die neuesten ${reportsShownMax}. <a href="${draftsPath}">Alle Entwürfe</a></p>`}</section>`;
}
