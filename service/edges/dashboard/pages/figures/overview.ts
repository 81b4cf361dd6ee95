import { changePercent } from "../../../../features/reporting/articles/rules.ts";
import { selectLostHits } from "../../../../features/reporting/articles/sql.ts";
import { findReleasesOf } from "../../../../features/reporting/figures/client-releases-sql.ts";
import {
  type AgencyTotals,
  selectClientFigures,
  selectReleaseRows,
  selectTotals,
} from "../../../../features/reporting/figures/figure-rows-sql.ts";
import { html } from "../../../../floor/web/html.ts";
import { seeOther } from "../../answers.ts";
import { definePage } from "../../definition.ts";
import { emptyHtml } from "../../parts/empty.ts";
import { pagerHtml } from "../../parts/pager.ts";
import { dashboardWording } from "../../parts/wording.ts";
import { leftOutReleases } from "./counted.ts";
import { csvFile, lostBeforeHtml, lostHitsHtml } from "./figure-tables.ts";
import { searchHtml, searchOf } from "./group-search.ts";
import { clientsPath, figuresPath, releasesPath, scopePath } from "./paths.ts";
import { choosePeriod, comparedNotes, isMeasured, notMeasuredBefore, periodPicker } from "./period.ts";
import { readRows, rowFile, rowTable, sortOf } from "./row-table.ts";
import { framed } from "./tabs.ts";

const { formats } = dashboardWording;

const overviewPage = definePage({
  path: figuresPath,
  action: "figures.read",
  async handle(context) {
    const { visit, query, deps } = context;
    const { agencyId, clientIds } = visit;
    const period = await choosePeriod(context);
    const { days, before } = period;
    const sort = sortOf(query, "views");
    const search = searchOf(query.get("q"));
    let totals: AgencyTotals = {
      ...{ views: 0, visitors: 0, clippings: 0, clients: 0 },
      ...{ firstDay: null, lostHits: [] },
    };
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
      return csvFile(rowFile(visit, rows, "Kunde"), {
        name: `zahlen-${days.from}-${days.to}`,
        lostHits: totals.lostHits,
      });
    const measured = isMeasured(earlier?.views ?? 0, { before, firstDay: totals.firstDay }) ? earlier : null;
    const asked = search === null ? "" : `&q=${encodeURIComponent(search)}`;
    return framed(figuresPath, period, {
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
                ["Aufrufe", totals.views, measured?.views],
                ["Besucher", totals.visitors, measured?.visitors],
                ["Clippings", totals.clippings, earlier?.clippings],
              ] as const
            ).map(
              ([label, value, then]) =>
                html`<div><dt>${label}</dt><dd><strong>${formats.number(value)}</strong><span>${then === undefined ? earlier !== null && notMeasuredBefore : `davor: ${formats.number(then)}${changeText(then, value)}`}</span></dd></div>`,
            )}</dl>
${comparedNotes(period, totals.firstDay)}
${lostHitsHtml(totals.lostHits)}
${earlier !== null && lostBeforeHtml(earlier.lostHits)}
<section class="clients"><h2>Kunden</h2>
${searchHtml(figuresPath, query, "Kunden suchen", period.query)}
${rowTable(visit, rows, {
  what: "Kunde",
  sort,
  href: (id) => `${scopePath({ type: "client", id: String(id) })}?${period.query}`,
  sortHref: (each) => `${figuresPath}?${period.query}${asked}&sortiert=${each}`,
})}
${pagerHtml({ path: figuresPath, query, nextCursor })}
<p class="facts"><a href="${`${figuresPath}?${period.fixedQuery}${asked}&sortiert=${sort}&als=kunden`}">Als CSV<span class="unseen">: Kunden</span></a></p></section>`,
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
    const period = await choosePeriod(context);
    const { days } = period;
    const [sort, search] = [sortOf(query, "published"), searchOf(query.get("q"))];
    const { found, page, lostHits } = await deps.heavyReads.run(agencyId, async () => {
      const releases = await findReleasesOf(deps.longReads, agencyId, { clientIds, query: search });
      const { releaseIds } = releases;
      return {
        found: releases,
        page: await readRows(query, { key: "meldungen", sort }, (each) =>
          selectReleaseRows(deps.longReads, agencyId, { ...each, releaseIds, days, sort }),
        ),
        lostHits: await selectLostHits(deps.longReads, agencyId, { releaseIds, window: days }),
      };
    });
    if (query.get("als") === "meldungen")
      return csvFile(rowFile(visit, page.items, "Meldung"), {
        name: `zahlen-${days.from}-${days.to}`,
        lostHits,
      });
    const asked = search === null ? "" : `&q=${encodeURIComponent(search)}`;
    return framed(releasesPath, period, {
      title: "Zahlen",
      main: html`${periodPicker(period, { path: releasesPath })}
${searchHtml(releasesPath, query, "Meldung suchen", period.query)}
${lostHitsHtml(lostHits)}
${
  page.items.length === 0
    ? emptyHtml({
        title: "Hier stehen die Zahlen Ihrer Meldungen",
        text: "Sobald eine Meldung veröffentlicht ist, zählt der Newsroom ihre Leser.",
        link: { label: "Zu den Meldungen", href: "/app/meldungen" },
      })
    : html`${rowTable(visit, page.items, {
        what: "Meldung",
        sort,
        href: (id) => `${scopePath({ type: "article", id: String(id) })}?${period.query}`,
        sortHref: (each) => `${releasesPath}?${period.query}${asked}&sortiert=${each}`,
        withClient: true,
      })}
<p class="facts"><a href="${`${releasesPath}?${period.fixedQuery}${asked}&sortiert=${sort}&als=meldungen`}">Als CSV<span class="unseen">: Meldungen</span></a></p>`
}
${leftOutReleases(found.releasesLeftOut)}
${pagerHtml({ path: releasesPath, query, nextCursor: page.nextCursor })}`,
    });
  },
});

export const figuresOverviewDefinitions = [overviewPage, clientsPage, releasesPage];

function changeText(before: number, now: number): string {
  const percent = changePercent(before, now);
  return percent === null ? "" : ` (${formats.change(percent)})`;
}
