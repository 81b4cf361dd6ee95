import type { Provenance } from "../../../insights/schema.ts";
import { formatMoney, formatNumber, formatShare, formatShortDay, localDay } from "../german-format.ts";
import { matchTypeLabels, mediaTypeLabels } from "../labels.ts";
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
  context: { timeZone: string; total: string },
): void {
  if (mentions.length === 0) {
    return;
  }
  writeSectionHeading(paper, { title: "Medienresonanz", aside: context.total });
  drawTable(
    paper,
    [
      { head: "Erschienen", share: 3 },
      { head: "Medium", share: 5 },
      { head: "Überschrift", share: 11 },
      { head: "Treffer", share: 2.6 },
    ],
    mentions.map((mention) => ({
      cells: [
        formatShortDay(localDay(mention.publishedAt, context.timeZone)),
        { text: mention.medium, detail: mediaTypeLabels[mention.mediaType] },
        { text: mention.headline, detail: mention.url, url: mention.url },
        { text: matchTypeLabels[mention.matchType], detail: uncertainty(mention.provenance) },
      ],
    })),
  );
  writeProvenance(paper, mentions, context.timeZone);
}

/** Search queries of the client's search console. */
export function writeSearchQueries(
  paper: Paper,
  queries: InsightsOfOrigin["queries"],
  timeZone: string,
): void {
  if (queries.length === 0) {
    return;
  }
  writeSectionHeading(paper, { title: "Sichtbarkeit in der Suche" });
  drawTable(
    paper,
    [
      { head: "Suchanfrage", share: 8 },
      { head: "Klicks", share: 2, align: "right" },
      { head: "Einblendungen", share: 2.8, align: "right" },
      { head: "Klickrate", share: 2.2, align: "right" },
      { head: "Mittlere Position", share: 2.4, align: "right" },
    ],
    queries.map((query) => ({
      cells: [
        { text: query.query, detail: queryPeriod(query) },
        { text: formatNumber(query.clicks), detail: uncertainty(query.provenance) },
        formatNumber(query.impressions),
        formatShare(query.ctr),
        formatNumber(query.position, 1),
      ],
    })),
  );
  writeProvenance(paper, queries, timeZone);
}

function queryPeriod(query: { periodFrom?: string; periodTo?: string }): string {
  const { periodFrom, periodTo } = query;
  return periodFrom === undefined || periodTo === undefined
    ? ""
    : `${formatShortDay(periodFrom)} – ${formatShortDay(periodTo)}`;
}

/** Answers of AI engines as what they are, a sample: the rate never without its interval and its runs. */
export function writeAiVisibility(
  paper: Paper,
  entries: InsightsOfOrigin["aiVisibility"],
  timeZone: string,
): void {
  if (entries.length === 0) {
    return;
  }
  writeSectionHeading(paper, {
    title: "Sichtbarkeit in KI-Antworten",
    note: "Stichprobe wiederholter Fragen; die Spanne ist das Wilson-Intervall zu 95 %. Kein Rang.",
  });
  drawTable(
    paper,
    [
      { head: "Dienst und Modell", share: 4 },
      { head: "Frage", share: 8 },
      { head: "Läufe", share: 1.6, align: "right" },
      { head: "Genannt", share: 2, align: "right" },
      { head: "Zitiert", share: 1.8, align: "right" },
      { head: "Quote (Spanne)", share: 3.6, align: "right" },
    ],
    entries.map((entry) => ({
      cells: [
        { text: entry.engine, detail: entry.model },
        {
          text: entry.prompt,
          detail: entry.citedUrls.length === 0 ? "" : `Zitierte Seiten: ${entry.citedUrls.join(" · ")}`,
        },
        formatNumber(entry.runs),
        formatNumber(entry.mentioned),
        formatNumber(entry.cited),
        {
          text: formatShare(entry.rate.value),
          detail: `${formatShare(entry.rate.interval.low)} – ${formatShare(entry.rate.interval.high)}`,
        },
      ],
    })),
  );
  writeProvenance(paper, entries, timeZone);
}

/** Conversions that the client counted elsewhere; amounts per currency, never added up. */
export function writeConversions(
  paper: Paper,
  conversions: InsightsOfOrigin["conversions"],
  timeZone: string,
): void {
  if (conversions.length === 0) {
    return;
  }
  writeSectionHeading(paper, { title: "Conversions" });
  drawTable(
    paper,
    [
      { head: "Art", share: 6 },
      { head: "Anzahl", share: 2, align: "right" },
      { head: "Wert", share: 5, align: "right" },
    ],
    conversions.map((entry) => ({
      cells: [
        entry.kind,
        { text: formatNumber(entry.count), detail: uncertainty(entry.provenance) },
        entry.value.length === 0
          ? "–"
          : entry.value.map((value) => formatMoney(value.amount, value.currency)).join(" · "),
      ],
    })),
  );
  writeProvenance(paper, conversions, timeZone);
}

/** Reach figures of mentions, each by itself. */
export function writeReach(paper: Paper, reaches: InsightsOfOrigin["reaches"], timeZone: string): void {
  if (reaches.length === 0) {
    return;
  }
  writeSectionHeading(paper, {
    title: "Reichweite der Medien",
    note: "Angaben zum Medium, nicht zur Zahl der Leser des Beitrags; eine Summe wäre irreführend.",
  });
  drawTable(
    paper,
    [
      { head: "Medium", share: 5 },
      { head: "Überschrift", share: 9 },
      { head: "Reichweite", share: 3, align: "right" },
      { head: "Einheit", share: 4 },
    ],
    reaches.map(({ mention, reach }) => ({
      cells: [
        mention.medium,
        mention.headline,
        { text: formatNumber(reach.value), detail: uncertainty(reach.provenance) },
        reach.unit,
      ],
    })),
  );
  writeProvenance(
    paper,
    reaches.map(({ reach }) => reach),
    timeZone,
  );
}

function writeProvenance(
  paper: Paper,
  entries: readonly { provenance: Provenance }[],
  timeZone: string,
): void {
  skip(paper, 5);
  const lines = provenanceLines(
    entries.map((entry) => entry.provenance),
    (instant) => formatShortDay(localDay(instant, timeZone)),
  );
  for (const line of lines) {
    writeParagraph(paper, line, styles.note);
  }
}
