import { changePercent } from "../articles/rules.ts";
import { countDays } from "../reports/periods.ts";
import type { ReportComparison, ReportFigures } from "../reports/schema.ts";
import { fill } from "./wording/german-texts.ts";
import { countOf, interactionTotal, measuredCount, nameOfCompared } from "./wording/report-words.ts";
import type { Wording } from "./wording/wording.ts";

/** A figure with its name and one sentence. */
export type HeadlineFigure = { label: string; value: string; sentence: string };

/** Three to six figures for the first page, the mail and the web page: the same everywhere. Since layout 2 no visits, which differ rarely. */
export function headlineFigures(report: ReportFigures, words: Wording): HeadlineFigure[] {
  const { performance } = report;
  const { texts, formats } = words;
  const isFirst = report.presentation?.layout === undefined;
  const { count = 0 } = report.externalInsights?.mediaMentions ?? {};
  const fetches = performance.aiOperators.reduce((sum, entry) => sum + entry.assistantFetches, 0);
  const visits = {
    label: texts.visits,
    value: formats.number(performance.visits),
    sentence: texts.visitsSentence,
  };
  return [
    { label: texts.views, value: formats.number(performance.views), sentence: viewsSentence(report, words) },
    {
      label: texts.visitors,
      value: formats.number(performance.uniqueVisitors.value),
      sentence: visitorsSentence(report, words),
    },
    ...(isFirst ? [visits] : []),
    {
      label: texts.interactions,
      value: measuredCount(words, interactionTotal(performance)),
      sentence: interactionsSentence(report, words),
    },
    ...(count === 0
      ? []
      : [{ label: texts.mentions, value: formats.number(count), sentence: mentionsSentence(report, words) }]),
    ...(fetches === 0
      ? []
      : [
          {
            label: texts.assistantFetches,
            value: formats.number(fetches),
            sentence: assistantSentence(report, words, fetches),
          },
        ]),
  ];
}

/** What has to be said of the days that the figures are compared with; nothing where both are alike. */
export function comparisonNotes(
  {
    comparison,
  }: {
    comparison?: Pick<ReportComparison, "from" | "to" | "unequalDays" | "daysWithoutMeasurement"> | undefined;
  },
  words: Wording,
): string[] {
  if (comparison === undefined) return [];
  const { unequalDays, daysWithoutMeasurement } = comparison;
  const { texts } = words;
  const name = nameOfCompared(comparison, words);
  const days = (count: number) => countOf(words, count, texts.day);
  return [
    ...(unequalDays === undefined
      ? []
      : [fill(texts.unequalDays, name, days(unequalDays.reported), days(unequalDays.compared))]),
    ...(daysWithoutMeasurement === 0 ? [] : [fill(texts.unmeasuredDays, name, days(daysWithoutMeasurement))]),
  ];
}

/** Days that are named in a sentence; more are summed at its end. */
const namedDaysMax = 5;

/** What has to be said of hits that are in no figure; null where there are none. */
export function lostHitsNote(
  lostHits: ReportFigures["performance"]["lostHits"] = [],
  words: Wording,
): string | null {
  if (lostHits.length === 0) return null;
  const { texts, formats } = words;
  const hitsOf = (hits: number) => countOf(words, hits, texts.hit);
  const rest = lostHits.slice(namedDaysMax);
  const named = lostHits
    .slice(0, namedDaysMax)
    .map((each) => fill(texts.hitsOfDay, hitsOf(each.hits), formats.shortDay(each.day)));
  const restHits = rest.reduce((sum, { hits }) => sum + hits, 0);
  const others = fill(texts.hitsOfOtherDays, hitsOf(restHits), countOf(words, rest.length, texts.otherDay));
  return fill(texts.lostHits, [...named, ...(rest.length === 0 ? [] : [others])].join(", "));
}

/**
 * A measured figure of the days compared with; null where nothing was measured on any of them: "neu gegenüber Oktober (zuvor 0)" stood in
 * reports on a client whose first release appeared in November. Reports of before edition 2 keep their words.
 */
