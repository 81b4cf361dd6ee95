import type { PublicationReport } from "../../reports/schema.ts";
import { fill } from "../wording/german-texts.ts";
import { clientNames } from "../wording/report-words.ts";
import { asArtifact, type Canvas, drawPicture, drawRule, drawText } from "./canvas.ts";
import { mark, type Paper, within } from "./paper.ts";
import type { PlacedPictures } from "./pictures.ts";
import { colours, contentTop, contentWidth, margin, pageSize, styles, type TextStyle } from "./theme.ts";
import { shortenText } from "./wrap-text.ts";

const headBaseline = pageSize.height - 42;
const footTop = 52;
const letterhead: TextStyle = { face: "semibold", size: 10.5, leading: 13, colour: colours.accent };
/** A logo of ten to one is 250 points wide at this height. */
const logoHeightMax = 30;
const logoWidthMax = 250;
const logoTop = pageSize.height - 22;

/** The head of the first page: the agency's logo or name, with its client's logo on the left where there is one. */
export function writeLetterhead(paper: Paper, report: PublicationReport, pictures: PlacedPictures): void {
  const { logo, clientLogo } = report.presentation ?? {};
  const hasClient = clientLogo !== undefined && pictures.clientLogo !== undefined;
  if (clientLogo !== undefined && pictures.clientLogo !== undefined) {
    const placed = {
      name: pictures.clientLogo,
      align: "left",
      alt: clientNames(report, paper.words),
    } as const;
    writeLogo(paper, clientLogo, placed);
  }
  const align = hasClient ? "right" : "left";
  const { name } = report.agency;
  if (logo === undefined || pictures.logo === undefined) writeAgencyName(paper, name, align);
  else writeLogo(paper, logo, { name: pictures.logo, align, alt: name });
  const rule = {
    x: margin.left,
    y: contentTop + 8,
    width: contentWidth,
    thickness: 1.2,
    colour: colours.accent,
  };
  asArtifact(paper.page, () => drawRule(paper.page, rule));
}

function writeLogo(
  paper: Paper,
  logo: { width: number; height: number },
  { name, align, alt }: { name: string; align: "left" | "right"; alt: string },
): void {
  // Two side by side have half of the line each.
  const widthMax = align === "left" ? logoWidthMax : logoWidthMax * 0.8;
  const scale = Math.min(widthMax / logo.width, logoHeightMax / logo.height);
  const width = logo.width * scale;
  const height = logo.height * scale;
  const x = align === "left" ? margin.left : margin.left + contentWidth - width;
  const y = logoTop - logoHeightMax + (logoHeightMax - height) / 2;
  const box: [number, number, number, number] = [x, y, x + width, y + height];
  const draw = () => mark(paper, () => drawPicture(paper.page, name, { x, y, width, height }));
  within(paper, "Figure", draw, { alt, box });
}

function writeAgencyName(paper: Paper, name: string, align: "left" | "right"): void {
  const room = align === "left" ? contentWidth : contentWidth - logoWidthMax - 20;
  const text = shortenText(paper.fonts.semibold, name, letterhead.size, room);
  const x = align === "left" ? margin.left : margin.left + contentWidth;
  const spot = { x, baseline: headBaseline + 2, style: letterhead, align };
  within(paper, "P", () => mark(paper, () => drawText(paper.page, paper.fonts, { text, ...spot })));
}

/** Head and foot of every page, drawn last, when the number of pages is known. */
export function drawRunningText(paper: Paper, report: PublicationReport): void {
  paper.pages.forEach((page, index) => {
    asArtifact(
      page,
      () => {
        if (index > 0) drawRunningHead(page, paper, report);
        drawFoot(page, paper, { report, number: index + 1 });
      },
      "Pagination",
    );
  });
}

/** Both names may be long: each has half the line, and stands whole on the first page. */
function drawRunningHead(page: Canvas, { fonts, words }: Paper, report: PublicationReport): void {
  const { from, to } = report.performance.window;
  const period = words.formats.period(from, to);
  const size = styles.note.size;
  const room = contentWidth - fonts.regular.widthOf(period, size) - 24;
  const text = shortenText(
    fonts.regular,
    report.scope.clientId === undefined
      ? `${report.scope.title} · ${clientNames(report, words)}`
      : report.scope.title,
    size,
    room,
  );
  drawText(page, fonts, { text, x: margin.left, baseline: headBaseline, style: styles.note });
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

function drawFoot(
  page: Canvas,
  { fonts, words, pages }: Paper,
  { report, number }: { report: PublicationReport; number: number },
): void {
  drawRule(page, { x: margin.left, y: footTop, width: contentWidth, thickness: 0.4, colour: colours.rule });
  const first = footTop - 11;
  drawText(page, fonts, {
    text: fill(words.texts.report, report.id),
    x: margin.left,
    baseline: first,
    style: styles.fine,
  });
  drawText(page, fonts, {
    text: fill(words.texts.pageOf, number, pages.length),
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
