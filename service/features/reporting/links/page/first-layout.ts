import { type Html, html, raw, renderHtml } from "../../../../floor/web/html.ts";
import { safeLinkUrl } from "../../../../floor/web/safe-url.ts";
import { headlineFigures } from "../../exports/headline-figures.ts";
import { fill } from "../../exports/wording/german-texts.ts";
import { clientNames, countOf } from "../../exports/wording/report-words.ts";
import type { Wording } from "../../exports/wording/wording.ts";
import type { PublicationReport } from "../../reports/schema.ts";
import { renderBestSources, renderComment, renderFigures, renderMethod } from "./page-parts.ts";
import { renderExternal, renderMeasured } from "./report-sections.ts";

/** All of a report that was frozen before layouts had versions. What clients have seen stays as it was. */
export function renderFirstLayout(
  report: PublicationReport,
  { words, path, verifyUrl }: { words: Wording; path: string; verifyUrl: string },
): Html {
  return withPlainTables(html`${renderOpening(report, { words, path })}
${renderComment(report, words)}
${renderBestSources(report, words)}
${renderExternal(report, words)}
${renderMeasured(report, words)}
${renderMethod(report, { words, verifyUrl })}`);
}

/** What later tables have for phones; within texts these quotes would be escaped. */
const phoneMarks = / (?:role="(?:table|rowgroup|row|columnheader|rowheader|cell)"|data-label="[^"]*")/g;

/** Tables with the bytes that they had when these reports were new. */
function withPlainTables(inner: Html): Html {
  return raw(renderHtml(inner).replaceAll('class="table wide"', 'class="table"').replace(phoneMarks, ""));
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
${renderFigures(headlineFigures(report, words))}
<p><a class="action" href="${path}/bericht.pdf">${texts.downloadPdf}</a></p></section>`;
}
