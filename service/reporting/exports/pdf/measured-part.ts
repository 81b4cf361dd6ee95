import type { PublicationReport } from "../../reports/schema.ts";
import { fill } from "../wording/german-texts.ts";
import { countOf } from "../wording/report-words.ts";
import type { Wording } from "../wording/wording.ts";
import { drawBarChart } from "./bar-chart.ts";
import { writePartHeading, writeSectionHeading } from "./headings.ts";
import { writeEngagement, writeInteractions } from "./interactions.ts";
import {
  writeAiOperators,
  writeCampaigns,
  writeReferrers,
  writeReleases,
  writeSeries,
} from "./measured-tables.ts";
import { type Paper, roomLeft, writeParagraph } from "./paper.ts";
import { drawStackedBar } from "./stacked-bar.ts";
import { drawTable } from "./table.ts";
import { colours, partColours, styles } from "./theme.ts";
import { shownSeries, viewBars } from "./view-bars.ts";

type Performance = PublicationReport["performance"];

/** The chart takes what its page has left, within these heights in points. */
const plotHeights = { minimum: 90, maximum: 160 } as const;
/** Heading, axis and remark of the chart, and the gap above it. */
const chartSurroundings = 80;
/** Title, note and rule of the part above its chart. */
const partHeadHeight = 70;

/** Everything that the newsroom measured itself, section by section; what has no data has no section. */
export function writeMeasuredPart(paper: Paper, report: PublicationReport): void {
  const { performance } = report;
  const { texts, formats } = paper.words;
  writePartHeading(paper, {
    kicker: texts.measuredKicker,
    title: texts.measuredTitle,
    note: fill(texts.measuredNote, formats.period(performance.window.from, performance.window.to)),
    ...(performance.views === 0
      ? {}
      : { companyHeight: partHeadHeight + chartSurroundings + plotHeights.minimum }),
  });
  writeChart(paper, report);
  writeTrafficClasses(paper, performance);
  writeChannels(paper, performance);
  writeReferrers(paper, performance);
  writeInteractions(paper, performance);
  writeEngagement(paper, performance);
  writeDevices(paper, performance);
  writeAiOperators(paper, performance);
  writeCampaigns(paper, performance);
  if (report.releases !== undefined) writeReleases(paper, report.releases, performance.window.timezone);
  writeSeries(paper, report);
}

function writeChart(paper: Paper, report: PublicationReport): void {
  const { texts, formats } = paper.words;
  const { series, left } = shownSeries(report);
  const { unit, bars, highest } = viewBars(series, paper.words);
  const title = unit === "day" ? texts.viewsPerDay : texts.viewsPerWeek;
  const [first, last] = [series[0], series.at(-1)];
  if (report.performance.views === 0 || first === undefined || last === undefined) {
    writeSectionHeading(paper, { title });
    writeParagraph(paper, texts.noViews, { ...styles.body, colour: colours.muted });
    return;
  }
  const plotHeight = Math.min(
    plotHeights.maximum,
    Math.max(plotHeights.minimum, roomLeft(paper) - chartSurroundings),
  );
  writeSectionHeading(paper, { title, aside: highest, companyHeight: plotHeight + 26 });
  const alt = fill(texts.chartAlt, title, formats.period(first.day, last.day), highest);
  drawBarChart(paper, { bars, alt }, plotHeight);
  if (unit === "week") writeParagraph(paper, texts.weeksNote, styles.note);
  if (left !== null) {
    const days = countOf(paper.words, left.days, texts.day);
    writeParagraph(paper, fill(texts.fromPublication, formats.day(left.publicationDay), days), styles.note);
  }
}

function writeTrafficClasses(paper: Paper, performance: Performance): void {
  const { texts, labels, formats } = paper.words;
  const total = performance.trafficClasses.reduce((sum, entry) => sum + entry.requests, 0);
  const parts = inColours(performance.trafficClasses.filter(({ requests }) => requests > 0));
  if (parts.length === 0) return;
  writeSectionHeading(paper, {
    title: texts.trafficTitle,
    aside: fill(texts.inTotal, countOf(paper.words, total, texts.requestCount)),
    companyHeight: 130,
  });
  drawStackedBar(
    paper,
    parts.map((entry) => ({ value: entry.requests, colour: entry.colour })),
    stackAlt(
      paper.words,
      parts.map((entry) => [labels.trafficClasses[entry.class], entry.share]),
    ),
  );
  drawTable(
    paper,
    [
      { head: texts.accessKind, share: 5 },
      { head: texts.requests, share: 2, align: "right" },
      { head: texts.visitors, share: 2, align: "right" },
      { head: texts.share, share: 2, align: "right" },
    ],
    parts.map((entry) => ({
      cells: [
        { text: labels.trafficClasses[entry.class], swatch: entry.colour },
        formats.number(entry.requests),
        entry.visitors === null ? "–" : formats.number(entry.visitors),
        formats.share(entry.share),
      ],
    })),
  );
}

function writeChannels(paper: Paper, performance: Performance): void {
  const { texts, labels, formats } = paper.words;
  const channels = performance.channels.toSorted((one, other) => other.views - one.views);
  if (channels.length === 0) return;
  writeSectionHeading(paper, { title: texts.channelsTitle, note: texts.channelsNote });
  const highest = Math.max(1, ...channels.map((entry) => entry.views));
  drawTable(
    paper,
    [
      { head: texts.channel, share: 4 },
      { head: "", share: 6 },
      { head: texts.views, share: 2, align: "right" },
      { head: texts.visitors, share: 2, align: "right" },
    ],
    channels.map((entry) => ({
      cells: [
        labels.channels[entry.channel],
        { bar: entry.views / highest },
        formats.number(entry.views),
        formats.number(entry.visitors),
      ],
    })),
  );
}

function writeDevices(paper: Paper, performance: Performance): void {
  const { texts, labels, formats } = paper.words;
  const total = performance.devices.reduce((sum, entry) => sum + entry.views, 0);
  if (total === 0) return;
  writeSectionHeading(paper, { title: texts.devicesTitle, companyHeight: 90 });
  const parts = inColours(performance.devices);
  drawStackedBar(
    paper,
    parts.map((entry) => ({ value: entry.views, colour: entry.colour })),
    stackAlt(
      paper.words,
      parts.map((entry) => [labels.devices[entry.type], entry.views / total]),
    ),
  );
  drawTable(
    paper,
    [
      { head: texts.device, share: 5 },
      { head: texts.views, share: 2, align: "right" },
      { head: texts.share, share: 2, align: "right" },
    ],
    parts.map((entry) => ({
      cells: [
        { text: labels.devices[entry.type], swatch: entry.colour },
        formats.number(entry.views),
        formats.share(entry.views / total),
      ],
    })),
  );
}

function inColours<T>(entries: readonly T[]): (T & { colour: string })[] {
  return entries.map((entry, index) => ({
    ...entry,
    colour: partColours[index % partColours.length] ?? partColours[0],
  }));
}

function stackAlt({ texts, formats }: Wording, parts: readonly [name: string, share: number][]): string {
  return fill(texts.stackAlt, parts.map(([name, share]) => `${name} ${formats.share(share)}`).join(", "));
}
