import { type Html, html, raw } from "../../../../floor/web/html.ts";
import { renderLayout } from "../../../../floor/web/layout.ts";
import { safeLinkUrl } from "../../../../floor/web/safe-url.ts";
import { readText } from "../../../../press-text/markdown/read-text.ts";
import { textHtml } from "../../../newsroom/links.ts";
import { headlineFigures } from "../../exports/headline-figures.ts";
import { fill } from "../../exports/wording/german-texts.ts";
import { integrityFacts } from "../../exports/wording/integrity-facts.ts";
import { clientNames, countOf, sourceName } from "../../exports/wording/report-words.ts";
import { sectionsWithoutData } from "../../exports/wording/sections-without-data.ts";
import { type Wording, wordingOf } from "../../exports/wording/wording.ts";
import type { PublicationReport } from "../../reports/schema.ts";
import { reportStyles } from "./page-styles.ts";
import { renderTable } from "./report-charts.ts";
import { renderExternal, renderMeasured } from "./report-sections.ts";

/** As on the first page of the PDF. */
const bestSourcesMax = 5;

/** A report as a page: the same figures, words and order as its PDF. `path` is the page's own, without a slash at its end. */
export function renderReportPage(
  report: PublicationReport,
  { path, verifyUrl }: { path: string; verifyUrl: string },
): { page: string; brandStyle: string } {
  const words = wordingOf(report);
  const brandStyle = brandStyleOf(report);
  const page = renderLayout({
    title: report.scope.title,
    head: html`<meta name="robots" content="noindex, nofollow">
<style>${raw(reportStyles)}</style>
<style>${raw(brandStyle)}</style>`,
    main: html`<div class="frame report" lang="${words.language}">
${renderOpening(report, { words, path })}
${renderComment(report, words)}
${renderBestSources(report, words)}
${renderExternal(report, words)}
${renderMeasured(report, words)}
${renderMethod(report, { words, verifyUrl })}
</div>`,
    note: words.texts.linkNote,
  });
  return { page, brandStyle };
}

/** The agency's colours on light paper; in the dark they would be too dark to be read. */
function brandStyleOf({ presentation }: PublicationReport): string {
  const { colorPrimary, colorSecondary } = presentation ?? {};
  const rules = [
    ...(colorPrimary === undefined ? [] : [`--accent:${colorPrimary}`]),
    ...(colorSecondary === undefined ? [] : [`--part1:${colorSecondary}`]),
  ];
  // The shared style comes later in the page: only the longer selector goes before it.
  return `@media (prefers-color-scheme:light){html:root{${rules.join(";")}}}`;
}

function renderOpening(report: PublicationReport, { words, path }: { words: Wording; path: string }): Html {
  const { texts, labels, formats } = words;
  const { presentation, performance, release } = report;
  const { window } = performance;
  const { logo, picture } = presentation ?? {};
  const address = safeLinkUrl(presentation?.releaseUrl ?? "");
  return html`<header>
<div class="letterhead">${
    logo === undefined
      ? html`<p>${report.agency.name}</p>`
      : html`<img src="${path}/bild/${logo.sha256}" alt="${report.agency.name}" width="${logo.width}" height="${logo.height}">`
  }</div>
<p class="kicker">${labels.reportKinds[report.scope.type]} · ${clientNames(report, words)}</p>
<h1>${report.scope.title}</h1>
${address !== null && html`<p><a href="${address}" rel="noopener">${address}</a></p>`}
${
  picture !== undefined &&
  html`<figure class="opening-picture"><img src="${path}/bild/${picture.sha256}" alt="${picture.alt}" width="${picture.width}" height="${picture.height}">${picture.credit !== undefined && html`<figcaption>${fill(texts.credit, picture.credit)}</figcaption>`}</figure>`
}
<dl class="about-report"><dt>${texts.period}</dt><dd>${formats.period(window.from, window.to)} (${countOf(words, window.days, texts.day)})</dd>
<dt>${texts.agency}</dt><dd>${report.agency.name}</dd>
${release?.publishedAt !== undefined && release.publishedAt !== null && html`<dt>${texts.published}</dt><dd>${formats.instant(release.publishedAt, window.timezone)}</dd>`}
<dt>${texts.dataThrough}</dt><dd>${formats.instant(window.dataThrough, window.timezone)}</dd></dl>
</header>
<section><h2>${texts.figures}</h2>
<dl class="figures">${headlineFigures(report, words).map(
    ({ label, value, sentence }) =>
      html`<div><dt>${label}</dt><dd><strong>${value}</strong><span>${sentence}</span></dd></div>`,
  )}</dl>
<p><a class="action" href="${path}/bericht.pdf">${texts.downloadPdf}</a></p></section>`;
}

function renderComment({ comment }: PublicationReport, { texts }: Wording): Html | null {
  if (comment === undefined) return null;
  // Its length and depth were checked when it was frozen: at most 4,000 characters.
  const text = readText(comment);
  return html`<section><h2>${texts.comment}</h2><div class="text">${textHtml(text, ({ url }) => url)}</div></section>`;
}

function renderBestSources({ performance }: PublicationReport, words: Wording): Html | null {
  const { texts, labels, formats } = words;
  const best = performance.referrers
    .filter(({ source, domain }) => domain !== null || (source !== "direct" && source !== "other"))
    .slice(0, bestSourcesMax);
  const table = renderTable(
    texts.bestSources,
    [texts.source, texts.channel, texts.views],
    best.map((entry) => [
      sourceName(entry, words),
      labels.channels[entry.channel],
      formats.number(entry.views),
    ]),
    { textColumns: 2 },
  );
  return table === null ? null : html`<section>${table}</section>`;
}

function renderMethod(
  report: PublicationReport,
  { words, verifyUrl }: { words: Wording; verifyUrl: string },
): Html {
  const { methodology, performance } = report;
  const { texts, labels } = words;
  const { level, levels = [level] } = performance;
  const list = (title: string, items: readonly string[]) =>
    items.length > 0 && html`<h3>${title}</h3><ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
  return html`<section class="method"><h2>${texts.methodTitle}</h2>
<p>${levels.map((each) => labels.levels[each]).join("; ")}</p>
${sectionsWithoutData(report, words).map((line) => html`<p>${line}</p>`)}
${list(texts.rulesTitle, methodology.rules)}
${list(texts.limitsTitle, methodology.limits)}
${list(
  texts.listsTitle,
  methodology.lists.map(({ name, version }) => `${name} ${version}`),
)}
<h3>${texts.integrityTitle}</h3><p>${texts.integrityNote}</p>
<dl class="hash">${integrityFacts(report, words).map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<p>${texts.checkAt} <a href="${verifyUrl}">${verifyUrl}</a></p></section>`;
}
