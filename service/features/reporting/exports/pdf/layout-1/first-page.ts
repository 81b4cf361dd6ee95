import type { PublicationReport } from "../../../reports/schema.ts";
import { headlineFigures } from "../../headline-figures.ts";
import { fill } from "../../wording/german-texts.ts";
import { clientNames, countOf, levelNames } from "../../wording/report-words.ts";
import { drawPicture, drawRule, drawText, fillBoxes } from "../canvas.ts";
import { hasRoomForChart, writeChart } from "../chart.ts";
import { writeComment } from "../comment.ts";
import { drawFigures } from "../figure-row.ts";
import { writeBestSources } from "../measured-tables.ts";
import {
  addBookmark,
  baselineBelow,
  decorate,
  keepTogether,
  mark,
  type Paper,
  skip,
  within,
  withinLink,
  writeLines,
  writeParagraph,
} from "../paper.ts";
import type { PlacedPictures } from "../pictures.ts";
import { colours, contentWidth, margin, styles, type TextStyle } from "../theme.ts";
import { webLink } from "../web-link.ts";
import { wrapText } from "../wrap-text.ts";

const notePadding = 11;
const noteGap = 16;
const pictureWidth = 150;
const pictureHeightMax = 128;
const pictureGap = 20;
/**
 * Client, headline with picture and address, figures, the agency's comment, the best sources, a note on method, and the chart
 * where it fits. Returns whether it did.
 */
export function writeFirstPage(
  paper: Paper,
  report: PublicationReport,
  pictures: PlacedPictures,
): { hasChart: boolean } {
  addBookmark(paper, paper.words.texts.overview, 0);
  writeTitle(paper, report, pictures);
  writeFacts(paper, report);
  skip(paper, 14);
  drawFigures(
    paper,
    headlineFigures(report, paper.words).map(({ label, value, sentence }) => ({
      label,
      value,
      note: sentence,
    })),
  );
  if (report.comment !== undefined) writeComment(paper, report.comment, { keepsHeadings: false });
  writeBestSources(paper, report, "H2");
  const note = methodNote(paper, report);
  // Media coverage begins on a page of its own, and would leave the rest of this one empty.
  const below = heightOfNote(paper, note);
  const hasChart = hasRoomForChart(paper, below);
  if (hasChart) writeChart(paper, report, { below, role: "H2" });
  writeNote(paper, note);
  return { hasChart };
}

function writeTitle(paper: Paper, report: PublicationReport, pictures: PlacedPictures): void {
  const { words } = paper;
  const { picture } = report.presentation ?? {};
  const spot =
    picture === undefined || pictures.picture === undefined
      ? null
      : { ...fit(picture), name: pictures.picture, alt: picture.alt, credit: picture.credit };
  const width = spot === null ? contentWidth : contentWidth - pictureWidth - pictureGap;
  const { page, y: top } = paper;
  writeParagraph(paper, words.labels.reportKinds[report.scope.type], styles.kicker, { width });
  paper.y -= 4;
  writeParagraph(paper, report.scope.title, titleStyle(report.scope.title), { width, role: "H1" });
  paper.y -= 4;
  const client = clientNames(report, words);
  writeParagraph(paper, client, styles.lead, { width });
  writeAddress(paper, report, width);
  if (spot !== null) {
    const below = top - spot.height - (spot.credit === undefined ? 0 : styles.fine.leading + 2);
    writePicture(paper, { ...spot, page, top });
    // A long headline that went on to another page has the picture behind it already.
    if (page === paper.page) paper.y = Math.min(paper.y, below);
  }
  paper.y -= 10;
}

