import { matchTypes } from "../../../schema.ts";
import { isShare } from "../goals/rules.ts";
import { type GoalMeasure, type MeasuredResult, measureKinds, type ReportedGoal } from "../goals/schema.ts";
import type { ReportFigures } from "../reports/schema.ts";
import { fill } from "./wording/german-texts.ts";
import { conversionName } from "./wording/report-words.ts";
import type { Wording } from "./wording/wording.ts";

type ShownMeasure = {
  name: string;
  stage: string;
  target: string;
  result: string;
  /** Where the result comes from; empty where nothing was measured. */
  origin: string;
  outcome: string;
  isReached: boolean;
};

type ShownGoal = { objective: string; facts: string[]; measures: ShownMeasure[]; proof: string[] };

/** The goals of a report in words; null where it has none. */
export function goalsShown(
  report: ReportFigures,
  words: Wording,
): { goals: ShownGoal[]; stages: { stage: string; figures: string }[]; notes: string[] } | null {
  const { goals } = report;
  if (goals === undefined) return null;
  const texts = words.goals;
  const { leftOut = 0 } = goals;
  return {
    goals: goals.items.map((goal) => shownGoal(goal, report, words)),
    stages: goals.stages.map(({ stage, figures }) => ({
      stage: texts.stages[stage],
      figures:
        figures.length === 0
          ? words.texts.notMeasured
          : figures.map((figure) => texts.figures[figure]).join(", "),
    })),
    notes: leftOut === 0 ? [] : [fill(texts.leftOut, words.formats.number(leftOut))],
  };
}

function shownGoal(goal: ReportedGoal, report: ReportFigures, words: Wording): ShownGoal {
  const { formats, goals: texts } = words;
  const { timezone } = report.performance.window;
  const { replaces, through, isLater } = goal;
  const fixedAt = formats.instant(goal.fixedAt, timezone);
  return {
    objective: goal.objective,
    facts: [
      fill(texts.audience, goal.audience),
      fill(texts.period, formats.period(goal.from, goal.to)),
      ...(through === undefined ? [] : [fill(texts.through, formats.shortDay(through))]),
      fill(isLater ? texts.fixedLater : texts.fixedBefore, fixedAt),
    ],
    measures: goal.measures.map((measure) => shownMeasure(measure, report, words)),
    proof: [
      ...(replaces === undefined
        ? []
        : [
            fill(
              texts.replaces,
              formats.instant(replaces.fixedAt, timezone),
              replaces.measures
                .map(
                  (measure) =>
                    `${measureName(measure, report, words)}: ${valueText(measure, measure.target, words)}`,
                )
                .join("; "),
            ),
          ]),
      fill(texts.hash, goal.contentHash),
    ],
  };
}

function shownMeasure(measure: MeasuredResult, report: ReportFigures, words: Wording): ShownMeasure {
  const { goals: texts } = words;
  const { result, origins, outcome, isPartial } = measure;
  const origin = origins.map((each) => (each === "measured" ? texts.measured : words.labels.origins[each]));
  return {
    name: measureName(measure, report, words),
    stage: texts.stages[measure.stage],
    target: valueText(measure, measure.target, words),
    result: result === null ? "–" : valueText(measure, result, words),
    origin: [...origin, ...(isPartial === true ? [texts.partly] : [])].join(", "),
    outcome: texts.outcomes[outcome],
    isReached: outcome === "reached",
  };
}

/** What a measure is called; a kind of conversion as the agency calls it. */
export function measureName(
  { kind, of = "" }: Pick<GoalMeasure, "kind" | "of">,
  report: Pick<ReportFigures, "presentation">,
  words: Wording,
): string {
  const { goals: texts, labels } = words;
  const matchType = matchTypes.find((each) => each === of);
  if (kind === "clippings" && matchType !== undefined)
    return fill(texts.clippingsOf, labels.matchTypes[matchType]);
  return fill(texts.measures[kind], kind === "conversions" ? conversionName(of, report, words) : of);
}

export function valueText({ kind }: Pick<GoalMeasure, "kind">, value: number, words: Wording): string {
  const { formats, goals: texts } = words;
  return isShare(kind) ? fill(texts.percent, formats.decimal(value, 1)) : formats.number(value);
}

/** Choices of a form: the kinds of measures, clippings also by match type. */
export function measureOptions(words: Wording): { value: string; label: string }[] {
  return measureKinds.flatMap((kind) => [
    { value: kind, label: fill(words.goals.measures[kind], "…") },
    ...(kind === "clippings"
      ? matchTypes.map((of) => ({
          value: `clippings:${of}`,
          label: fill(words.goals.clippingsOf, words.labels.matchTypes[of]),
        }))
      : []),
  ]);
}
