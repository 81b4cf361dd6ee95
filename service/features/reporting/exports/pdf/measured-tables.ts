import type { PublicationReport } from "../../reports/schema.ts";
import { localDay } from "../german-format.ts";
import { fill } from "../wording/german-texts.ts";
import { campaignNames, countOf, measuredCount, movedInWords, sourceName } from "../wording/report-words.ts";
import type { Wording } from "../wording/wording.ts";
import { bestSources, isNamedSource } from "./best-sources.ts";
import { writeSectionHeading } from "./headings.ts";
import { type Paper, writeParagraph } from "./paper.ts";
import { drawTable } from "./table.ts";
import { drawTableInTwo } from "./table-in-two.ts";
import { colours, styles } from "./theme.ts";
import { groupSeries, shownSeries, unitOf } from "./view-bars.ts";

type Performance = PublicationReport["performance"];

/** The first of all sources, with bars. */
export function writeBestSources(paper: Paper, { performance }: PublicationReport, role: "H2" | "H3"): void {
  const { texts, labels, formats } = paper.words;
  const best = bestSources(performance.referrers);
  if (best.length === 0) return;
  writeSectionHeading(paper, {
    title: texts.bestSources,
    note: texts.bestSourcesNote,
    companyHeight: role === "H2" ? 120 : 90,
    role,
  });
  const highest = Math.max(1, ...best.map(({ views }) => views));
  drawTable(
    paper,
    [
      { head: texts.source, share: 5 },
      { head: texts.channel, share: 3.4 },
      { head: "", share: 4 },
      { head: texts.views, share: 1.8, align: "right" },
      { head: texts.visitors, share: 1.8, align: "right" },
    ],
    best.map((entry) => ({
      cells: [
        sourceName(entry, paper.words),
        labels.channels[entry.channel],
        { bar: entry.views / highest },
        formats.number(entry.views),
        formats.number(entry.visitors),
      ],
    })),
  );
}

/** The sources that follow the best ones; the first page has those. Views without a source are shown among the channels alone. */
export function writeReferrers(paper: Paper, { referrers }: Performance): void {
  const best = bestSources(referrers);
  const others = referrers.filter((entry) => !best.includes(entry));
  if (others.every((entry) => !isNamedSource(entry))) return;
  const { texts, labels, formats } = paper.words;
  writeSectionHeading(paper, { title: texts.otherSources, note: texts.referrersNote });
  drawTableInTwo(
    paper,
    [
      { head: texts.source, share: 7.9 },
      { head: texts.channel, share: 7.3 },
      { head: texts.views, share: 2.8, align: "right" },
      { head: texts.visitors, share: 3.3, align: "right" },
    ],
    others.map((entry) => ({
      cells: [
        sourceName(entry, paper.words),
        labels.channels[entry.channel],
        formats.number(entry.views),
        formats.number(entry.visitors),
      ],
    })),
  );
}

export function writeAiOperators(paper: Paper, { aiOperators }: Performance): void {
  if (aiOperators.length === 0) return;
  const { texts, formats } = paper.words;
  writeSectionHeading(paper, { title: texts.aiTitle, note: texts.aiNote });
  drawTable(
    paper,
    [
      { head: texts.operator, share: 5 },
      { head: texts.crawls, share: 2, align: "right" },
      { head: texts.assistantFetches, share: 4, align: "right" },
      { head: texts.referredVisits, share: 3, align: "right" },
    ],
    aiOperators.map((entry) => ({
      cells: [
        entry.operator,
        formats.number(entry.crawls),
        formats.number(entry.assistantFetches),
        formats.number(entry.referredVisits),
      ],
    })),
  );
}

export function writeCampaigns(paper: Paper, { campaigns }: Performance): void {
  if (campaigns.length === 0) return;
  const { texts, formats } = paper.words;
  writeSectionHeading(paper, { title: texts.campaignsTitle, note: texts.campaignsNote });
  drawTable(
    paper,
    [
      { head: texts.campaign, share: 5 },
      { head: texts.source, share: 4 },
      { head: texts.medium, share: 3 },
      { head: texts.views, share: 2, align: "right" },
    ],
    campaigns.map((entry) => ({
      cells: [...campaignNames(entry, paper.words), formats.number(entry.views)],
    })),
  );
}

