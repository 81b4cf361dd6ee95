import { type Html, html } from "../../../../floor/web/html.ts";
import { safeLinkUrl } from "../../../../floor/web/safe-url.ts";
import { readText } from "../../../../press-text/markdown/read-text.ts";
import { textHtml } from "../../../newsroom/links.ts";
import type { HeadlineFigure } from "../../exports/headline-figures.ts";
import { bestSources } from "../../exports/pdf/best-sources.ts";
import { integrityFacts } from "../../exports/wording/integrity-facts.ts";
import { sourceName, targetName } from "../../exports/wording/report-words.ts";
import { sectionsWithoutData } from "../../exports/wording/sections-without-data.ts";
import type { Wording } from "../../exports/wording/wording.ts";
import type { PublicationReport, ReportFigures } from "../../reports/schema.ts";
import { renderTable } from "./report-charts.ts";

/** Numbers in a row, each with what it is and what it says. */
export function renderFigures(figures: readonly HeadlineFigure[]): Html {
  return html`<dl class="figures">${figures.map(
    ({ label, value, sentence }) =>
      html`<div><dt>${label}</dt><dd><strong>${value}</strong><span>${sentence}</span></dd></div>`,
  )}</dl>`;
}

export function renderComment(
  { comment }: Pick<PublicationReport, "comment">,
  { texts }: Wording,
): Html | null {
  if (comment === undefined) return null;
  // Its length and depth were checked when it was frozen: at most 4,000 characters.
  const text = readText(comment);
  return html`<section><h2>${texts.comment}</h2><div class="text">${textHtml(text, ({ url }) => url)}</div></section>`;
}

export function renderBestSources({ performance }: ReportFigures, words: Wording): Html | null {
  const { texts, labels, formats } = words;
  const best = bestSources(performance.referrers);
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

/** One strong row a kind, its targets below. Visitors are counted of a kind alone; pages in the first layout stay without them. */
export function renderInteractions(
  { performance }: ReportFigures,
  words: Wording,
  { hasVisitors }: { hasVisitors: boolean },
): Html | null {
  const { texts, labels, formats } = words;
  const withVisitors = <T>(cells: readonly T[], visitors: T): readonly T[] =>
    hasVisitors ? [...cells, visitors] : cells;
  return renderTable(
    texts.interactions,
    withVisitors([texts.kindAndTarget, texts.count], texts.visitors),
    (performance.interactions ?? []).flatMap((entry) => [
      withVisitors(
        [html`<strong>${labels.interactions[entry.kind]}</strong>`, formats.number(entry.count)],
        formats.number(entry.uniqueVisitors),
      ),
      ...entry.targets.map((target) =>
        withVisitors(
          [
            target.url === null ? targetName(target, words) : linkTo(target.url, targetName(target, words)),
            formats.number(target.count),
          ],
          "",
        ),
      ),
    ]),
  );
}

export function renderMethod(
  report: PublicationReport,
  { words, verifyUrl, sources = [] }: { words: Wording; verifyUrl: string; sources?: readonly string[] },
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
${list(texts.limitsTitle, methodology.limits)}${list(texts.clippingSources, sources)}
${list(
  texts.listsTitle,
  methodology.lists.map(({ name, version }) => `${name} ${version}`),
)}
<h3>${texts.integrityTitle}</h3><p>${texts.integrityNote}</p>
<dl class="hash">${integrityFacts(report, words).map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<p>${texts.checkAt} <a href="${verifyUrl}">${verifyUrl}</a></p></section>`;
}

/** The text as a link to a web address; plain where it is none. */
export function linkTo(url: string, text: string): Html {
  const safe = safeLinkUrl(url);
  return safe === null
    ? html`${text}`
    : html`<a href="${safe}" rel="noopener noreferrer nofollow">${text}</a>`;
}
