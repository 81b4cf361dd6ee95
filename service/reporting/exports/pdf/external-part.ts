import type { ExternalInsights } from "../../../insights/schema.ts";
import type { PublicationReport } from "../../reports/schema.ts";
import { type ExternalOrigin, originLabels } from "../labels.ts";
import {
  writeAiVisibility,
  writeConversions,
  writeMentions,
  writeReach,
  writeSearchQueries,
} from "./external-tables.ts";
import { writePartHeading } from "./headings.ts";
import { insightsOfOrigin } from "./insights-of-origin.ts";
import { type Paper, startPage } from "./paper.ts";
import { countOf } from "./report-words.ts";

const origins = ["observed", "imported", "estimated"] as const satisfies readonly ExternalOrigin[];

const originNotes: Record<ExternalOrigin, string> = {
  observed:
    "Außerhalb des Newsrooms beobachtet: vom Dienst selbst gelesen oder ihm als einzelnes Ereignis gemeldet. Diese Werte sind nicht Teil der eigenen Messung und werden mit ihr nicht verrechnet.",
  imported:
    "Aus Dateien und Meldungen Dritter übernommen, wie sie geliefert wurden. Diese Werte sind nicht Teil der eigenen Messung und werden mit ihr nicht verrechnet.",
  estimated:
    "Berechnet oder hochgerechnet, nicht gezählt. Diese Werte sind nicht Teil der eigenen Messung, werden mit ihr nicht verrechnet und nicht summiert.",
};

/** Pages of their own, one part an origin; nothing at all where a report holds no external insights. */
export function writeExternalParts(paper: Paper, report: PublicationReport): void {
  const insights = report.externalInsights;
  if (insights === undefined) {
    return;
  }
  const timeZone = report.performance.window.timezone;
  for (const origin of origins) {
    const part = insightsOfOrigin(insights, origin);
    if (Object.values(part).every((entries) => entries.length === 0)) {
      continue;
    }
    startPage(paper);
    writePartHeading(paper, {
      kicker: `Herkunft: ${originLabels[origin]}`,
      title: `Externe Erkenntnisse – ${originLabels[origin]}`,
      note: originNotes[origin],
    });
    writeMentions(paper, part.mentions, { timeZone, total: mentionTotal(insights) });
    writeSearchQueries(paper, part.queries, timeZone);
    writeAiVisibility(paper, part.aiVisibility, timeZone);
    writeConversions(paper, part.conversions, timeZone);
    writeReach(paper, part.reaches, timeZone);
  }
}

function mentionTotal(insights: ExternalInsights): string {
  const { count = 0, distinctMedia = 0 } = insights.mediaMentions ?? {};
  const media = distinctMedia === 1 ? "einem Medium" : countOf(distinctMedia, "Medium", "Medien");
  return `${countOf(count, "Erwähnung", "Erwähnungen")} in ${media} über alle Herkünfte`;
}
