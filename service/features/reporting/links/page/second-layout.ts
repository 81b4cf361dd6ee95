import { renderDataTable } from "../../../../floor/web/charts/data-table.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import { safeLinkUrl } from "../../../../floor/web/safe-url.ts";
import type { Provenance } from "../../../insights/schema.ts";
import { coverageLines } from "../../exports/coverage-figures.ts";
import { comparisonNotes, headlineFigures, lostHitsNote } from "../../exports/headline-figures.ts";
import { type InsightsOfOrigin, insightsOfOrigin } from "../../exports/pdf/insights-of-origin.ts";
import { repeatedNote } from "../../exports/shown-interactions.ts";
import {
  clippingSources,
  coverageNote,
  dayOfMention,
  externalOrigins,
  galleryOf,
  mailingRows,
  publishedReleases,
  releaseFacts,
  takenWords,
} from "../../exports/shown-parts.ts";
import { fill } from "../../exports/wording/german-texts.ts";
import { clientNames, kindOfReport, nameOfPeriod } from "../../exports/wording/report-words.ts";
import { leftOutLines } from "../../exports/wording/sections-without-data.ts";
import type { Wording } from "../../exports/wording/wording.ts";
import type { PublicationReport, ReportFigures } from "../../reports/schema.ts";
import { type ReportSection, shownSections } from "../../reports/sections.ts";
import { renderGoals } from "./goals-part.ts";
import { linkTo, renderBestSources, renderComment, renderFigures, renderMethod } from "./page-parts.ts";
import { renderTraffic, renderViews } from "./report-charts.ts";
import { externalTables, measuredTables, provenanceHtml } from "./report-sections.ts";

/** All of a report that needs no hash. */
export type ReportBody = ReportFigures & Pick<PublicationReport, "agency" | "scope" | "comment">;

type Shown = { words: Wording; path: string };
type MaybePictured = { words: Wording; path: string | null };

/** What a client reads, in the order of its template; `path` is where its pictures are. */
export function renderBody(report: ReportBody, shown: Shown): Html {
  return html`${renderTitle(report, shown)}
${renderComment(report, shown.words)}
${renderSections(report, shown)}`;
}

/** All between the comment and the method. Without a path pictures have no address, and are left out. */
export function renderSections(report: ReportFigures, shown: MaybePictured): Html {
  const sections = shownSections(report).map((section) => {
    const inner = sectionRenderers[section](report, shown);
    const title = shown.words.labels.sections[section];
    return inner !== null && html`<section class="part-${section}"><h2>${title}</h2>${inner}</section>\n`;
  });
  return html`${sections}`;
}

/** The PDF, the folded method, and what the template left out. */
export function renderFoot(
  report: PublicationReport,
  { words, path, verifyUrl }: Shown & { verifyUrl: string },
): Html {
  const { texts } = words;
  const sources = clippingSources(report, words);
  return html`<p><a class="action" href="${path}/bericht.pdf">${texts.downloadPdf}</a></p>
<details class="folded"><summary>${texts.foldedMethod}</summary>
${renderMethod(report, { words, verifyUrl, sources })}</details>
${leftOutLines(report, words).map((line) => html`<p class="facts">${line}</p>`)}`;
}

function renderTitle(report: ReportBody, { words, path }: Shown): Html {
  const { texts, formats } = words;
  const { logo, clientLogo, picture, releaseUrl = "" } = report.presentation ?? {};
  const { window } = report.performance;
  const client = clientNames(report, words);
  const period = nameOfPeriod(window, words);
  const span = formats.period(window.from, window.to);
  const address = safeLinkUrl(releaseUrl);
  const lost = lostHitsNote(report.performance.lostHits, words);
  const image = (each: { sha256: string; width: number; height: number }, alt: string) =>
    html`<img src="${path}/bild/${each.sha256}" alt="${alt}" width="${each.width}" height="${each.height}">`;
  return html`<header>
<div class="letterhead">${clientLogo !== undefined && image(clientLogo, client)}${logo === undefined ? html`<p>${report.agency.name}</p>` : image(logo, report.agency.name)}</div>
<p class="kicker">${kindOfReport(report, words)}</p>
<h1>${report.scope.title}</h1>
<p class="period">${client === report.scope.title ? period : `${client} · ${period}`}</p>
<p class="facts">${span !== period && `${span} · `}${texts.dataThrough} ${formats.instant(window.dataThrough, window.timezone)}</p>
${lost !== null && html`<p class="facts">${lost}</p>`}
${address !== null && html`<p><a href="${address}" rel="noopener">${fill(texts.readRelease, new URL(address).host)}</a></p>`}
${picture !== undefined && html`<figure class="opening-picture">${image(picture, picture.alt === "" ? texts.picture : picture.alt)}${picture.credit !== undefined && html`<figcaption>${fill(texts.credit, picture.credit)}</figcaption>`}</figure>`}
</header>`;
}

