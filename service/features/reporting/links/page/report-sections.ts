import { renderDataTable } from "../../../../floor/web/charts/data-table.ts";
import { type Html, html } from "../../../../floor/web/html.ts";
import type { Provenance } from "../../../insights/schema.ts";
import { localDay } from "../../exports/german-format.ts";
import type { InsightsOfOrigin } from "../../exports/pdf/insights-of-origin.ts";
import { insightsOfOrigin } from "../../exports/pdf/insights-of-origin.ts";
import { provenanceLines } from "../../exports/pdf/provenance-lines.ts";
import { engagementOf } from "../../exports/shown-interactions.ts";
import { dayInTable } from "../../exports/shown-parts.ts";
import { fill } from "../../exports/wording/german-texts.ts";
import {
  campaignNames,
  conversionName,
  conversionValues,
  measuredCount,
  movedInWords,
  sourceName,
} from "../../exports/wording/report-words.ts";
import type { Wording } from "../../exports/wording/wording.ts";
import type { ReportFigures } from "../../reports/schema.ts";
import { linkTo, renderFigures, renderInteractions } from "./page-parts.ts";
import { renderTable, renderTraffic, renderViews } from "./report-charts.ts";
import { renderAiVisibility, renderQueries } from "./sample-tables.ts";

/** What others found, one section an origin, never beside measured figures; null where there is nothing. */
export function renderExternal(report: ReportFigures, words: Wording): Html | null {
  const insights = report.externalInsights;
  if (insights === undefined) return null;
  const { texts, labels } = words;
  const notes = {
    observed: texts.observedNote,
    imported: texts.importedNote,
    estimated: texts.estimatedNote,
  };
  const sections = (["observed", "imported", "estimated"] as const).flatMap((origin) => {
    const part = insightsOfOrigin(insights, origin);
    if (Object.values(part).every((entries) => entries.length === 0)) return [];
    const tables = externalTables(part, { report, words, origin: labels.origins[origin] });
    const shown = [part.mentions, part.reaches.map(({ reach }) => reach), part.queries, part.aiVisibility];
    const entries = [...shown, part.conversions].flat();
    return [
      html`<section><h2>${fill(texts.externalTitle, labels.origins[origin])}</h2><p class="facts">${notes[origin]}</p>

${tables.mentions}
${tables.reaches}
${tables.queries}
${tables.aiVisibility}
${tables.conversions}
${provenanceHtml(entries, { report, words })}</section>`,
    ];
  });
  return sections.length === 0 ? null : html`${sections}`;
}

type TableContext = { report: ReportFigures; words: Wording; origin: string };

/** What others found, of one origin, each kind as a table with its heading; null for what there is none of. */
export function externalTables(part: InsightsOfOrigin, { report, words, origin }: TableContext) {
  const { texts, labels, formats } = words;
  // The same kind of table comes once for each origin: a screen reader lists them, so their names must differ.
  const named = (title: string) => ({ caption: `${title} (${origin})` });
  return {
    mentions: renderTable(
      texts.mentionsTitle,
      [texts.appeared, texts.medium, texts.headline, texts.match],
      part.mentions.map((entry) => [
        formats.shortDay(dayInTable(entry, report)),
        html`${entry.medium} <span class="facts">${labels.mediaTypes[entry.mediaType]}</span>`,
        linkTo(entry.url, entry.headline),
        labels.matchTypes[entry.matchType],
      ]),
      { textColumns: 4, ...named(texts.mentionsTitle) },
    ),
    reaches: renderTable(
      texts.reachTitle,
      [texts.medium, texts.headline, texts.reach, texts.unit],
      part.reaches.map(({ mention, reach }) => [
        mention.medium,
        mention.headline,
        formats.number(reach.value),
        reach.unit,
      ]),
      { textColumns: 2, ...named(texts.reachTitle) },
    ),
    queries: renderQueries(part.queries, { report, words, ...named(texts.searchTitle) }),
    aiVisibility: renderAiVisibility(part.aiVisibility, { report, words, ...named(texts.aiVisibilityTitle) }),
    conversions: renderTable(
      texts.conversionsTitle,
      [texts.kind, texts.count, texts.value],
      part.conversions.map((entry) => [
        conversionName(entry.kind, report, words),
        formats.number(entry.count),
        conversionValues(entry.value, report, words),
      ]),
      named(texts.conversionsTitle),
    ),
  };
}

/** A line for each source of these entries. */
export function provenanceHtml(
  entries: readonly { provenance: Provenance }[],
  { report, words }: Pick<TableContext, "report" | "words">,
): Html[] {
  const provenances = entries.map(({ provenance }) => provenance);
  return provenanceLines(words, provenances, dayOf(report, words)).map(
    (line) => html`<p class="facts">${line}</p>`,
  );
}

