import type { PublicationReport } from "../../reports/schema.ts";
import { formatInstant, formatMeasured, formatNumber, formatPeriod } from "../german-format.ts";
import { reportKindLabels } from "../labels.ts";
import { drawBarChart } from "./bar-chart.ts";
import { drawRule, drawText, fillBoxes } from "./canvas.ts";
import { drawFigureRow } from "./figure-row.ts";
import { writeEmptyNote, writeSectionHeading } from "./headings.ts";
import {
  addBookmark,
  baselineBelow,
  keepTogether,
  type Paper,
  roomLeft,
  skip,
  writeParagraph,
} from "./paper.ts";
import { clientNames, comparisonWords, countOf, interactionTotal, levelNames } from "./report-words.ts";
import { colours, contentBottom, contentWidth, margin, styles, type TextStyle } from "./theme.ts";
import { viewBars } from "./view-bars.ts";
import { wrapText } from "./wrap-text.ts";

const notePadding = 11;

/** Names, title, period, headline figures, the chart of views and the note on method. */
export function writeFirstPage(paper: Paper, report: PublicationReport): void {
  addBookmark(paper, "Überblick", 0);
  writeTitle(paper, report);
  writeFacts(paper, report);
  writeHeadlineFigures(paper, report);
  const note = methodNote(report);
  const spare = roomLeft(paper) - chartSurroundings - heightOfNote(paper, note);
  if (spare >= plotHeights.minimum) {
    const wanted = report.performance.views === 0 ? plotHeights.minimum : plotHeights.maximum;
    writeChart(paper, report, Math.min(spare, wanted));
    paper.y = contentBottom + heightOfNote(paper, note);
    writeNote(paper, note);
  } else {
    // A very long title leaves no room for both: the note belongs to the first page, the chart can follow.
    skip(paper, 18);
    writeNote(paper, note);
    writeChart(paper, report, plotHeights.usual);
  }
}

/** The chart takes what the first page has left, within these heights in points. */
const plotHeights = { minimum: 110, usual: 150, maximum: 230 } as const;
/** Heading, axis and remark of the chart, and the gaps above and below it. */
const chartSurroundings = 90;

function writeTitle(paper: Paper, report: PublicationReport): void {
  writeParagraph(paper, reportKindLabels[report.scope.type], styles.kicker);
  paper.y -= 4;
  writeParagraph(paper, report.scope.title, titleStyle(report.scope.title));
  paper.y -= 12;
}

/** Up to about three lines in the large size; longer titles step down so that the figures stay on the first page. */
function titleStyle(title: string): TextStyle {
  const size = title.length <= 110 ? 23 : title.length <= 200 ? 18 : 14.5;
  return { face: "semibold", size, leading: size * 1.2, colour: colours.ink };
}

function writeFacts(paper: Paper, report: PublicationReport): void {
  const { window } = report.performance;
  const zone = window.timezone;
  const publishedAt = report.release?.publishedAt ?? null;
  const facts: [string, string][] = [
    ["Kunde", clientNames(report)],
    ["Agentur", report.agency.name],
    ["Zeitraum", `${formatPeriod(window.from, window.to)} (${countOf(window.days, "Tag", "Tage")})`],
    report.release === undefined
      ? ["Umfang", countOf(report.releases?.length ?? 0, "Pressemitteilung", "Pressemitteilungen")]
      : [
          "Veröffentlicht",
          publishedAt === null ? "noch nicht veröffentlicht" : formatInstant(publishedAt, zone),
        ],
    ["Erstellt", formatInstant(report.createdAt, zone)],
    ["Daten bis", formatInstant(window.dataThrough, zone)],
  ];
  const columns = 2;
  const gap = 24;
  const width = (contentWidth - gap) / columns;
  for (let start = 0; start < facts.length; start += columns) {
    const cells = facts.slice(start, start + columns).map(([label, value]) => ({
      label,
      lines: wrapText(paper.fonts.regular, value, factStyle.size, width - labelWidth),
    }));
    const height = Math.max(...cells.map((cell) => cell.lines.length)) * factStyle.leading + 3;
    keepTogether(paper, height);
    cells.forEach((cell, index) => {
      const x = margin.left + index * (width + gap);
      drawText(paper.page, paper.fonts, {
        text: cell.label,
        x,
        baseline: baselineBelow(paper.y, factStyle),
        style: styles.label,
      });
      cell.lines.forEach((text, line) => {
        const baseline = baselineBelow(paper.y - line * factStyle.leading, factStyle);
        drawText(paper.page, paper.fonts, { text, x: x + labelWidth, baseline, style: factStyle });
      });
    });
    paper.y -= height;
  }
}

