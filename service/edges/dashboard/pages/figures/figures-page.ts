import { headlineFigures } from "../../../../features/reporting/exports/headline-figures.ts";
import { sectionsWithoutData } from "../../../../features/reporting/exports/wording/sections-without-data.ts";
import { germanWording } from "../../../../features/reporting/exports/wording/wording.ts";
import { type Figures, readFigures } from "../../../../features/reporting/figures/read-figures.ts";
import { renderExternal, renderMeasured } from "../../../../features/reporting/links/page/report-sections.ts";
import type { FiguresScope } from "../../../../features/reporting/reports/scope-clients-sql.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { type Context, definePage, type PageContent } from "../../definition.ts";
import { numberInPath, uuidInPath } from "../../parts/path-id.ts";
import { newReportPath } from "../reports/paths.ts";
import { viewsChart } from "./figures-chart.ts";
import {
  campaignsPath,
  clientsPath,
  figuresPath,
  periodDefault,
  periods,
  portfoliosPath,
  scopePath,
} from "./paths.ts";

/** Lines of a table of releases on a screen; the report has them all. */
const releasesShownMax = 100;

const articlePage = definePage({
  path: `${figuresPath}/meldung/:id`,
  action: "figures.read",
  handle: (context) => show(context, { type: "article", id: String(numberInPath(context.params.id)) }),
});

const clientPage = definePage({
  path: `${figuresPath}/kunde/:id`,
  action: "figures.read",
  handle: (context) => show(context, { type: "client", id: String(numberInPath(context.params.id)) }),
});

const campaignPage = definePage({
  path: `${figuresPath}/kampagne/:id`,
  action: "figures.read",
  handle: (context) => show(context, { type: "campaign", id: uuidInPath(context.params.id) }),
});

const portfolioPage = definePage({
  path: `${figuresPath}/portfolio/:id`,
  action: "figures.read",
  handle: (context) => show(context, { type: "portfolio", id: uuidInPath(context.params.id) }),
});

export const figuresPageDefinitions = [articlePage, clientPage, campaignPage, portfolioPage];

const lists = {
  article: { label: "Meldungen", href: figuresPath },
  client: { label: "Kunden", href: clientsPath },
  campaign: { label: "Kampagnen", href: campaignsPath },
  portfolio: { label: "Portfolios", href: portfoliosPath },
} as const;

async function show({ visit, query, deps }: Context, scope: FiguresScope): Promise<PageContent> {
  const days = periods.find((each) => String(each) === query.get("tage")) ?? periodDefault;
  const { agencyId, clientIds } = visit;
  const figures = await deps.heavyReads.run(agencyId, () =>
    readFigures(deps.longReads, agencyId, { scope, days, clientIds }),
  );
  return {
    title: figures.title,
    trail: [{ label: "Zahlen", href: figuresPath }, ...(scope.type === "article" ? [] : [lists[scope.type]])],
    tools: tools(visit, scope, days),
    main: figuresHtml(figures, scope, days),
  };
}

function tools(visit: Context["visit"], scope: FiguresScope, days: number): Html {
  const { type, id } = scope;
  const edited = type === "campaign" ? campaignsPath : type === "portfolio" ? portfoliosPath : null;
  return html`${
    edited !== null &&
    visit.may("groups.write") &&
    html`<a class="button" href="${`${edited}/${id}`}">Bearbeiten</a>`
  }${
    type !== "client" &&
    visit.may("reports.create") &&
    html`<a class="button primary" href="${`${newReportPath}?bereich=${type}:${id}&tage=${days}`}">Bericht erstellen</a>`
  }`;
}

function figuresHtml(figures: Figures, scope: FiguresScope, days: number): Html {
  const words = germanWording;
  const { releases = [], releasesLeftOut } = figures;
  const shown = {
    ...figures,
    ...(figures.releases === undefined ? {} : { releases: releases.slice(0, releasesShownMax) }),
  };
  const rest = releases.length - releasesShownMax;
  return html`<nav class="periods" aria-label="Zeitraum"><ul>${periods.map(
    (each) =>
      html`<li><a href="${`${scopePath(scope)}?tage=${each}`}"${each === days && html` aria-current="true"`}>${each} Tage</a></li>`,
  )}</ul></nav>
<div class="figures-page">
<dl class="figures">${headlineFigures(figures, words)
    .filter(({ label }) => label !== words.texts.mentions)
    .map(
      ({ label, value, sentence }) =>
        html`<div><dt>${label}</dt><dd><strong>${value}</strong><span>${sentence}</span></dd></div>`,
    )}</dl>
${renderMeasured(shown, words, viewsChart(figures, words))}
${rest > 0 && html`<p class="facts">Die Tabelle zeigt die ${releasesShownMax} neuesten Meldungen; ${words.formats.number(rest)} ältere sind in den Zahlen enthalten.</p>`}
${releasesLeftOut > 0 && html`<p class="facts">${words.formats.number(releasesLeftOut)} noch ältere Meldungen sind nicht enthalten.</p>`}
${sectionsWithoutData(figures, words).map((line) => html`<p class="facts">${line}</p>`)}
${renderExternal(figures, words)}
</div>`;
}
