import { dayWindow, readReleaseFigures } from "../../../../features/reporting/articles/read-performance.ts";
import { changePercent } from "../../../../features/reporting/articles/rules.ts";
import { selectLostHits } from "../../../../features/reporting/articles/sql.ts";
import { listCampaigns } from "../../../../features/reporting/campaigns/list-campaigns.ts";
import { measuredCount } from "../../../../features/reporting/exports/wording/report-words.ts";
import { germanWording } from "../../../../features/reporting/exports/wording/wording.ts";
import {
  type AgencyTotals,
  selectClientFigures,
  selectTotals,
} from "../../../../features/reporting/figures/figure-rows-sql.ts";
import { listPortfolios } from "../../../../features/reporting/portfolios/list-portfolios.ts";
import { listReleases } from "../../../../features/workflow/releases/list-releases.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { seeOther } from "../../answers.ts";
import { type Context, definePage, type PageContent } from "../../definition.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { momentHtml } from "../../parts/moment.ts";
import { pagerHtml } from "../../parts/pager.ts";
import { tableHtml } from "../../parts/table.ts";
import { csvFile, lostBeforeHtml, lostHitsHtml } from "./figure-tables.ts";
import { searchHtml, searchOf } from "./group-search.ts";
import {
  campaignsPath,
  clientsPath,
  figuresPath,
  periodDefault,
  portfoliosPath,
  releasesPath,
  scopePath,
} from "./paths.ts";
import { choosePeriod, periodPicker } from "./period.ts";
import { readRows, rowFile, rowTable, sortOf } from "./row-table.ts";

const rowsMax = 20;
const { formats } = germanWording;

const overviewPage = definePage({
  path: figuresPath,
  action: "figures.read",
  async handle(context) {
    const { visit, query, deps } = context;
    const { agencyId, clientIds } = visit;
    const period = await choosePeriod(context);
    const { days, before } = period;
    const sort = sortOf(query, "views");
    const search = searchOf(query);
    let totals: AgencyTotals = { views: 0, visitors: 0, clippings: 0, clients: 0, lostHits: [] };
    const [{ items: rows, nextCursor }, earlier] = await deps.heavyReads.run(agencyId, () =>
      Promise.all([
        readRows(query, { key: "kunden", sort }, async (page) => {
          const input = { ...page, clientIds, days, sort, query: search };
          const found = await selectClientFigures(deps.longReads, agencyId, input);
          totals = found.totals;
          return found.rows;
        }),
        before === null ? null : selectTotals(deps.longReads, agencyId, { clientIds, days: before }),
      ]),
    );
    if (query.get("als") === "kunden")
      return csvFile(rowFile(rows, "Kunde"), {
        name: `zahlen-${days.from}-${days.to}`,
        lostHits: totals.lostHits,
      });
    const kept = `${period.query}${search === null ? "" : `&q=${encodeURIComponent(search)}`}`;
    return framed(context, figuresPath, {
      title: "Zahlen",
      main:
        totals.clients === 0
          ? emptyHtml({
              title: "Hier stehen die Zahlen Ihrer Kunden",
              text: "Sobald eine Meldung veröffentlicht ist, zählt der Newsroom ihre Leser.",
              link: { label: "Zu den Meldungen", href: "/app/meldungen" },
            })
          : html`${periodPicker(period, { path: figuresPath })}
<dl class="figures">${(
              [
                ["Aufrufe", totals.views, earlier?.views],
                ["Besucher", totals.visitors, earlier?.visitors],
                ["Clippings", totals.clippings, earlier?.clippings],
              ] as const
            ).map(
              ([label, value, then]) =>
                html`<div><dt>${label}</dt><dd><strong>${formats.number(value)}</strong><span>${then === undefined ? "" : `davor: ${formats.number(then)}${changeText(then, value)}`}</span></dd></div>`,
            )}</dl>
${lostHitsHtml(totals.lostHits)}
${earlier !== null && lostBeforeHtml(earlier.lostHits)}
<section class="clients"><h2>Kunden</h2>
${searchHtml(figuresPath, query, "Kunden suchen", period.query)}
${rowTable(visit, rows, {
  what: "Kunde",
  sort,
  href: (id) => `${scopePath({ type: "client", id: String(id) })}?${period.query}`,
  sortHref: (each) => `${figuresPath}?${kept}&sortiert=${each}`,
})}
${pagerHtml({ path: figuresPath, query, nextCursor })}
<p class="facts"><a href="${`${figuresPath}?${period.fixedQuery}&als=kunden`}">Als CSV<span class="unseen">: Kunden</span></a></p></section>`,
    });
  },
});

/** Where the clients were listed before they stood on the first page. */
const clientsPage = definePage({
  path: clientsPath,
  action: "figures.read",
  handle: async () => seeOther(figuresPath),
});

