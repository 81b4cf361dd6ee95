import type { ExternalInsights } from "../../../../insights/schema.ts";
import type { PublicationReport } from "../../../reports/schema.ts";
import type { ExternalOrigin } from "../../labels.ts";
import { fill } from "../../wording/german-texts.ts";
import { countOf } from "../../wording/report-words.ts";
import type { Wording } from "../../wording/wording.ts";
import { writeChart } from "../chart.ts";
import {
  writeAiVisibility,
  writeConversions,
  writeMentions,
  writeReach,
  writeSearchQueries,
} from "../external-tables.ts";
import { writePartHeading, writeSectionHeading } from "../headings.ts";
import { insightsOfOrigin } from "../insights-of-origin.ts";
import { writeEngagement, writeInteractions } from "../interactions.ts";
import {
  writeAiOperators,
  writeCampaigns,
  writeReferrers,
  writeReleases,
  writeSeries,
} from "../measured-tables.ts";
import { writeMethodologyPart } from "../methodology-part.ts";
import { type Paper, startFreshPage, writeParagraph } from "../paper.ts";
import type { PlacedPictures } from "../pictures.ts";
import { writeChannels, writeDevices, writeTrafficClasses } from "../shares.ts";
import { colours, styles } from "../theme.ts";
import { writeFirstPage } from "./first-page.ts";

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

const origins = ["observed", "imported", "estimated"] as const satisfies readonly ExternalOrigin[];

/**
 * Pages of their own behind the first, media coverage at their head, one part an origin; nothing at all where a report
 * holds no external insights. Returns whether there was something.
 */
function writeExternalParts(paper: Paper, report: PublicationReport): boolean {
  const insights = report.externalInsights;
  if (insights === undefined) return false;
  let hasStarted = false;
  for (const origin of origins) {
    const part = insightsOfOrigin(insights, origin);
    if (Object.values(part).every((entries) => entries.length === 0)) continue;
    if (!hasStarted) startFreshPage(paper);
    hasStarted = true;
    writePartHeading(paper, headingOf(paper.words, origin));
    writeMentions(paper, part.mentions, { report, total: mentionTotal(insights, paper.words) });
    writeReach(paper, part.reaches, report);
    writeSearchQueries(paper, part.queries, report);
    writeAiVisibility(paper, part.aiVisibility, report);
    writeConversions(paper, part.conversions, report);
  }
  return hasStarted;
}

function headingOf({ texts, labels }: Wording, origin: ExternalOrigin) {
  const notes: Record<ExternalOrigin, string> = {
    observed: texts.observedNote,
    imported: texts.importedNote,
    estimated: texts.estimatedNote,
  };
  return {
    kicker: fill(texts.origin, labels.origins[origin]),
    title: fill(texts.externalTitle, labels.origins[origin]),
    note: notes[origin],
  };
}

function mentionTotal(insights: ExternalInsights, words: Wording): string {
  const { count = 0, distinctMedia = 0 } = insights.mediaMentions ?? {};
  const { texts } = words;
  const media = distinctMedia === 1 ? texts.oneMedium : countOf(words, distinctMedia, texts.mediumCount);
  return fill(texts.mentionsTotal, countOf(words, count, texts.mentionCount), media);
}

/** Everything that the newsroom measured itself, section by section; what has no data has no section. */
function writeMeasuredPart(
  paper: Paper,
  report: PublicationReport,
  { hasChart }: { hasChart: boolean },
): void {
  const { performance } = report;
  const { texts, formats } = paper.words;
  writePartHeading(paper, {
    kicker: texts.measuredKicker,
    title: texts.measuredTitle,
    note: fill(texts.measuredNote, formats.period(performance.window.from, performance.window.to)),
  });
  if (!hasChart) writeChart(paper, report, { below: 0, role: "H3" });
  if (performance.views === 0) {
    writeSectionHeading(paper, { title: texts.viewsPerDay });
    writeParagraph(paper, texts.noViews, { ...styles.body, colour: colours.muted });
  }
  writeTrafficClasses(paper, performance);
  writeChannels(paper, performance);
  writeReferrers(paper, performance);
  writeInteractions(paper, performance);
  writeEngagement(paper, performance);
  writeDevices(paper, performance);
  writeAiOperators(paper, performance);
  writeCampaigns(paper, performance);
  if (report.releases !== undefined) writeReleases(paper, report.releases, performance.window.timezone);
  writeSeries(paper, report);
}
