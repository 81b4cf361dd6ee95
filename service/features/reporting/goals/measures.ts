import type { ExternalInsights } from "../../insights/schema.ts";
import type { Performance } from "../articles/schema.ts";
import { isShare, stageOf } from "./rules.ts";
import {
  type GoalMeasure,
  type GoalOutcome,
  type GoalStage,
  goalStages,
  type MeasuredResult,
  type StageFigures,
} from "./schema.ts";

/** What results need that no report has, of one range of days. */
export type GoalFacts = {
  /** Clippings that carry at least one key message of the client. */
  withKeyMessage: number;
  /** Of all samples: a report lists a hundred of them. */
  answers: { engine: string; runs: number; mentioned: number }[];
  /** Of all events: a report lists a hundred kinds. Zero where some were reported, and none on these days. */
  conversions: { kind: string; count: number }[];
};

/** Everything that the results of a goal are read from, all of the same days. */
export type MeasuredFigures = GoalFacts & {
  performance: Performance;
  externalInsights: ExternalInsights | undefined;
};

type Origin = MeasuredResult["origins"][number];
/** `part` of `whole` for a share, else a count. */
type Value = { part: number; whole: number; origins: Origin[]; isPartial?: true };

/** What came of a measure. Pure: the same figures give the same result. `isOver`: no day of the goal's period is to come. */
export function resultOf(measure: GoalMeasure, figures: MeasuredFigures, isOver: boolean): MeasuredResult {
  const value = figureOf(measure, figures);
  const common = { ...measure, stage: stageOf(measure.kind) };
  if (value === null) return { ...common, result: null, origins: [], outcome: "not_measured" };
  const { part, whole, origins, isPartial } = value;
  const isReached = isShare(measure.kind) ? part * 100 >= measure.target * whole : part >= measure.target;
  const outcome: GoalOutcome = isReached ? "reached" : isOver ? "not_reached" : "open";
  return {
    ...common,
    result: isShare(measure.kind) ? shownPercent(value, { target: measure.target, isReached }) : part,
    origins,
    outcome,
    ...(isPartial === undefined ? {} : { isPartial }),
  };
}

/** With one decimal, cut off: 49.96 per cent must not stand as 50 beside "not reached". */
function shownPercent(
  { part, whole }: Value,
  { target, isReached }: { target: number; isReached: boolean },
): number {
  const rounded = Math.round((part * 1_000) / whole) / 10;
  return !isReached && rounded >= target ? Math.floor((part * 1_000) / whole) / 10 : rounded;
}

function figureOf({ kind, of }: GoalMeasure, figures: MeasuredFigures): Value | null {
  const { performance, externalInsights } = figures;
  switch (kind) {
    case "views":
      return count(performance.views, ["measured"]);
    case "visitors":
      return count(performance.uniqueVisitors.value, ["measured"]);
    case "contact_clicks":
      return contactClicks(performance);
    case "clippings":
      return clippings(externalInsights, of);
    case "key_message_share":
      return keyMessageShare(figures);
    case "ai_share":
      return aiShare(figures, of);
    case "conversions":
      return conversions(figures, of);
  }
}

function count(part: number, origins: Origin[]): Value {
  return { part, whole: 1, origins };
}

/** Level L0 counts no clicks. */
function contactClicks({ interactions, level, levels = [level] }: Performance): Value | null {
  if (interactions === null) return null;
  const clicks = interactions.find(({ kind }) => kind === "contact_click")?.count ?? 0;
  const value = count(clicks, ["measured"]);
  return levels.includes("L0") ? { ...value, isPartial: true } : value;
}

function clippings(insights: ExternalInsights | undefined, matchType: string | undefined): Value {
  const found = insights?.mediaMentions;
  const all = found?.count ?? 0;
  const part =
    matchType === undefined ? all : (found?.byMatchType?.find(({ name }) => name === matchType)?.count ?? 0);
  return count(part, originsOf(found?.items ?? []));
}

/** Null without clippings, and while nobody has judged any of them. */
function keyMessageShare({ externalInsights, withKeyMessage }: MeasuredFigures): Value | null {
  const { count: whole = 0, confirmed = 0, items = [] } = externalInsights?.mediaMentions ?? {};
  return whole === 0 || confirmed + withKeyMessage === 0
    ? null
    : { part: withKeyMessage, whole, origins: originsOf(items) };
}

/** How many answers of an engine name the client, in all samples of the days together; all of them are imported. */
function aiShare({ answers }: MeasuredFigures, engine: string | undefined): Value | null {
  const found = answers.find((each) => each.engine === engine);
  return found === undefined ? null : { part: found.mentioned, whole: found.runs, origins: ["imported"] };
}

/** A kind that was reported before and not on these days was counted: zero. One that never was is not measured. */
function conversions({ conversions: counted }: MeasuredFigures, kind: string | undefined): Value | null {
  const found = counted.find((each) => each.kind === kind);
  return found === undefined ? null : count(found.count, ["observed"]);
}

/** The origins of the listed entries; `observed` where there are none, because zero found is an observation. */
function originsOf(entries: readonly { provenance: { origin: Origin } }[]): Origin[] {
  const origins = new Set(entries.map(({ provenance }) => provenance.origin));
  return origins.size === 0 ? ["observed"] : [...origins].toSorted();
}

/** What each stage of the framework has figures of; a stage without any was not measured. */
export function stagesOf(
  { performance, externalInsights, withKeyMessage }: MeasuredFigures,
  { goals, published, isMeasured }: { goals: number; published: number; isMeasured: boolean },
): StageFigures[] {
  const mentions = externalInsights?.mediaMentions?.count ?? 0;
  const figures: Record<GoalStage, [StageFigures["figures"][number], boolean][]> = {
    inputs: [["goals", goals > 0]],
    activities: [["releases", published > 0]],
    outputs: [
      ["clippings", mentions > 0],
      ["key_messages", withKeyMessage > 0],
      ["ai_answers", (externalInsights?.aiVisibility ?? []).length > 0],
    ],
    outtakes: [
      ["views", isMeasured],
      ["visitors", isMeasured],
      ["interactions", performance.interactions !== null],
    ],
    outcomes: [["conversions", (externalInsights?.conversions ?? []).length > 0]],
    // What a business earns by it is in no figure of this service.
    impact: [],
  };
  return goalStages.map((stage) => ({
    stage,
    figures: figures[stage].filter(([, isThere]) => isThere).map(([name]) => name),
  }));
}
