import type { PublicationReport } from "../../../reports/schema.ts";
import { shownSections } from "../../../reports/sections.ts";
import { leftOutLines } from "../../wording/sections-without-data.ts";
import { writeComment } from "../comment.ts";
import { writeMethodologyPart } from "../methodology-part.ts";
import type { Paper } from "../paper.ts";
import type { PlacedPictures } from "../pictures.ts";
import { sectionWriters } from "./sections.ts";
import { writeTitle } from "./title.ts";

/** What a client reads first stands first: title, the agency's comment, the sections of its template, and the method. */
export function writeSecondLayout(
  paper: Paper,
  report: PublicationReport,
  { pictures, verifyUrl }: { pictures: PlacedPictures; verifyUrl: string | null },
): void {
  writeTitle(paper, report, pictures);
  if (report.comment !== undefined) writeComment(paper, report.comment);
  for (const section of shownSections(report)) sectionWriters[section](paper, { report, pictures });
  writeMethodologyPart(paper, report, verifyUrl, leftOutLines(report, paper.words));
}
