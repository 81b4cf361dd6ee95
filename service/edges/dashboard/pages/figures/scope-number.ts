import { findKeptPortfolio } from "../../../../features/reporting/portfolios/sql.ts";
import type { FiguresScope } from "../../../../features/reporting/reports/scope-clients-sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Context } from "../../definition.ts";

/** By which number programs order reports on a campaign, a portfolio or a client; a release's stands on the page of the release. */
export async function scopeNumberHtml(
  { visit, deps }: Pick<Context, "visit" | "deps">,
  { type, id }: FiguresScope,
): Promise<Html | null> {
  if (type === "article") return null;
  if (type !== "client") return html`<p class="facts">Nummer ${id}, für die Schnittstelle</p>`;
  const portfolioId = await findKeptPortfolio(deps.sql, visit.agencyId, Number(id));
  return portfolioId === null
    ? null
    : html`<p class="facts">Nummer ${portfolioId}, für Berichte, die Programme über die Schnittstelle bestellen</p>`;
}
