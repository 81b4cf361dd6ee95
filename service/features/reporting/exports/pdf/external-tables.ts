import type { Provenance } from "../../../insights/schema.ts";
import type { PublicationReport } from "../../reports/schema.ts";
import { localDay } from "../german-format.ts";
import { dayInTable } from "../shown-parts.ts";
import { fill } from "../wording/german-texts.ts";
import { conversionName, conversionValues, queryPeriod } from "../wording/report-words.ts";
import { writeSectionHeading } from "./headings.ts";
import type { InsightsOfOrigin } from "./insights-of-origin.ts";
import { type Paper, skip, writeParagraph } from "./paper.ts";
import { provenanceLines, uncertainty } from "./provenance-lines.ts";
import { drawTable } from "./table.ts";
import { styles } from "./theme.ts";

/** Mentions in media, newest as the report orders them; the headline links to the piece. */
export function writeMentions(
  paper: Paper,
  mentions: InsightsOfOrigin["mentions"],
  context: { report: PublicationReport; total: string },
): void {
  const { texts, labels, formats } = paper.words;
  if (mentions.length === 0) {
    return;
  }
  writeSectionHeading(paper, { title: texts.mentionsTitle, aside: context.total });
  drawTable(
    paper,
    [
      { head: texts.appeared, share: 3 },
      { head: texts.medium, share: 5 },
      { head: texts.headline, share: 11 },
      { head: texts.match, share: 2.6 },
    ],
    mentions.map((mention) => ({
      cells: [
        formats.shortDay(dayInTable(mention, context.report)),
        { text: mention.medium, detail: labels.mediaTypes[mention.mediaType] },
        { text: mention.headline, detail: mention.url, url: mention.url },
        { text: labels.matchTypes[mention.matchType], detail: uncertainty(paper.words, mention.provenance) },
      ],
    })),
  );
  writeProvenance(paper, mentions, context.report);
}

/** Search queries of the client's search console. */
export function writeSearchQueries(
  paper: Paper,
  queries: InsightsOfOrigin["queries"],
  report: PublicationReport,
  aside?: string,
): void {
  const { texts, formats } = paper.words;
  if (queries.length === 0) {
    return;
  }
  writeSectionHeading(paper, { title: texts.searchTitle, ...besideTitle(aside) });
  drawTable(
    paper,
    [
      { head: texts.query, share: 8 },
      { head: texts.clicks, share: 2, align: "right" },
      { head: texts.impressions, share: 2.8, align: "right" },
      { head: texts.clickRate, share: 2.2, align: "right" },
      { head: texts.position, share: 2.4, align: "right" },
    ],
    queries.map((query) => ({
      cells: [
        { text: query.query, detail: queryPeriod(query, paper.words) },
        { text: formats.number(query.clicks), detail: uncertainty(paper.words, query.provenance) },
        formats.number(query.impressions),
        formats.share(query.ctr),
        formats.number(query.position, 1),
      ],
    })),
  );
  writeProvenance(paper, queries, report);
}

/** Answers of AI engines as what they are, a sample: the rate never without its interval and its runs. */
export function writeAiVisibility(
  paper: Paper,
  entries: InsightsOfOrigin["aiVisibility"],
  report: PublicationReport,
  aside?: string,
): void {
  const { texts, formats } = paper.words;
  if (entries.length === 0) {
    return;
  }
  writeSectionHeading(paper, {
    title: texts.aiVisibilityTitle,
    note: texts.aiVisibilityNote,
    ...besideTitle(aside),
  });
  drawTable(
    paper,
    [
      { head: texts.engine, share: 4 },
      { head: texts.prompt, share: 8 },
      { head: texts.runs, share: 1.6, align: "right" },
      { head: texts.mentioned, share: 2, align: "right" },
      { head: texts.cited, share: 1.8, align: "right" },
      { head: texts.rate, share: 3.6, align: "right" },
    ],
    entries.map((entry) => ({
      cells: [
        { text: entry.engine, detail: entry.model },
        {
          text: entry.prompt,
          detail: entry.citedUrls.length === 0 ? "" : fill(texts.citedPages, entry.citedUrls.join(" · ")),
        },
        formats.number(entry.runs),
        formats.number(entry.mentioned),
        formats.number(entry.cited),
        {
          text: formats.share(entry.rate.value),
          detail: `${formats.share(entry.rate.interval.low)} – ${formats.share(entry.rate.interval.high)}`,
        },
      ],
    })),
  );
  writeProvenance(paper, entries, report);
}

/** Conversions that the client counted elsewhere; amounts per currency, never added up. */
export function writeConversions(
  paper: Paper,
  conversions: InsightsOfOrigin["conversions"],
  report: PublicationReport,
  aside?: string,
): void {
  const { texts, formats } = paper.words;
  if (conversions.length === 0) {
    return;
  }
  writeSectionHeading(paper, { title: texts.conversionsTitle, ...besideTitle(aside) });
  drawTable(
    paper,
    [
      { head: texts.kind, share: 6 },
      { head: texts.count, share: 2, align: "right" },
      { head: texts.value, share: 5, align: "right" },
    ],
    conversions.map((entry) => ({
      cells: [
        conversionName(entry.kind, report, paper.words),
        { text: formats.number(entry.count), detail: uncertainty(paper.words, entry.provenance) },
        conversionValues(entry.value, report, paper.words),
      ],
    })),
  );
  writeProvenance(paper, conversions, report);
}

/** Reach figures of mentions, each by itself. */
export function writeReach(
  paper: Paper,
  reaches: InsightsOfOrigin["reaches"],
  report: PublicationReport,
  aside?: string,
): void {
  const { texts, formats } = paper.words;
  if (reaches.length === 0) {
    return;
  }
  writeSectionHeading(paper, {
    title: texts.reachTitle,
    note: texts.reachNote,
    ...besideTitle(aside),
  });
  drawTable(
    paper,
    [
      { head: texts.medium, share: 5 },
      { head: texts.headline, share: 9 },
      { head: texts.reach, share: 3, align: "right" },
      { head: texts.unit, share: 4 },
    ],
    reaches.map(({ mention, reach }) => ({
      cells: [
        mention.medium,
        mention.headline,
        { text: formats.number(reach.value), detail: uncertainty(paper.words, reach.provenance) },
        reach.unit,
      ],
    })),
  );
  writeProvenance(
    paper,
    reaches.map(({ reach }) => reach),
    report,
  );
}

function besideTitle(aside: string | undefined): { aside?: string } {
  return aside === undefined ? {} : { aside };
}

function writeProvenance(
  paper: Paper,
  entries: readonly { provenance: Provenance }[],
  report: PublicationReport,
): void {
  skip(paper, 5);
  const { timezone } = report.performance.window;
  const lines = provenanceLines(
    paper.words,
    entries.map((entry) => entry.provenance),
    (instant) => paper.words.formats.shortDay(localDay(instant, timezone)),
  );
  for (const line of lines) {
    writeParagraph(paper, line, styles.note);
  }
}
