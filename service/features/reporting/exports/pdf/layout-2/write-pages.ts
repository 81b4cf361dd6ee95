import type { PublicationReport } from "../../../reports/schema.ts";
import { shownSections } from "../../../reports/sections.ts";
import { clippingSources } from "../../shown-parts.ts";
import { leftOutLines } from "../../wording/sections-without-data.ts";
import { writeComment } from "../comment.ts";
import { writeMethodologyPart } from "../methodology-part.ts";
import type { Paper } from "../paper.ts";
import type { PlacedPictures } from "../pictures.ts";
import { styles } from "../theme.ts";
import { sectionWriters } from "./sections.ts";
import { writeTitle } from "./title.ts";

const small = { size: 8.2, leading: 10.8 };
/** A month of six releases keeps to six pages with these, whatever was measured. */
const denseGap = 7;
const denseRows = {
  text: { ...styles.body, ...small },
  strong: { ...styles.bodyStrong, ...small },
  padding: 1.1,
};

/** What a client reads first stands first: title, the agency's comment, the sections of its template, and the method. */
export function writeSecondLayout(
  paper: Paper,
  report: PublicationReport,
  { pictures, verifyUrl }: { pictures: PlacedPictures; verifyUrl: string | null },
): void {
  paper.rows = denseRows;
  paper.sectionGap = denseGap;
  writeTitle(paper, report, pictures);
  const keepsHeadings = report.presentation?.edition !== undefined;
  if (report.comment !== undefined) writeComment(paper, report.comment, { keepsHeadings });
  for (const section of shownSections(report)) sectionWriters[section](paper, { report, pictures });
  writeMethodologyPart(paper, report, verifyUrl, {
    isSmall: true,
    sources: clippingSources(report, paper.words),
    lastLines: leftOutLines(report, paper.words),
  });
}