/** One row a release, without its client where that is `client`: a mixed scope says of each at which level it was measured. */
export function writeReleases(
  paper: Paper,
  releases: NonNullable<PublicationReport["releases"]>,
  timeZone: string,
  client?: string,
): void {
  const { texts, formats } = paper.words;
  writeSectionHeading(paper, {
    title: texts.releasesTitle,
    aside: countOf(paper.words, releases.length, texts.release),
  });
  if (releases.length === 0) {
    writeParagraph(paper, texts.noReleases, { ...styles.body, colour: colours.muted });
    return;
  }
  const isMixed = new Set(releases.map(({ levels }) => levels?.join())).size > 1;
  drawTable(
    paper,
    [
      { head: isMixed ? texts.titleClientLevel : texts.titleAndClient, share: 18 },
      { head: texts.published, share: 4, align: "right" },
      { head: texts.views, share: 3, align: "right" },
      { head: texts.visitors, share: 3, align: "right" },
      { head: texts.visits, share: 3, align: "right" },
      { head: texts.interactions, share: 3.8, align: "right" },
    ],
    releases.map((entry) => ({
      cells: [
        {
          text: entry.release.title,
          detail: releaseDetail(entry, { isMixed, client, timeZone }, paper.words),
        },
        entry.release.publishedAt === null
          ? "–"
          : formats.shortDay(localDay(entry.release.publishedAt, timeZone)),
        formats.number(entry.views),
        formats.number(entry.uniqueVisitors),
        formats.number(entry.visits),
        measuredCount(paper.words, entry.interactions),
      ],
    })),
  );
}

function releaseDetail(
  { release, levels = [] }: NonNullable<PublicationReport["releases"]>[number],
  { isMixed, client, timeZone }: { isMixed: boolean; client: string | undefined; timeZone: string },
  words: Wording,
): string {
  const { texts } = words;
  const level = isMixed && levels.length > 0 ? [fill(texts.level, levels.join(` ${texts.and} `))] : [];
  const movedIn = movedInWords(release, timeZone, words);
  return [...(release.client.name === client ? [] : [release.client.name]), ...level, ...movedIn].join(" · ");
}

/** The days or weeks of the chart as figures; a report without any hit has none. */
export function writeSeries(paper: Paper, report: PublicationReport): void {
  const { texts, formats } = paper.words;
  const { series } = shownSeries(report);
  if (series.every(({ views, bots }) => views === 0 && bots === 0)) return;
  const unit = unitOf(series);
  writeSectionHeading(paper, { title: unit === "day" ? texts.dailyTitle : texts.weeklyTitle });
  // A row of weeks names the first and the last day of each, which needs the whole width of the page.
  const draw = unit === "day" ? drawTableInTwo : drawTable;
  draw(
    paper,
    [
      { head: unit === "day" ? texts.oneDay : texts.oneWeek, share: unit === "day" ? 3.2 : 5 },
      { head: texts.views, share: 2, align: "right" },
      { head: texts.visitors, share: 2.4, align: "right" },
      { head: texts.visits, share: 2.2, align: "right" },
      { head: unit === "day" ? texts.interactionsShort : texts.interactions, share: 2.2, align: "right" },
      { head: unit === "day" ? texts.botsShort : texts.bots, share: 2, align: "right" },
    ],
    groupSeries(series, unit).map((entry) => ({
      cells: [
        entry.from === entry.to
          ? formats.shortDay(entry.from)
          : `${formats.shortDay(entry.from)} – ${formats.shortDay(entry.to)}`,
        formats.number(entry.views),
        formats.number(entry.uniqueVisitors),
        formats.number(entry.visits),
        measuredCount(paper.words, entry.interactions),
        formats.number(entry.bots),
      ],
    })),
  );
}