function fit({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(pictureWidth / width, pictureHeightMax / height);
  return { width: width * scale, height: height * scale };
}

function writePicture(
  paper: Paper,
  spot: {
    name: string;
    alt: string;
    credit: string | undefined;
    width: number;
    height: number;
    page: Paper["page"];
    top: number;
  },
): void {
  if (spot.page !== paper.page) return;
  const { texts } = paper.words;
  const x = margin.left + contentWidth - spot.width;
  const y = spot.top - spot.height;
  const box: [number, number, number, number] = [x, y, x + spot.width, spot.top];
  const alt = spot.alt === "" ? texts.picture : spot.alt;
  within(
    paper,
    "Figure",
    () =>
      mark(paper, () => drawPicture(paper.page, spot.name, { x, y, width: spot.width, height: spot.height })),
    { alt, box },
  );
  if (spot.credit === undefined) return;
  const text = fill(texts.credit, spot.credit);
  const [line = ""] = wrapText(paper.fonts.regular, text, styles.fine.size, pictureWidth);
  const baseline = baselineBelow(y - 2, styles.fine);
  within(paper, "P", () =>
    mark(paper, () => drawText(paper.page, paper.fonts, { text: line, x, baseline, style: styles.fine })),
  );
}

function writeAddress(paper: Paper, report: PublicationReport, width: number): void {
  const url = webLink(report.presentation?.releaseUrl ?? null);
  if (url === null) return;
  const right = margin.left + width;
  within(paper, "P", () =>
    withinLink(
      paper,
      { url, label: fill(paper.words.texts.readRelease, report.scope.title), left: margin.left, right },
      () => writeLines(paper, url, { ...styles.note, colour: colours.accent }, { width }),
    ),
  );
}

/** Up to about three lines in the large size; longer titles step down so that the figures stay on the first page. */
function titleStyle(title: string): TextStyle {
  const size = title.length <= 110 ? 22 : title.length <= 200 ? 17 : 14;
  return { face: "semibold", size, leading: size * 1.2, colour: colours.ink };
}

function writeFacts(paper: Paper, report: PublicationReport): void {
  const { texts, formats } = paper.words;
  const { window } = report.performance;
  const publishedAt = report.release?.publishedAt ?? null;
  const period = `${formats.period(window.from, window.to)} (${countOf(paper.words, window.days, texts.day)})`;
  const facts: [string, string][] = [
    [texts.period, period],
    report.release === undefined
      ? [texts.scope, countOf(paper.words, report.releases?.length ?? 0, texts.release)]
      : [
          texts.published,
          publishedAt === null ? texts.notPublished : formats.instant(publishedAt, window.timezone),
        ],
    [texts.agency, report.agency.name],
    [texts.dataThrough, formats.instant(window.dataThrough, window.timezone)],
  ];
  const gap = 24;
  const width = (contentWidth - gap) / 2;
  for (let start = 0; start < facts.length; start += 2) {
    const cells = facts.slice(start, start + 2).map(([label, value]) => ({
      label,
      lines: wrapText(paper.fonts.regular, value, styles.body.size, width - labelWidth),
    }));
    const height = Math.max(...cells.map((cell) => cell.lines.length)) * styles.body.leading + 2;
    keepTogether(paper, height);
    cells.forEach((cell, index) => {
      const x = margin.left + index * (width + gap);
      within(paper, "P", () => drawFact(paper, cell, x));
    });
    paper.y -= height;
  }
}

const labelWidth = 62;

function drawFact(paper: Paper, cell: { label: string; lines: readonly string[] }, x: number): void {
  const baseline = baselineBelow(paper.y, styles.body);
  mark(paper, () =>
    drawText(paper.page, paper.fonts, { text: cell.label, x, baseline, style: styles.label }),
  );
  cell.lines.forEach((text, line) => {
    const spot = { x: x + labelWidth, baseline: baseline - line * styles.body.leading };
    mark(paper, () => drawText(paper.page, paper.fonts, { text, ...spot, style: styles.body }));
  });
}

function methodNote({ words }: Paper, report: PublicationReport): string {
  const { texts } = words;
  const measured = report.performance.interactions === null ? texts.methodMeasured : texts.methodMeasuredAll;
  return fill(texts.methodNote, measured, levelNames(report.performance, words));
}

function linesOfNote(paper: Paper, text: string): string[] {
  return wrapText(paper.fonts.regular, text, styles.note.size, contentWidth - notePadding * 2);
}

function heightOfNote(paper: Paper, text: string): number {
  const lines = linesOfNote(paper, text).length * styles.note.leading;
  return noteGap + lines + styles.label.leading + 3 + notePadding * 2;
}

function writeNote(paper: Paper, text: string): void {
  const lines = linesOfNote(paper, text);
  const height = heightOfNote(paper, text) - noteGap;
  skip(paper, noteGap);
  keepTogether(paper, height);
  const { page, y: panelTop } = paper;
  decorate(paper, () => {
    fillBoxes(page, [{ x: margin.left, y: panelTop - height, width: contentWidth, height }], colours.panel);
    drawRule(page, {
      x: margin.left,
      y: panelTop,
      width: contentWidth,
      thickness: 0.4,
      colour: colours.rule,
    });
  });
  let top = panelTop - notePadding;
  const write = (line: string, style: TextStyle) => {
    const baseline = baselineBelow(top, style);
    mark(paper, () =>
      drawText(page, paper.fonts, { text: line, x: margin.left + notePadding, baseline, style }),
    );
    top -= style.leading;
  };
  within(paper, "P", () => write(paper.words.texts.methodShort, { ...styles.label, colour: colours.accent }));
  top -= 3;
  within(paper, "P", () => {
    for (const line of lines) write(line, styles.note);
  });
  paper.y = panelTop - height;
}