const labelWidth = 58;
const factStyle: TextStyle = { face: "regular", size: 9.5, leading: 13, colour: colours.ink };

function writeHeadlineFigures(paper: Paper, report: PublicationReport): void {
  const { performance } = report;
  const comparison = comparisonWords(performance.comparison);
  skip(paper, 18);
  drawFigureRow(paper, [
    {
      label: "Aufrufe",
      value: formatNumber(performance.views),
      note: comparison.short,
      noteColour: comparison.colour,
    },
    {
      label: "Besucher",
      value: formatNumber(performance.uniqueVisitors.value),
      note: "Summe der Tagesbesucher",
    },
    {
      label: "Besuche",
      value: formatNumber(performance.visits),
      note: "enden nach 30 Minuten Pause",
    },
    {
      label: "Interaktionen",
      value: formatMeasured(interactionTotal(performance)),
      note: interactionNote(performance),
    },
  ]);
  skip(paper, 5);
  writeParagraph(paper, comparison.sentence, styles.note);
}

function interactionNote({ interactions, levels = [] }: PublicationReport["performance"]): string {
  if (interactions === null) return "auf Messstufe L0";
  return levels.includes("L0") ? "ohne Messstufe L0" : "Klicks, Downloads, Kontakte";
}

function writeChart(paper: Paper, report: PublicationReport, plotHeight: number): void {
  const { unit, bars, highest } = viewBars(report.performance.series);
  writeSectionHeading(paper, {
    title: unit === "day" ? "Aufrufe pro Tag" : "Aufrufe pro Woche",
    aside: highest,
    companyHeight: plotHeight + 40,
  });
  drawBarChart(paper, bars, plotHeight);
  if (report.performance.views === 0) {
    writeEmptyNote(paper, "Im Zeitraum wurden noch keine Aufrufe durch Menschen gemessen.");
  } else if (unit === "week") {
    writeParagraph(
      paper,
      "Wochen von Montag bis Sonntag; die erste und die letzte Woche können kürzer sein.",
      styles.note,
    );
  }
}

function methodNote(report: PublicationReport): string {
  const measured =
    report.performance.interactions === null
      ? "Aufrufe, Besucher und Besuche"
      : "Aufrufe, Besucher, Besuche und Interaktionen";
  return (
    `${measured} hat der Newsroom selbst gemessen, ohne Cookies und ohne Dienste Dritter ` +
    `(Verfahren ${report.methodologyVersion}, Messstufe ${levelNames(report.performance)}). Bots und automatische Abrufe sind erkannt und ` +
    "getrennt ausgewiesen; die Hauptzahlen zählen Menschen. Besucher werden nur innerhalb eines Tages wiedererkannt: über mehrere " +
    "Tage ist ihre Zahl die Summe der Tageswerte. Beobachtete, importierte und geschätzte Werte aus anderen Quellen stehen getrennt " +
    "davon und sind in keiner dieser Zahlen enthalten."
  );
}

function heightOfNote(paper: Paper, text: string): number {
  const lines = wrapText(paper.fonts.regular, text, styles.note.size, contentWidth - notePadding * 2);
  return lines.length * styles.note.leading + styles.label.leading + 3 + notePadding * 2;
}

function writeNote(paper: Paper, text: string): void {
  const height = heightOfNote(paper, text);
  keepTogether(paper, height);
  fillBoxes(
    paper.page,
    [{ x: margin.left, y: paper.y - height, width: contentWidth, height }],
    colours.panel,
  );
  drawRule(paper.page, {
    x: margin.left,
    y: paper.y,
    width: contentWidth,
    thickness: 0.4,
    colour: colours.rule,
  });
  let top = paper.y - notePadding;
  const x = margin.left + notePadding;
  drawText(paper.page, paper.fonts, {
    text: "Zur Methode",
    x,
    baseline: baselineBelow(top, styles.label),
    style: { ...styles.label, colour: colours.accent },
  });
  top -= styles.label.leading + 3;
  for (const line of wrapText(paper.fonts.regular, text, styles.note.size, contentWidth - notePadding * 2)) {
    drawText(paper.page, paper.fonts, {
      text: line,
      x,
      baseline: baselineBelow(top, styles.note),
      style: styles.note,
    });
    top -= styles.note.leading;
  }
  paper.y -= height;
}
