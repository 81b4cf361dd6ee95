import type { PublicationReport } from "../../reports/schema.ts";
import { formatPeriod } from "../german-format.ts";
import { type Canvas, drawRule, drawText, type Fonts } from "./canvas.ts";
import { clientNames } from "./report-words.ts";
import { colours, contentWidth, margin, pageSize, styles, type TextStyle } from "./theme.ts";
import { shortenText } from "./wrap-text.ts";

const headBaseline = pageSize.height - 42;
const footTop = 52;
const letterhead: TextStyle = { face: "semibold", size: 10.5, leading: 13, colour: colours.accent };

/** Head and foot of every page, drawn last, when the number of pages is known. */
export function drawRunningText(fonts: Fonts, report: PublicationReport, pages: readonly Canvas[]): void {
  pages.forEach((page, index) => {
    if (index === 0) {
      drawLetterhead(page, fonts, report);
    } else {
      drawRunningHead(page, fonts, report);
    }
    drawFoot(page, fonts, report, `Seite ${index + 1} von ${pages.length}`);
  });
}

function drawLetterhead(page: Canvas, fonts: Fonts, report: PublicationReport): void {
  const text = shortenText(fonts.semibold, report.agency.name, letterhead.size, contentWidth);
  drawText(page, fonts, { text, x: margin.left, baseline: headBaseline + 2, style: letterhead });
  drawRule(page, {
    x: margin.left,
    y: headBaseline - 8,
    width: contentWidth,
    thickness: 1.2,
    colour: colours.accent,
  });
}

/** Both names may be long: each has half the line, and stands whole on the first page. */
function drawRunningHead(page: Canvas, fonts: Fonts, report: PublicationReport): void {
  const { from, to } = report.performance.window;
  const period = formatPeriod(from, to);
  const size = styles.note.size;
  const room = contentWidth - fonts.regular.widthOf(period, size) - 24;
  const names = shortenText(fonts.regular, `${report.scope.title} · ${clientNames(report)}`, size, room);
  drawText(page, fonts, { text: names, x: margin.left, baseline: headBaseline, style: styles.note });
  drawText(page, fonts, {
    text: period,
    x: margin.left + contentWidth,
    baseline: headBaseline,
    style: styles.note,
    align: "right",
  });
  drawRule(page, {
    x: margin.left,
    y: headBaseline - 7,
    width: contentWidth,
    thickness: 0.4,
    colour: colours.rule,
  });
}

function drawFoot(page: Canvas, fonts: Fonts, report: PublicationReport, pageNumber: string): void {
  drawRule(page, { x: margin.left, y: footTop, width: contentWidth, thickness: 0.4, colour: colours.rule });
  const first = footTop - 11;
  drawText(page, fonts, {
    text: `Bericht ${report.id}`,
    x: margin.left,
    baseline: first,
    style: styles.fine,
  });
  drawText(page, fonts, {
    text: pageNumber,
    x: margin.left + contentWidth,
    baseline: first,
    style: { ...styles.note, colour: colours.ink },
    align: "right",
  });
  drawText(page, fonts, {
    text: `SHA-256 ${report.integrity.contentHash}`,
    x: margin.left,
    baseline: first - styles.fine.leading,
    style: styles.fine,
  });
}
