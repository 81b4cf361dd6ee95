import type { ExternalInsights } from "../../../../insights/schema.ts";
import type { PublicationReport } from "../../../reports/schema.ts";
import type { ExternalOrigin } from "../../labels.ts";
import { fill } from "../../wording/german-texts.ts";
import { countOf } from "../../wording/report-words.ts";
import type { Wording } from "../../wording/wording.ts";
import {
  writeAiVisibility,
  writeConversions,
  writeMentions,
  writeReach,
  writeSearchQueries,
} from "../external-tables.ts";
import { writePartHeading } from "../headings.ts";
import { insightsOfOrigin } from "../insights-of-origin.ts";
import { type Paper, startFreshPage } from "../paper.ts";

const origins = ["observed", "imported", "estimated"] as const satisfies readonly ExternalOrigin[];

/**
 * Pages of their own behind the first, media coverage at their head, one part an origin; nothing at all where a report
 * holds no external insights. Returns whether there was something.
 */
export function writeExternalParts(paper: Paper, report: PublicationReport): boolean {
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