function dayOf({ performance }: ReportFigures, { formats }: Wording): (instant: string) => string {
  return (instant) => formats.shortDay(localDay(instant, performance.window.timezone));
}

/** What the newsroom measured itself, of a report in the first layout. */
export function renderMeasured(report: ReportFigures, words: Wording): Html {
  const { texts, formats } = words;
  const { from, to } = report.performance.window;
  const tables = measuredTables(report, words);
  return html`<section><h2>${texts.measuredTitle}</h2><p class="facts">${fill(texts.measuredNote, formats.period(from, to))}</p>
${renderViews(report, words)}
${renderTraffic(report, words)}
${tables.channels}
${tables.referrers}
${renderInteractions(report, words, { hasVisitors: false })}
${tables.aiOperators}
${tables.releases}</section>`;
}

/** The tables of what the newsroom measured, each with its heading; null for what there is none of. */
export function measuredTables(report: ReportFigures, words: Wording) {
  const { performance } = report;
  const { texts, labels, formats } = words;
  return {
    channels: renderTable(
      texts.channelsTitle,
      [texts.channel, texts.views, texts.visitors],
      performance.channels.map((entry) => [
        labels.channels[entry.channel],
        formats.number(entry.views),
        formats.number(entry.visitors),
      ]),
    ),
    referrers: renderTable(
      texts.referrersTitle,
      [texts.source, texts.channel, texts.views, texts.visitors],
      performance.referrers.map((entry) => [
        sourceName(entry, words),
        labels.channels[entry.channel],
        formats.number(entry.views),
        formats.number(entry.visitors),
      ]),
      { textColumns: 2 },
    ),
    interactions: renderInteractions(report, words, { hasVisitors: true }),
    aiOperators: renderTable(
      texts.aiTitle,
      [texts.operator, texts.crawls, texts.assistantFetches, texts.referredVisits],
      performance.aiOperators.map((entry) => [
        entry.operator,
        formats.number(entry.crawls),
        formats.number(entry.assistantFetches),
        formats.number(entry.referredVisits),
      ]),
    ),
    releases: renderReleases(report, words),
    engagement: renderEngagement(report, words),
    devices: renderDevices(report, words),
    campaigns: renderTable(
      texts.campaignsTitle,
      [texts.campaign, texts.source, texts.medium, texts.views],
      performance.campaigns.map((entry) => [...campaignNames(entry, words), formats.number(entry.views)]),
      { textColumns: 3 },
    ),
  };
}

/** Reading time and scroll depth, where the newsroom measures them. */
function renderEngagement({ performance }: ReportFigures, words: Wording): Html | null {
  const engagement = engagementOf(performance, words);
  if (engagement === null) return null;
  const { texts, formats } = words;
  const { figures, depths } = engagement;
  return html`<h3>${texts.engagementTitle}</h3>
${renderFigures(figures.map(({ note, ...figure }) => ({ ...figure, sentence: note })))}
${
  depths.length > 0 &&
  renderDataTable({
    caption: texts.engagementTitle,
    columns: [{ head: texts.readTo }, { head: texts.views, align: "right" }],
    rows: depths.map(([label, views]) => [label, formats.number(views)]),
  })
}`;
}

function renderDevices({ performance }: ReportFigures, words: Wording): Html | null {
  const { texts, labels, formats } = words;
  const total = performance.devices.reduce((sum, { views }) => sum + views, 0);
  if (total === 0) return null;
  return renderTable(
    texts.devicesTitle,
    [texts.device, texts.views, texts.share],
    performance.devices.map(({ type, views }) => [
      labels.devices[type],
      formats.number(views),
      formats.share(views / total),
    ]),
  );
}

function renderReleases({ releases = [], performance }: ReportFigures, words: Wording): Html | null {
  const { texts, formats } = words;
  const zone = performance.window.timezone;
  return renderTable(
    texts.releasesTitle,
    [texts.releasesTitle, texts.published, texts.views, texts.visitors, texts.interactions],
    releases.map(({ release, levels = [], ...entry }) => [
      html`${release.title} <span class="facts">${release.client.name}${levels.length > 0 && ` · ${fill(texts.level, levels.join(` ${texts.and} `))}`}${movedInWords(release, zone, words).map((text) => ` · ${text}`)}</span>`,
      release.publishedAt === null ? "–" : formats.shortDay(localDay(release.publishedAt, zone)),
      formats.number(entry.views),
      formats.number(entry.uniqueVisitors),
      measuredCount(words, entry.interactions),
    ]),
    { textColumns: 2 },
  );
}
