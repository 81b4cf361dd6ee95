import type { PublicationReport } from "../../../reports/schema.ts";
import { writeMethodologyPart } from "../methodology-part.ts";
import { type Paper, startFreshPage } from "../paper.ts";
import type { PlacedPictures } from "../pictures.ts";
import { writeFirstPage } from "./first-page.ts";
import { writeMeasuredPart } from "./measured-part.ts";
import { writeExternalParts } from "./media-coverage.ts";

/**
 * All pages of a report that was frozen before layouts had versions: overview, media coverage, the newsroom's own figures, method.
 * Clients have such files: what is drawn here never changes.
 */
export function writeFirstLayout(
  paper: Paper,
  report: PublicationReport,
  { pictures, verifyUrl }: { pictures: PlacedPictures; verifyUrl: string | null },
): void {
  const { hasChart } = writeFirstPage(paper, report, pictures);
  // Measured figures and those of others share no page. Media coverage comes second; without any, the others stand with the method.
  const hasCoverage = (report.externalInsights?.mediaMentions?.count ?? 0) > 0;
  if (hasCoverage && writeExternalParts(paper, report)) startFreshPage(paper);
  writeMeasuredPart(paper, report, { hasChart });
  if (!hasCoverage) writeExternalParts(paper, report);
  writeMethodologyPart(paper, report, verifyUrl);
}
