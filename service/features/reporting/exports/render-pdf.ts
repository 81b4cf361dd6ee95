import type { PublicationReport } from "../reports/schema.ts";
import { useFont } from "./pdf/font-use.ts";
import { writeFirstLayout } from "./pdf/layout-1/write-pages.ts";
import { writeSecondLayout } from "./pdf/layout-2/write-pages.ts";
import { operandOf } from "./pdf/operand-of.ts";
import { type Paper, startPaper } from "./pdf/paper.ts";
import { embedPictures, type PlacedPictures } from "./pdf/pictures.ts";
import { drawRunningText, writeLetterhead } from "./pdf/running-text.ts";
import { paletteDefault } from "./pdf/theme.ts";
import { loadTypeface } from "./pdf/typeface.ts";
import { factsOfReport, startDocument, writeDocument } from "./pdf/write-document.ts";
import type { PictureFiles } from "./picture-files.ts";
import { wordingOf } from "./wording/wording.ts";

/** The two weights of the report's typeface as TrueType files. */
export type ReportFonts = { regular: Uint8Array; semibold: Uint8Array };

/** What a file shows that is no part of the frozen report: its pictures' bytes, and where anybody checks it today. */
type PdfSurroundings = { pictures?: PictureFiles; verifyUrl?: string };

/** Renders one report as a PDF file; the same report and surroundings give the same bytes. */
export type RenderPdf = (report: PublicationReport, surroundings?: PdfSurroundings) => Promise<Uint8Array>;

/**
 * Makes the renderer of a process: the fonts are parsed here, once, and shared by all reports.
 * Throws when a font file can't be read.
 */
export function createPdfRenderer({ fonts }: { fonts: ReportFonts }): RenderPdf {
  const regular = loadTypeface(fonts.regular);
  const semibold = loadTypeface(fonts.semibold);
  return async (report, { pictures = {}, verifyUrl } = {}) => {
    const document = await startDocument();
    const { placed, images } = await embedPictures(document, report, pictures);
    const use = { regular: useFont(regular, "F1"), semibold: useFont(semibold, "F2") };
    const paper = startReportPaper(use, report);
    writePages(paper, report, { pictures: placed, verifyUrl });
    return await writeDocument(document, paper, { facts: factsOfReport(paper, report), pictures: images });
  };
}

/** The empty paper of a report, in its language and its agency's colours. */
export function startReportPaper(fonts: Paper["fonts"], report: PublicationReport): Paper {
  const { colorPrimary, colorSecondary } = report.presentation ?? {};
  const palette = {
    accent: colorPrimary === undefined ? paletteDefault.accent : operandOf(colorPrimary),
    second: colorSecondary === undefined ? paletteDefault.second : operandOf(colorSecondary),
  };
  return startPaper(fonts, { words: wordingOf(report), palette });
}

/** All pages in the order of the report's layout. */
export function writePages(
  paper: Paper,
  report: PublicationReport,
  { pictures, verifyUrl = null }: { pictures: PlacedPictures; verifyUrl?: string | null | undefined },
): void {
  writeLetterhead(paper, report, pictures);
  const write = report.presentation?.layout === 2 ? writeSecondLayout : writeFirstLayout;
  write(paper, report, { pictures, verifyUrl });
  drawRunningText(paper, report);
}
