import type { PublicationReport } from "../reports/schema.ts";
import { type PlacedPictures, writeFirstPage } from "./pdf/first-page.ts";
import { useFont } from "./pdf/font-use.ts";
import { writeMeasuredPart } from "./pdf/measured-part.ts";
import { writeExternalParts } from "./pdf/media-coverage.ts";
import { writeMethodologyPart } from "./pdf/methodology-part.ts";
import { operandOf } from "./pdf/operand-of.ts";
import { type Paper, startFreshPage, startPaper } from "./pdf/paper.ts";
import { embedPictures } from "./pdf/pictures.ts";
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

/** All pages in their order: overview, media coverage, the newsroom's own figures, method. */
export function writePages(
  paper: Paper,
  report: PublicationReport,
  { pictures, verifyUrl }: { pictures: PlacedPictures; verifyUrl?: string | undefined },
): void {
  writeLetterhead(paper, report, pictures);
  const { hasChart } = writeFirstPage(paper, report, pictures);
  // Measured figures and those of others share no page. Media coverage comes second; without any, the others stand with the method.
  const hasCoverage = (report.externalInsights?.mediaMentions?.count ?? 0) > 0;
  if (hasCoverage && writeExternalParts(paper, report)) startFreshPage(paper);
  writeMeasuredPart(paper, report, { hasChart });
  if (!hasCoverage) writeExternalParts(paper, report);
  writeMethodologyPart(paper, report, verifyUrl ?? null);
  drawRunningText(paper, report);
}
