import { createHash } from "node:crypto";
import type { ReleaseFile } from "../../newsroom/release-file.ts";
import { asArtifact, drawRule, drawText } from "./pdf/canvas.ts";
import { writeMarkdown } from "./pdf/comment.ts";
import { useFont } from "./pdf/font-use.ts";
import { operandOf } from "./pdf/operand-of.ts";
import { addBookmark, decorate, keepTogether, type Paper, startPaper, writeParagraph } from "./pdf/paper.ts";
import { writeRuns } from "./pdf/runs.ts";
import { colours, contentWidth, margin, paletteDefault, styles, type TextStyle } from "./pdf/theme.ts";
import { loadTypeface } from "./pdf/typeface.ts";
import { shortenText } from "./pdf/wrap-text.ts";
import { startDocument, writeDocument } from "./pdf/write-document.ts";
import type { ReportFonts } from "./render-pdf.ts";
import { fill } from "./wording/german-texts.ts";
import { wordingOf } from "./wording/wording.ts";

/** Renders a release as a PDF file; the same release gives the same bytes. */
export type RenderReleasePdf = (file: ReleaseFile) => Promise<Uint8Array>;

const letterhead: TextStyle = { face: "semibold", size: 10.5, leading: 15, colour: colours.accent };
const subtitle: TextStyle = { face: "regular", size: 12.5, leading: 17, colour: colours.muted };
const strong: TextStyle = { ...styles.bodyStrong, size: 10, leading: 14.4 };
const line: TextStyle = { ...styles.body, size: 10, leading: 14.4 };
const footBaseline = 41;

/** Makes the renderer of a thread, with its fonts parsed once. */
export function createReleasePdfRenderer({ fonts }: { fonts: ReportFonts }): RenderReleasePdf {
  const regular = loadTypeface(fonts.regular);
  const semibold = loadTypeface(fonts.semibold);
  return async (file) => {
    const document = await startDocument();
    const use = { regular: useFont(regular, "F1"), semibold: useFont(semibold, "F2") };
    const accent = file.accent === null ? paletteDefault.accent : operandOf(file.accent);
    const words = wordingOf({ presentation: { language: file.language, edition: 2 } });
    const paper = startPaper(use, { words, palette: { ...paletteDefault, accent } });
    writeRelease(paper, file);
    const facts = {
      title: file.title,
      subject: `${file.kicker}, ${file.clientName}`,
      author: file.clientName,
      createdAt: new Date(file.publishedAt),
      id: createHash("sha256").update(JSON.stringify(file)).digest("hex").slice(0, 32),
    };
    return await writeDocument(document, paper, { facts, pictures: new Map() });
  };
}

function writeRelease(paper: Paper, file: ReleaseFile): void {
  writeParagraph(paper, file.clientName, letterhead);
  const rule = {
    x: margin.left,
    y: paper.y - 2,
    width: contentWidth,
    thickness: 1.2,
    colour: colours.accent,
  };
  decorate(paper, () => drawRule(paper.page, rule));
  paper.y -= 20;
  writeParagraph(paper, file.kicker, styles.note);
  paper.y -= 2;
  addBookmark(paper, file.title, 0);
  writeParagraph(paper, file.title, styles.part, { role: "H1" });
  paper.y -= 4;
  writeParagraph(paper, file.subtitle ?? "", subtitle);
  paper.y -= 6;
  writeParagraph(paper, file.correction ?? "", strong);
  writeParagraph(paper, file.dateline ?? "", strong);
  writeMarkdown(paper, file.markdown, { hasTables: true, headings: "H2" });
  if (file.about !== null) {
    writeHeading(paper, file.about.title);
    writeMarkdown(paper, file.about.markdown, { hasTables: true, headings: "H2" });
  }
  if (file.contact !== null) {
    writeHeading(paper, file.contact.title);
    for (const each of file.contact.lines) writeParagraph(paper, each, line);
  }
  paper.y -= 10;
  writeRuns(paper, [{ text: file.url, isStrong: false, url: file.url }], {
    style: line,
    indent: 0,
    label: null,
    role: "P",
  });
  drawFeet(paper, file);
}

function writeHeading(paper: Paper, title: string): void {
  paper.y -= 12;
  keepTogether(paper, 64);
  addBookmark(paper, title, 1);
  writeParagraph(paper, title, styles.section, { role: "H2" });
  paper.y -= 3;
}

/** The foot of every page, drawn last, when the number of pages is known. */
function drawFeet({ pages, fonts, words }: Paper, file: ReleaseFile): void {
  const title = shortenText(fonts.regular, file.title, styles.note.size, contentWidth * 0.75);
  pages.forEach((page, index) => {
    const foot = { baseline: footBaseline, style: styles.note };
    asArtifact(
      page,
      () => {
        drawRule(page, {
          x: margin.left,
          y: footBaseline + 11,
          width: contentWidth,
          thickness: 0.4,
          colour: colours.rule,
        });
        drawText(page, fonts, { text: title, x: margin.left, ...foot });
        const number = fill(words.texts.pageOf, index + 1, pages.length);
        drawText(page, fonts, { text: number, x: margin.left + contentWidth, align: "right", ...foot });
      },
      "Pagination",
    );
  });
}
