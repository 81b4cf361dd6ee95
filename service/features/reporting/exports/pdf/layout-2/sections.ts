import type { PublicationReport } from "../../../reports/schema.ts";
import type { ReportSection } from "../../../reports/sections.ts";
import { coverageLines } from "../../coverage-figures.ts";
import { comparisonNotes, headlineFigures } from "../../headline-figures.ts";
import {
  coverageNote,
  dayOfMention,
  externalOrigins,
  galleryOf,
  mailingRows,
  publishedReleases,
  releaseFacts,
  takenWords,
} from "../../shown-parts.ts";
import { fill } from "../../wording/german-texts.ts";
import { clientNames, countOf } from "../../wording/report-words.ts";
import { drawCards } from "../cards.ts";
import { writeChart } from "../chart.ts";
import {
  writeAiVisibility,
  writeConversions,
  writeMentions,
  writeReach,
  writeSearchQueries,
} from "../external-tables.ts";
import { drawFigures } from "../figure-row.ts";
import { writeGoals } from "../goals.ts";
import { writePartHeading, writeSectionHeading } from "../headings.ts";
import { insightsOfOrigin } from "../insights-of-origin.ts";
import { writeEngagement, writeInteractions } from "../interactions.ts";
import {
  writeAiOperators,
  writeBestSources,
  writeCampaigns,
  writeReferrers,
  writeReleases,
  writeSeries,
} from "../measured-tables.ts";
import { type Paper, writeParagraph } from "../paper.ts";
import type { PlacedPictures } from "../pictures.ts";
import { writeChannels, writeDevices, writeTrafficClasses } from "../shares.ts";
import { drawTable } from "../table.ts";
import { drawTableInTwo } from "../table-in-two.ts";
import { colours, styles } from "../theme.ts";

/** Points; a third less than a chart that has a page for itself. */
const plotHeight = 74;
/** The list of what happened takes the rest. */
const markedPlotHeight = 64;
/** What a heading needs below itself: a table's head and some rows. */
const companyHeight = 84;
/** The same where a section of its own comes next, with a heading and a note of two lines. */
const sectionHeight = 180;

export type Drawn = { report: PublicationReport; pictures: PlacedPictures };

/** How each section is drawn; one without data is not there, and the method says so. */
export const sectionWriters: Record<ReportSection, (paper: Paper, drawn: Drawn) => void> = {
  figures: writeFigures,
  goals: (paper, { report }) => writeGoals(paper, report),
  releases: writePublished,
  coverage: writeCoverage,
  audience: writeAudience,
  ai: writeAi,
  results: writeResults,
  mailings: writeMailings,
  tables: writeTables,
};

function writeFigures(paper: Paper, { report }: Drawn): void {
  const { words } = paper;
  writeSectionHeading(paper, { title: words.labels.sections.figures, companyHeight: 90, role: "H2" });
  drawFigures(
    paper,
    headlineFigures(report, words).map(({ sentence, ...figure }) => ({ ...figure, note: sentence })),
  );
  paper.y -= 4;
  for (const note of comparisonNotes(report, words)) writeParagraph(paper, note, styles.note);
}

function writePublished(paper: Paper, { report, pictures }: Drawn): void {
  const { words } = paper;
  const published = publishedReleases(report, words);
  if (published === null) return;
  const { texts, labels } = words;
  const { shown, notes } = published;
  const count = countOf(words, shown.length, texts.release);
  const hasPictures = pictures.releases.size > 0;
  const note = `${count}. ${texts.publishedNote}`;
  writePartHeading(paper, { title: labels.sections.releases, note, companyHeight: hasPictures ? 190 : 130 });
  paper.y -= 4;
  const cards = shown.map((entry) => {
    const { id, title } = entry.release;
    const facts = report.presentation?.releasePictures?.find(({ releaseId }) => releaseId === id);
    const name = pictures.releases.get(id);
    const lines = [
      { text: title, style: styles.bodyStrong },
      { text: releaseFacts(entry, report, words), style: styles.note },
    ];
    return {
      picture: facts === undefined || name === undefined ? null : { ...facts, name },
      lines,
      url: null,
    };
  });
  if (cards.length > 0) drawCards(paper, cards, hasPictures ? 3 : 2);
  for (const line of notes) writeParagraph(paper, line, { ...styles.body, colour: colours.muted });
}

function writeCoverage(paper: Paper, { report }: Drawn): void {
  const { words } = paper;
  const gallery = galleryOf(report, words);
  if (gallery === null) return;
  const { texts, labels, formats } = words;
  const { timezone } = report.performance.window;
  const note = coverageNote(report, words);
  writePartHeading(paper, { title: labels.sections.coverage, note, companyHeight });
  for (const { origin, mentions } of gallery.groups) {
    const title = fill(texts.origin, labels.origins[origin]);
    writeSectionHeading(paper, { title, aside: countOf(words, mentions.length, texts.clippingCount) });
    const cards = mentions.map((mention) => ({
      aside: formats.shortDay(dayOfMention(mention, timezone)),
      lines: [
        { text: mention.medium, style: styles.bodyStrong },
        { text: mention.headline, style: styles.body },
        { text: takenWords(mention, words, timezone), style: styles.note },
      ],
      url: mention.url,
    }));
    drawCards(paper, cards, 2);
  }
  for (const line of gallery.notes) writeParagraph(paper, line, { ...styles.body, colour: colours.muted });
}

