import type { PublicationReport } from "../../../reports/schema.ts";
import { fill } from "../../wording/german-texts.ts";
import { writeChart } from "../chart.ts";
import { writePartHeading, writeSectionHeading } from "../headings.ts";
import { writeEngagement, writeInteractions } from "../interactions.ts";
import {
  writeAiOperators,
  writeCampaigns,
  writeReferrers,
  writeReleases,
  writeSeries,
} from "../measured-tables.ts";
import { type Paper, writeParagraph } from "../paper.ts";
import { writeChannels, writeDevices, writeTrafficClasses } from "../shares.ts";
import { colours, styles } from "../theme.ts";

/** Everything that the newsroom measured itself, section by section; what has no data has no section. */
export function writeMeasuredPart(
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
