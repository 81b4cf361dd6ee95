import { sectionsWithoutData } from "../../../../features/reporting/exports/wording/sections-without-data.ts";
import { selectBenchmarks } from "../../../../features/reporting/figures/benchmark-sql.ts";
import { findPublicationDay } from "../../../../features/reporting/figures/client-releases-sql.ts";
import { selectReleaseRows } from "../../../../features/reporting/figures/figure-rows-sql.ts";
import {
  type Figures,
  readFigures,
  requireScope,
} from "../../../../features/reporting/figures/read-figures.ts";
import { renderGoals } from "../../../../features/reporting/links/page/goals-part.ts";
import { renderExternal } from "../../../../features/reporting/links/page/report-sections.ts";
import { selectMarks } from "../../../../features/reporting/reports/marks-sql.ts";
import type { DayRange } from "../../../../features/reporting/reports/periods.ts";
import type { FiguresScope } from "../../../../features/reporting/reports/scope-clients-sql.ts";
import { downloadHeaders } from "../../../../floor/http/downloads.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, definePage, type PageContent } from "../../definition.ts";
import { copyableHtml, copyScript } from "../../parts/copy-button.ts";
import { pagerHtml } from "../../parts/pager.ts";
import { numberInPath, uuidInPath } from "../../parts/path-id.ts";
import { dashboardWording } from "../../parts/wording.ts";
import { allClippingsHtml } from "../clippings/all-clippings.ts";
import { newReportPath } from "../reports/paths.ts";
import { chartFile } from "./chart-file.ts";
import { chartScript } from "./chart-script.ts";
import { leftOutReleases } from "./counted.ts";
import { externalFiles } from "./external-files.ts";
import { csvFile, figureBlock, figureTables } from "./figure-tables.ts";
import { firstHoursFiles, firstHoursSection, hoursKey, readFirstHours } from "./first-hours.ts";
import { headline } from "./headline.ts";
import { noteForm, noteRemoval } from "./note-forms.ts";
import {
  campaignsPath,
  clientsPath,
  figuresPath,
  folders,
  portfoliosPath,
  releasesPath,
  scopePath,
} from "./paths.ts";
import { type ChosenPeriod, choosePeriod, comparedNotes, periodPicker } from "./period.ts";
import { readRows, rowFile, rowTable, sortOf } from "./row-table.ts";
import { scopeNumberHtml } from "./scope-number.ts";
import { chartPoints, chartTitle, dayTable, viewsChart } from "./views-chart.ts";

/** Until then a release has a few views at most, and everything else would be zeros. */
const freshMinutes = 60;
/** Lines of a table of clippings on this page. */
const mentionsShownMax = 50;
const scripts = [chartScript, copyScript];
const { formats } = dashboardWording;

const articlePage = definePage({
  path: `${folders.article}/:id`,
  action: "figures.read",
  scripts,
  handle: (context) => show(context, { type: "article", id: String(numberInPath(context.params.id)) }),
});

const clientPage = definePage({
  path: `${folders.client}/:id`,
  action: "figures.read",
  scripts,
  handle: (context) => show(context, { type: "client", id: String(numberInPath(context.params.id)) }),
});

const campaignPage = definePage({
  path: `${folders.campaign}/:id`,
  action: "figures.read",
  scripts,
  handle: (context) => show(context, { type: "campaign", id: uuidInPath(context.params.id) }),
});

const portfolioPage = definePage({
  path: `${folders.portfolio}/:id`,
  action: "figures.read",
  scripts,
  handle: (context) => show(context, { type: "portfolio", id: uuidInPath(context.params.id) }),
});

export const figuresPageDefinitions = [articlePage, clientPage, campaignPage, portfolioPage];

const lists = {
  article: { label: "Meldungen", href: releasesPath },
  client: { label: "Kunden", href: clientsPath },
  campaign: { label: "Kampagnen", href: campaignsPath },
  portfolio: { label: "Portfolios", href: portfoliosPath },
} as const;