export function measuredBefore(
  { comparison, presentation }: Pick<ReportFigures, "comparison" | "presentation">,
  before: number | null | undefined,
): number | null {
  if (comparison === undefined || before === undefined) return null;
  const isUnmeasured = before === 0 && comparison.daysWithoutMeasurement >= countDays(comparison);
  return isUnmeasured && presentation?.edition !== undefined ? null : before;
}

/** `{0} gegenüber {1} (zuvor {2})` filled in, where the report says what it is compared with. */
function compared(
  report: ReportFigures,
  words: Wording,
  { text, now, before }: { text: string; now: number; before: number | null | undefined },
): string | null {
  const { comparison } = report;
  if (comparison === undefined || before === null || before === undefined) return null;
  const change = changeOf(report, now, before);
  return fill(
    text,
    change === null ? words.texts.comparedFromNothing : words.formats.change(change),
    nameOfCompared(comparison, words),
    words.formats.number(before),
  );
}

/** In per cent, null for what is new. Nothing after nothing is no change; reports of before edition 2 call it new, and round in their way. */
function changeOf({ presentation }: ReportFigures, now: number, before: number): number | null {
  if (presentation?.edition === undefined) return before === 0 ? null : (now / before - 1) * 100;
  return now === before ? 0 : changePercent(before, now);
}

function viewsSentence(report: ReportFigures, words: Wording): string {
  const { performance, comparison } = report;
  const { texts, formats } = words;
  if (report.presentation?.comparison === "none") return texts.viewsUncompared;
  const now = performance.views;
  const before = measuredBefore(report, comparison?.totals.views);
  const chosen = compared(report, words, { text: texts.comparedViews, now, before });
  if (chosen !== null) return chosen;
  const { value, changePercent } = performance.comparison.views;
  if (changePercent === null || comparison !== undefined) return texts.viewsAlone;
  return fill(texts.viewsCompared, formats.change(changePercent), formats.number(value));
}

function visitorsSentence(report: ReportFigures, words: Wording): string {
  const { texts } = words;
  const now = report.performance.uniqueVisitors.value;
  const before = measuredBefore(report, report.comparison?.totals.uniqueVisitors.value);
  return compared(report, words, { text: texts.comparedVisitors, now, before }) ?? texts.visitorsSentence;
}

/** Those of some days or releases are compared with nothing; reports of before edition 2 compare them. */
function interactionsSentence(report: ReportFigures, words: Wording): string {
  const { performance, comparison, presentation } = report;
  const { interactions, levels = [] } = performance;
  const { texts } = words;
  if (interactions === null) return texts.interactionsMissing;
  const isPartial = levels.includes("L0");
  if (isPartial && presentation?.edition !== undefined) return texts.interactionsPartly;
  const now = interactionTotal(performance) ?? 0;
  const before = measuredBefore(report, comparison?.totals.interactions);
  const chosen = compared(report, words, { text: texts.comparedInteractions, now, before });
  if (chosen !== null) return chosen;
  return isPartial ? texts.interactionsPartly : texts.interactionsSentence;
}

function mentionsSentence(report: ReportFigures, words: Wording): string {
  const { texts } = words;
  const { count = 0, distinctMedia = 0 } = report.externalInsights?.mediaMentions ?? {};
  const media = distinctMedia === 1 ? texts.oneMedium : countOf(words, distinctMedia, texts.mediumCount);
  const before = report.comparison?.totals.mediaMentions;
  const text = fill(texts.comparedMentions, "{0}", "{1}", "{2}", media);
  return (
    compared(report, words, { text, now: count, before }) ??
    fill(texts.mentionsSentence, countOf(words, count, texts.mentionCount), media)
  );
}

function assistantSentence(report: ReportFigures, words: Wording, now: number): string {
  const { texts } = words;
  const before = measuredBefore(report, report.comparison?.totals.assistantFetches);
  return compared(report, words, { text: texts.comparedAssistants, now, before }) ?? texts.assistantSentence;
}