function writeAudience(paper: Paper, { report }: Drawn): void {
  const { performance } = report;
  const { texts, labels, formats } = paper.words;
  const { from, to } = performance.window;
  const note = fill(texts.measuredNote, formats.period(from, to));
  writePartHeading(paper, { title: labels.sections.audience, note, companyHeight: sectionHeight });
  if (performance.views === 0)
    writeParagraph(paper, texts.noViews, { ...styles.body, colour: colours.muted });
  const heightMax = report.marks === undefined ? plotHeight : markedPlotHeight;
  writeChart(paper, report, { below: 0, role: "H3", heightMax });
  writeTrafficClasses(paper, performance);
  writeChannels(paper, performance);
  writeBestSources(paper, report, "H3");
}

function writeAi(paper: Paper, { report }: Drawn): void {
  const { texts, labels } = paper.words;
  const samples = report.externalInsights?.aiVisibility ?? [];
  if (report.performance.aiOperators.length + samples.length === 0) return;
  writePartHeading(paper, {
    title: labels.sections.ai,
    note: texts.aiSectionNote,
    companyHeight: sectionHeight,
  });
  writeAiOperators(paper, report.performance);
  eachOrigin(paper, report, (part, origin) => writeAiVisibility(paper, part.aiVisibility, report, origin));
}

function writeResults(paper: Paper, { report }: Drawn): void {
  const { texts, labels } = paper.words;
  if ((report.externalInsights?.conversions ?? []).length === 0) return;
  writePartHeading(paper, {
    title: labels.sections.results,
    note: texts.resultsNote,
    companyHeight: sectionHeight,
  });
  eachOrigin(paper, report, (part, origin) => writeConversions(paper, part.conversions, report, origin));
}

/** Press mailings, newest first, with what became of them. */
function writeMailings(paper: Paper, { report }: Drawn): void {
  const { texts, labels, formats } = paper.words;
  const rows = mailingRows(report, paper.words);
  if (rows === null) return;
  writePartHeading(paper, { title: labels.sections.mailings, note: texts.mailingsNote, companyHeight });
  if (rows.sentence !== null) writeParagraph(paper, rows.sentence, styles.body);
  drawTable(
    paper,
    rows.heads.map((head, column) => {
      const share = [2.4, 8][column] ?? 2.6;
      return column < 2 ? { head, share } : { head, share, align: "right" as const };
    }),
    rows.rows.map(({ day, subject, counts }) => ({
      cells: [day, subject, ...counts.map((count) => formats.number(count))],
    })),
  );
}

/** Everything that is looked up rather than read, measured figures first. */
function writeTables(paper: Paper, { report }: Drawn): void {
  const { performance, releases } = report;
  const { words } = paper;
  const { texts, labels } = words;
  writePartHeading(paper, { title: labels.sections.tables, note: texts.tablesNote, companyHeight });
  const { timezone } = performance.window;
  if (releases !== undefined) writeReleases(paper, releases, timezone, clientNames(report, words));
  writeReferrers(paper, performance);
  writeInteractions(paper, performance, drawTableInTwo);
  writeEngagement(paper, performance);
  writeDevices(paper, performance, false);
  writeCampaigns(paper, performance);
  writeSeries(paper, report);
  writeCoverageFigures(paper, report);
  for (const { origin, mentions } of galleryOf(report, words)?.rest ?? []) {
    const total = fill(texts.origin, labels.origins[origin]);
    writeMentions(paper, mentions, { report, total });
  }
  eachOrigin(paper, report, (part, origin) => {
    writeReach(paper, part.reaches, report, origin);
    writeSearchQueries(paper, part.queries, report, origin);
  });
}

/** How the clippings are made up, as one paragraph: a line for each would be a page more. */
function writeCoverageFigures(paper: Paper, report: PublicationReport): void {
  const lines = coverageLines(report, paper.words).map(({ title, text }) => `${title}: ${text}.`);
  if (lines.length === 0) return;
  writeSectionHeading(paper, { title: paper.words.texts.coverageFigures, companyHeight: 30 });
  writeParagraph(paper, lines.join(" "), { ...styles.fine, colour: colours.ink });
}

/** Values of different origins stand in tables of their own, each with its origin beside the title. */
function eachOrigin(
  paper: Paper,
  { externalInsights }: PublicationReport,
  write: (part: ReturnType<typeof insightsOfOrigin>, origin: string) => void,
): void {
  const { texts, labels } = paper.words;
  if (externalInsights === undefined) return;
  for (const origin of externalOrigins)
    write(insightsOfOrigin(externalInsights, origin), fill(texts.origin, labels.origins[origin]));
}