async function show(context: Context, scope: FiguresScope): Promise<PageContent | Response> {
  const { visit, query, deps } = context;
  const { agencyId, clientIds } = visit;
  const releaseId = scope.type === "article" ? Number(scope.id) : null;
  await requireScope(deps.sql, agencyId, { scope, clientIds });
  const published = releaseId === null ? null : await findPublicationDay(deps.sql, agencyId, releaseId);
  const period = await choosePeriod(context, published);
  const { days, before } = period;
  const campaignId = scope.type === "campaign" ? scope.id : null;
  const sort = sortOf(query, "published");
  // One after the other in one seat, so that one agency's pages do not take the connections of all.
  const { figures, marks, rows, nextCursor } = await deps.heavyReads.run(agencyId, async () => {
    const figures = await readFigures(deps.longReads, agencyId, { scope, days, before, clientIds });
    const { releaseIds, wholeClientIds } = figures;
    const marks = await selectMarks(deps.longReads, agencyId, {
      ...{ releaseIds, clientIds: wholeClientIds, campaignId, days },
    });
    const { items: rows, nextCursor } = await readRows(query, { key: "meldungen", sort }, async (page) =>
      releaseId === null
        ? await selectReleaseRows(deps.longReads, agencyId, { ...page, releaseIds, days, sort })
        : [],
    );
    return { figures, marks, rows, nextCursor };
  });
  const taken = takenAlong(context, { figures, marks, rows, period });
  if (taken !== null) return taken;
  const hours = releaseId === null ? null : await readFirstHours(context, releaseId);
  if (hours !== null && query.get("als")?.startsWith(hoursKey)) {
    const { table, svg } = firstHoursFiles(visit, hours);
    return query.get("als") === hoursKey
      ? csvFile(table, { name: "zahlen", lostHits: figures.performance.lostHits })
      : new Response(svg, { headers: downloadHeaders(`zahlen-${hoursKey}.svg`) });
  }
  const content = {
    title: figures.title,
    trail: [
      { label: "Zahlen", href: figuresPath },
      ...(scope.type === "client" ? [] : [lists[scope.type]]),
    ].map(({ label, href }) => ({ label, href: `${href}?${period.query}` })),
    tools: tools(visit, scope, period),
  };
  const firstHours = hours !== null && releaseId !== null && firstHoursSection(visit, hours, releaseId);
  const isAsked = ["zeitraum", "von", "tage"].some((name) => query.has(name));
  if (hours !== null && hours.minutesOld < freshMinutes && !isAsked)
    return {
      ...content,
      main: html`<div class="figures-page">${firstHours}<p><a href="${`${scopePath(scope)}?${period.query}`}">Alle Zahlen zeigen</a></p></div>`,
    };
  const path = scopePath(scope);
  const fileHref = (key: string) => `${path}?${period.fixedQuery}&als=${key}`;
  const benchmarks = releaseId === null ? [] : await selectBenchmarks(deps.longReads, agencyId, releaseId);
  const chart = viewsChart(figures, marks, {
    removal: (noteId, text) => noteRemoval(context, scope, { noteId, text, period }),
    tools: html`<a href="${fileHref("svg")}">Als SVG</a> <a href="${fileHref("tage")}">Als CSV</a>`,
  });
  return {
    ...content,
    main: html`${periodPicker(period, { path, hasSince: published !== null && published <= period.today })}
<div class="figures-page">
${headline(figures, benchmarks)}
${comparedNotes(period, figures.firstDay)}
${firstHours}
${chart}
${noteForm(context, scope, period)}
${figures.goals !== undefined && html`<section class="part-goals"><h2>${dashboardWording.labels.sections.goals}</h2>${renderGoals(figures, dashboardWording, { hasStages: false })}</section>`}
<div class="blocks">${figureTables(figures).map((table) => figureBlock(table, fileHref(table.key)))}</div>
${
  rows.length > 0 &&
  html`<section><h2>Meldungen</h2>${rowTable(visit, rows, {
    what: "Meldung",
    sort,
    href: (id) => `${scopePath({ type: "article", id: String(id) })}?${period.query}`,
    sortHref: (each) => `${path}?${period.query}&sortiert=${each}`,
  })}${pagerHtml({ path, query, nextCursor })}<p class="facts"><a href="${`${fileHref("meldungen")}&sortiert=${sort}`}">Als CSV<span class="unseen">: Meldungen</span></a></p></section>`
}
${leftOutReleases(figures.releasesLeftOut)}
${sectionsWithoutData(figures, dashboardWording).map((line) => html`<p class="facts">${line}</p>`)}
${externalHtml(figures, { scope, days, fileHref })}
<details class="share"><summary>Mit diesem Zeitraum weitergeben</summary>${copyableHtml({ id: "link", label: "Link für jemanden aus dem Team", text: `${deps.publicUrl}${path}?${period.fixedQuery}` })}</details>
${await scopeNumberHtml(context, scope)}
</div>`,
  };
}

