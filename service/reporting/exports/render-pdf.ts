import type { PublicationReport } from "../reports/schema.ts";
import { writeExternalParts } from "./pdf/external-part.ts";
import { writeFirstPage } from "./pdf/first-page.ts";
import { useFont } from "./pdf/font-use.ts";
import { writeMeasuredPart } from "./pdf/measured-part.ts";
import { writeMethodologyPart } from "./pdf/methodology-part.ts";
import { startPaper } from "./pdf/paper.ts";
import { drawRunningText } from "./pdf/running-text.ts";
import { loadTypeface } from "./pdf/typeface.ts";
import { writeDocument } from "./pdf/write-document.ts";

/** The two weights of the report's typeface as TrueType files. */
export type ReportFonts = { regular: Uint8Array; semibold: Uint8Array };

/** Renders one report as a PDF file; the same report gives the same bytes. */
export type RenderPdf = (report: PublicationReport) => Promise<Uint8Array>;

/**
 * Makes the renderer of a process: the fonts are parsed here, once, and shared by all reports.
 * Throws when a font file can't be read.
 */
export function createPdfRenderer({ fonts }: { fonts: ReportFonts }): RenderPdf {
  const regular = loadTypeface(fonts.regular);
  const semibold = loadTypeface(fonts.semibold);
  return async (report) => {
    const paper = startPaper({ regular: useFont(regular, "F1"), semibold: useFont(semibold, "F2") });
    writeFirstPage(paper, report);
    writeMeasuredPart(paper, report);
    writeExternalParts(paper, report);
    writeMethodologyPart(paper, report);
    drawRunningText(paper.fonts, report, paper.pages);
    return await writeDocument(report, paper);
  };
}