const releasesPage = definePage({
  path: releasesPath,
  action: "figures.read",
  async handle(context) {
    const { visit, query, deps } = context;
    const { agencyId, clientIds } = visit;
    const { releases, nextCursor } = await listReleases(deps.sql, agencyId, {
      only: "releases",
      clientIds,
      query: searchOf(query),
      ...pageOf(query),
    });
    const releaseIds = releases.flatMap(({ pressReleaseId }) =>
      pressReleaseId === null ? [] : [pressReleaseId],
    );
    const window = await dayWindow(deps.sql, agencyId, periodDefault);
    const figures = await readReleaseFigures(deps.sql, agencyId, { releaseIds, window });
    const lostHits = await selectLostHits(deps.sql, agencyId, { releaseIds, window });
    const known = new Map(figures.map((entry) => [entry.release.id, entry]));
    return framed(context, releasesPath, {
      title: "Zahlen",
      main: html`${searchHtml(releasesPath, query, "Meldung suchen")}
${lostHitsHtml(lostHits)}
${
  releases.length === 0
    ? emptyHtml({
        title: "Hier stehen die Zahlen Ihrer Meldungen",
        text: "Sobald eine Meldung veröffentlicht ist, zählt der Newsroom ihre Leser.",
        link: { label: "Zu den Meldungen", href: "/app/meldungen" },
      })
    : tableHtml({
        caption: `Meldungen mit Zahlen der letzten ${periodDefault} Tage`,
        rows: releases,
        columns: [
          {
            label: "Meldung",
            cell: ({ pressReleaseId, title, clientName }) =>
              html`<a href="${scopePath({ type: "article", id: String(pressReleaseId) })}">${title}</a><span class="facts">${clientName}</span>`,
          },
          {
            label: "Erschienen",
            cell: ({ publishedAt }) => (publishedAt === null ? "–" : momentHtml(visit, publishedAt)),
          },
          {
            label: `Aufrufe in ${periodDefault} Tagen`,
            isNumber: true,
            cell: ({ pressReleaseId }) => formats.number(known.get(pressReleaseId ?? 0)?.views ?? 0),
          },
          {
            label: "Interaktionen",
            isNumber: true,
            cell: ({ pressReleaseId }) =>
              measuredCount(germanWording, known.get(pressReleaseId ?? 0)?.interactions ?? null),
          },
        ],
      })
}
${pagerHtml({ path: releasesPath, query, nextCursor })}`,
    });
  },
});

const campaignsPage = definePage({
  path: campaignsPath,
  action: "figures.read",
  async handle(context) {
    const { visit, query, deps } = context;
    const { campaigns, nextCursor } = await listCampaigns(deps.sql, visit.agencyId, {
      ...pageOf(query),
      clientIds: visit.clientIds,
    });
    return framed(context, campaignsPath, {
      title: "Zahlen",
      ...newTool(context, campaignsPath, "Neue Kampagne"),
      main: html`${
        campaigns.length === 0
          ? emptyHtml({
              title: "Noch keine Kampagne",
              text: "Eine Kampagne fasst Meldungen zusammen, damit Sie ihre Wirkung gemeinsam sehen.",
            })
          : tableHtml({
              caption: "Kampagnen",
              rows: campaigns,
              columns: [
                {
                  label: "Kampagne",
                  cell: ({ id, name }) => html`<a href="${scopePath({ type: "campaign", id })}">${name}</a>`,
                },
                { label: "Meldungen", isNumber: true, cell: ({ releases }) => formats.number(releases) },
                { label: "Angelegt", cell: ({ createdAt }) => momentHtml(visit, createdAt) },
              ],
            })
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
      ...pageOf(query),
      clientIds: visit.clientIds,
    });
    return framed(context, portfoliosPath, {
      title: "Zahlen",
      ...newTool(context, portfoliosPath, "Neues Portfolio"),
      main: html`${
        portfolios.length === 0
          ? emptyHtml({
              title: "Noch kein Portfolio",
              text: "Ein Portfolio fasst Kunden und Kampagnen zusammen, etwa alles für eine Unternehmensgruppe.",
            })
          : tableHtml({
              caption: "Portfolios",
              rows: portfolios,
              columns: [
                {
                  label: "Portfolio",
                  cell: ({ id, name }) => html`<a href="${scopePath({ type: "portfolio", id })}">${name}</a>`,
                },
                { label: "Kunden", isNumber: true, cell: ({ clients }) => formats.number(clients) },
                { label: "Kampagnen", isNumber: true, cell: ({ campaigns }) => formats.number(campaigns) },
                { label: "Angelegt", cell: ({ createdAt }) => momentHtml(visit, createdAt) },
              ],
            })
      }
${pagerHtml({ path: portfoliosPath, query, nextCursor })}`,
    });
  },
});

export const figuresOverviewDefinitions = [
  overviewPage,
  clientsPage,
  releasesPage,
  campaignsPage,
  portfoliosPage,
];

const tabs = [
  { label: "Kunden", path: figuresPath },
  { label: "Meldungen", path: releasesPath },
  { label: "Kampagnen", path: campaignsPath },
  { label: "Portfolios", path: portfoliosPath },
] as const;

function changeText(before: number, now: number): string {
  const percent = changePercent(before, now);
  return percent === null ? "" : ` (${formats.change(percent)})`;
}

function framed(_context: Context, path: string, content: PageContent): PageContent {
  const main = html`<nav class="tabs" aria-label="Zahlen"><ul>${tabs.map(
    (tab) =>
      html`<li><a href="${tab.path}"${tab.path === path && html` aria-current="page"`}>${tab.label}</a></li>`,
  )}</ul></nav>
${content.main}`;
  return { ...content, main };
}

function newTool({ visit }: Context, path: string, label: string): { tools?: Html } {
  return visit.may("groups.write")
    ? { tools: html`<a class="button primary" href="${`${path}/neu`}">${label}</a>` }
    : {};
}

function pageOf(query: URLSearchParams): { limit: number; cursor?: string } {
  const cursor = query.get("cursor");
  return { limit: rowsMax, ...(cursor === null ? {} : { cursor }) };
}