/** A table or the chart as a file, where the address asks for one. */
function takenAlong(
  { visit, query }: Pick<Context, "visit" | "query">,
  {
    figures,
    marks,
    rows,
    period,
  }: {
    figures: Figures;
    marks: Parameters<typeof chartPoints>[1];
    rows: Parameters<typeof rowFile>[1];
    period: ChosenPeriod;
  },
): Response | null {
  const asked = query.get("als");
  if (asked === null) return null;
  const name = `zahlen-${period.days.from}-${period.days.to}`;
  const points = chartPoints(figures, marks);
  if (asked === "svg") {
    const bars = points.map((point) => ({
      label: formats.axisDay(point.from),
      value: point.views,
      before: point.before,
      isMarked: point.marks.length > 0,
    }));
    const title = `${figures.title}: ${chartTitle(figures)}`;
    const body = chartFile({ title, bars, formatNumber: formats.number });
    return new Response(body, { headers: downloadHeaders(`${name}.svg`) });
  }
  const table = [
    dayTable(points),
    rowFile(visit, rows, "Meldung"),
    ...figureTables(figures),
    ...externalFiles(figures),
  ].find(({ key }) => key === asked);
  if (table === undefined) return null;
  // The days say it in a column of their own.
  const lostHits = asked === "tage" ? [] : figures.performance.lostHits;
  return csvFile(table, { name, lostHits });
}

/** What others found, with the latest clippings alone: their section has all, and can be asked for a client or a release. */
function externalHtml(
  figures: Figures,
  { scope, days, fileHref }: { scope: FiguresScope; days: DayRange; fileHref: (key: string) => string },
): Html {
  const { externalInsights } = figures;
  const files = externalFiles(figures);
  const links =
    files.length > 0 &&
    html`<p class="facts">Als CSV: ${files.map(({ key, title }, index) => html`${index > 0 && ", "}<a href="${fileHref(key)}">${title}</a>`)}</p>`;
  const mentions = externalInsights?.mediaMentions;
  if (mentions === undefined || mentions.items.length <= mentionsShownMax)
    return html`${renderExternal(figures, dashboardWording)}${links}`;
  const shown = { ...mentions, items: mentions.items.slice(0, mentionsShownMax) };
  const asked = { client: "kunde", article: "meldung", campaign: null, portfolio: null }[scope.type];
  const all = asked !== null && allClippingsHtml({ [asked]: scope.id, von: days.from, bis: days.to });
  return html`${renderExternal({ ...figures, externalInsights: { ...externalInsights, mediaMentions: shown } }, dashboardWording)}
<p class="facts">Von ${formats.number(mentions.count)} Clippings stehen hier die ${mentionsShownMax} neuesten. ${all && html`Alle: ${all}`}</p>${links}`;
}

function tools(visit: Context["visit"], scope: FiguresScope, { query }: ChosenPeriod): Html {
  const { type, id } = scope;
  const edited = type === "campaign" ? campaignsPath : type === "portfolio" ? portfoliosPath : null;
  return html`${
    edited !== null &&
    visit.may("groups.write") &&
    html`<a class="button" href="${`${edited}/${id}`}">Bearbeiten</a>`
  }${
    visit.may("reports.create") &&
    html`<a class="button primary" href="${`${newReportPath}?bereich=${type}:${id}&${query}`}">Bericht erstellen</a>`
  }`;
}
