import { listCampaigns } from "../../../../features/reporting/campaigns/list-campaigns-sql.ts";
import {
  type GroupFigures,
  selectGroupFigures,
} from "../../../../features/reporting/figures/group-figures-sql.ts";
import { listPortfolios } from "../../../../features/reporting/portfolios/list-portfolios-sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, definePage } from "../../definition.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { shortMomentHtml } from "../../parts/moment.ts";
import { cursorOf, pagerHtml } from "../../parts/pager.ts";
import { tableHtml } from "../../parts/table.ts";
import { dashboardWording } from "../../parts/wording.ts";
import { campaignsPath, portfoliosPath, scopePath } from "./paths.ts";
import { type ChosenPeriod, choosePeriod, periodPicker } from "./period.ts";
import { framed } from "./tabs.ts";

const rowsMax = 20;
const { formats } = dashboardWording;

const campaignsPage = definePage({
  path: campaignsPath,
  action: "figures.read",
  async handle(context) {
    const { visit, query, deps } = context;
    const { campaigns, nextCursor } = await listCampaigns(deps.sql, visit.agencyId, {
      limit: rowsMax,
      cursor: cursorOf(query),
      clientIds: visit.clientIds,
    });
    const period = await choosePeriod(context);
    const figures = await groupFigures(context, {
      type: "campaign",
      ids: campaigns.map(({ id }) => id),
      period,
    });
    return framed(campaignsPath, period, {
      title: "Zahlen",
      ...newTool(context, campaignsPath, "Neue Kampagne"),
      main: html`${
        campaigns.length === 0
          ? emptyHtml({
              title: "Noch keine Kampagne",
              text: "Eine Kampagne fasst Meldungen zusammen, damit Sie ihre Wirkung gemeinsam sehen.",
            })
          : html`${periodPicker(period, { path: campaignsPath })}
${tableHtml({
  caption: "Kampagnen",
  rows: campaigns,
  columns: [
    {
      label: "Kampagne",
      cell: ({ id, name }) =>
        html`<a href="${`${scopePath({ type: "campaign", id })}?${period.query}`}">${name}</a>`,
    },
    { label: "Meldungen", isNumber: true, cell: ({ releases }) => formats.number(releases) },
    ...figureColumns(figures),
    { label: "Angelegt", cell: ({ createdAt }) => shortMomentHtml(visit, createdAt) },
  ],
})}`
      }
${pagerHtml({ path: campaignsPath, query, nextCursor })}`,
    });
  },
});

const portfoliosPage = definePage({
  path: portfoliosPath,
  action: "figures.read",
  async handle(context) {
    const { visit, query, deps } = context;
    const { portfolios, nextCursor } = await listPortfolios(deps.sql, visit.agencyId, {
      limit: rowsMax,
      cursor: cursorOf(query),
      clientIds: visit.clientIds,
    });
    const period = await choosePeriod(context);
    const figures = await groupFigures(context, {
      type: "portfolio",
      ids: portfolios.map(({ id }) => id),
      period,
    });
    return framed(portfoliosPath, period, {
      title: "Zahlen",
      ...newTool(context, portfoliosPath, "Neues Portfolio"),
      main: html`${
        portfolios.length === 0
          ? emptyHtml({
              title: "Noch kein Portfolio",
              text: "Ein Portfolio fasst Kunden und Kampagnen zusammen, etwa alles für eine Unternehmensgruppe.",
            })
          : html`${periodPicker(period, { path: portfoliosPath })}
${tableHtml({
  caption: "Portfolios",
  rows: portfolios,
  columns: [
    {
      label: "Portfolio",
      cell: ({ id, name }) =>
        html`<a href="${`${scopePath({ type: "portfolio", id })}?${period.query}`}">${name}</a>`,
    },
    { label: "Kunden", isNumber: true, cell: ({ clients }) => formats.number(clients) },
    { label: "Kampagnen", isNumber: true, cell: ({ campaigns }) => formats.number(campaigns) },
    ...figureColumns(figures),
    { label: "Angelegt", cell: ({ createdAt }) => shortMomentHtml(visit, createdAt) },
  ],
})}`
      }
${pagerHtml({ path: portfoliosPath, query, nextCursor })}`,
    });
  },
});

export const groupListDefinitions = [campaignsPage, portfoliosPage];

/** The sums of the listed campaigns or portfolios over the period. */
async function groupFigures(
  { visit, deps }: Context,
  { type, ids, period }: { type: "campaign" | "portfolio"; ids: readonly string[]; period: ChosenPeriod },
): Promise<Map<string, GroupFigures>> {
  if (ids.length === 0) return new Map();
  const rows = await deps.heavyReads.run(visit.agencyId, () =>
    selectGroupFigures(deps.longReads, visit.agencyId, { type, ids, days: period.days }),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function figureColumns(figures: ReadonlyMap<string, GroupFigures>) {
  return (
    [
      ["Aufrufe", "views"],
      ["Besucher", "visitors"],
      ["Clippings", "clippings"],
    ] as const
  ).map(([label, key]) => ({
    label,
    isNumber: true,
    cell: ({ id }: { id: string }) => formats.number(figures.get(id)?.[key] ?? 0),
  }));
}

function newTool({ visit }: Context, path: string, label: string): { tools?: Html } {
  return visit.may("groups.write")
    ? { tools: html`<a class="button primary" href="${`${path}/neu`}">${label}</a>` }
    : {};
}