const sectionRenderers: Record<ReportSection, (report: ReportFigures, shown: MaybePictured) => Html | null> =
  {
    figures: (report, { words }) =>
      html`${renderFigures(headlineFigures(report, words))}${comparisonNotes(report, words).map((note) => html`<p class="facts">${note}</p>`)}`,
    goals: (report, { words }) => renderGoals(report, words, { hasStages: true }),
    releases: renderPublished,
    coverage: renderCoverage,
    audience(report, { words }) {
      const { texts, formats } = words;
      const { from, to } = report.performance.window;
      return html`<p class="facts">${fill(texts.measuredNote, formats.period(from, to))}</p>
${renderViews(report, words)}${renderTraffic(report, words)}
${measuredTables(report, words).channels}${renderBestSources(report, words)}`;
    },
    ai(report, { words }) {
      const measured = measuredTables(report, words).aiOperators;
      const external = eachOrigin(report, words, ["aiVisibility"]);
      if (measured === null && external === null) return null;
      return html`<p class="facts">${words.texts.aiSectionNote}</p>${measured}${external}`;
    },
    results(report, { words }) {
      const external = eachOrigin(report, words, ["conversions"]);
      return external && html`<p class="facts">${words.texts.resultsNote}</p>${external}`;
    },
    mailings(report, { words }) {
      const mailings = mailingRows(report, words);
      if (mailings === null) return null;
      const { texts, labels, formats } = words;
      const { heads, rows, sentence } = mailings;
      return html`<p class="facts">${texts.mailingsNote}</p>
${sentence !== null && html`<p>${sentence}</p>`}${renderDataTable({
  caption: labels.sections.mailings,
  columns: heads.map((head, index) => (index < 2 ? { head } : { head, align: "right" })),
  rows: rows.map(({ day, subject, counts }) => [
    day,
    subject,
    ...counts.map((count) => formats.number(count)),
  ]),
})}`;
    },
    tables(report, { words }) {
      const { releases, referrers, interactions, engagement, devices, campaigns } = measuredTables(
        report,
        words,
      );
      const repeated = repeatedNote(report.performance, words);
      return html`<p class="facts">${words.texts.tablesNote}</p>
${releases}${referrers}${interactions}${repeated !== null && html`<p class="facts">${repeated}</p>`}
${engagement}${devices}${campaigns}${renderCoverageFigures(report, words)}${eachOrigin(report, words, ["mentions", "reaches", "queries"])}`;
    },
  };

function renderPublished(report: ReportFigures, { words, path }: MaybePictured): Html | null {
  const published = publishedReleases(report, words);
  if (published === null) return null;
  const { shown, notes } = published;
  const releasePictures = path === null ? [] : (report.presentation?.releasePictures ?? []);
  const card = (entry: (typeof shown)[number]) => {
    const { id, title } = entry.release;
    const picture = releasePictures.find(({ releaseId }) => releaseId === id);
    const image =
      picture === undefined
        ? releasePictures.length > 0 && html`<span class="no-picture"></span>`
        : html`<img src="${path}/bild/${picture.sha256}" alt="${picture.alt}" width="${picture.width}" height="${picture.height}" loading="lazy">`;
    return html`<li>${image}<strong>${title}</strong><span class="facts">${releaseFacts(entry, report, words)}</span></li>`;
  };
  return html`<p class="facts">${words.texts.publishedNote}</p>
${shown.length > 0 && html`<ul class="cards published">${shown.map(card)}</ul>`}
${notes.map((note) => html`<p class="facts">${note}</p>`)}`;
}

function renderCoverage(report: ReportFigures, { words }: Pick<Shown, "words">): Html | null {
  const gallery = galleryOf(report, words);
  if (gallery === null) return null;
  const { texts, labels, formats } = words;
  const { timezone } = report.performance.window;
  return html`<p class="facts">${coverageNote(report, words)}</p>
${gallery.groups.map(
  ({ origin, mentions }) => html`<h3>${fill(texts.origin, labels.origins[origin])}</h3>
<ul class="cards clippings">${mentions.map(
    (mention) =>
      html`<li><span class="medium"><strong>${mention.medium}</strong> <span class="facts">${formats.shortDay(dayOfMention(mention, timezone))}</span></span>${linkTo(mention.url, mention.headline)}<span class="facts">${takenWords(mention, words, timezone)}</span></li>`,
  )}</ul>`,
)}
${gallery.notes.map((note) => html`<p class="facts">${note}</p>`)}`;
}

/** What the clippings add up to, a line for each figure. */
function renderCoverageFigures(report: ReportFigures, words: Wording): Html | null {
  const lines = coverageLines(report, words);
  if (lines.length === 0) return null;
  return html`<h3>${words.texts.coverageFigures}</h3>
${lines.map(({ title, text }) => html`<p class="facts"><strong>${title}:</strong> ${text}</p>`)}`;
}

/** Tables of what others measured, with sources, a part for each origin. Of the clippings only those that the gallery does not show. */
function eachOrigin(
  report: ReportFigures,
  words: Wording,
  kinds: readonly (keyof InsightsOfOrigin)[],
): Html | null {
  const insights = report.externalInsights;
  if (insights === undefined) return null;
  const { texts, labels } = words;
  const rest = galleryOf(report, words)?.rest ?? [];
  const parts = externalOrigins.flatMap((origin) => {
    const mentions = rest.find((each) => each.origin === origin)?.mentions ?? [];
    const part = { ...insightsOfOrigin(insights, origin), mentions };
    const entries = kinds.flatMap((kind): { provenance: Provenance }[] =>
      kind === "reaches" ? part.reaches.map(({ reach }) => reach) : part[kind],
    );
    if (entries.length === 0) return [];
    const tables = externalTables(part, { report, words, origin: labels.origins[origin] });
    return [
      html`<p class="origin">${fill(texts.origin, labels.origins[origin])}</p>${kinds.map((kind) => tables[kind])}
${provenanceHtml(entries, { report, words })}`,
    ];
  });
  return parts.length === 0 ? null : html`${parts}`;
}
