import type { PublicationReport, ReportFigures } from "../reports/schema.ts";
import { fill } from "./wording/german-texts.ts";
import { countOf, interactionTotal, measuredCount } from "./wording/report-words.ts";
import type { Wording } from "./wording/wording.ts";

/** A figure with its name and one sentence. */
export type HeadlineFigure = { label: string; value: string; sentence: string };

/** Three to six figures for the first page, the mail and the web page: the same everywhere. */
export function headlineFigures(report: ReportFigures, words: Wording): HeadlineFigure[] {
  const { performance, presentation } = report;
  const isFirst = presentation?.layout === undefined;
  const { texts, formats } = words;
  const mentions = report.externalInsights?.mediaMentions;
  const fetches = performance.aiOperators.reduce((sum, entry) => sum + entry.assistantFetches, 0);
  return [
    { label: texts.views, value: formats.number(performance.views), sentence: viewsSentence(report, words) },
    {
      label: texts.visitors,
      value: formats.number(performance.uniqueVisitors.value),
      sentence: texts.visitorsSentence,
    },
    { label: texts.visits, value: formats.number(performance.visits), sentence: texts.visitsSentence },
    {
      label: texts.interactions,
      value: measuredCount(words, interactionTotal(performance)),
      sentence: interactionsSentence(performance, words),
    },
    ...(mentions === undefined || mentions.count === 0
      ? []
      : [
          {
            label: texts.mentions,
            value: formats.number(mentions.count),
            sentence: fill(
              texts.mentionsSentence,
              countOf(words, mentions.count, texts.mentionCount),
              mentions.distinctMedia === 1
                ? texts.oneMedium
                : countOf(words, mentions.distinctMedia, texts.mediumCount),
            ),
          },
        ]),
    ...(fetches === 0
      ? []
      : [
          {
            label: texts.assistantFetches,
            value: formats.number(fetches),
            sentence: texts.assistantSentence,
          },
        ]),
  ];
}

function viewsSentence({ performance }: ReportFigures, { texts, formats }: Wording): string {
  const { value, changePercent } = performance.comparison.views;
  if (changePercent === null) return texts.viewsAlone;
  return fill(texts.viewsCompared, formats.change(changePercent), formats.number(value));
}

function interactionsSentence(
  { interactions, levels = [] }: PublicationReport["performance"],
  { texts }: Wording,
): string {
  if (interactions === null) return texts.interactionsMissing;
  return levels.includes("L0") ? texts.interactionsPartly : texts.interactionsSentence;
}
