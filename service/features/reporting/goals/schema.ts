import { type Static, Type } from "@sinclair/typebox";
import { CalendarDate, Count, DateTime, Nullable, OneOf, Uuid } from "../../../schema.ts";

export const goalScopeTypes = ["release", "campaign", "client"] as const;
export type GoalScopeType = (typeof goalScopeTypes)[number];

/** What a goal can be measured by. Figures that nobody can be held to, as advertising values, are none. */
export const measureKinds = [
  "views",
  "visitors",
  "clippings",
  "key_message_share",
  "ai_share",
  "conversions",
  "contact_clicks",
] as const;
export type MeasureKind = (typeof measureKinds)[number];

/** The stages of AMEC's Integrated Evaluation Framework, in its order. */
export const goalStages = ["inputs", "activities", "outputs", "outtakes", "outcomes", "impact"] as const;
export type GoalStage = (typeof goalStages)[number];

const outcomes = ["reached", "not_reached", "open", "not_measured"] as const;
export type GoalOutcome = (typeof outcomes)[number];

const Hash = Type.String({ pattern: "^[0-9a-f]{64}$" });

/** Six are read by a client; more of them would be a list of figures. */
export const measuresMax = 6;
/** A page of a report each. */
export const goalsShownMax = 6;

const Measure = Type.Object({
  kind: OneOf(measureKinds),
  of: Type.Optional(
    Type.String({
      description:
        "Of `clippings` the match type, all where it is left out; of `ai_share` the engine, of `conversions` the kind.",
    }),
  ),
  target: Type.Integer({ minimum: 1, description: "A number, of shares in per cent." }),
});
/** A figure with the number that it is to reach. */
export type GoalMeasure = Static<typeof Measure>;

const MeasuredResult = Type.Object({
  ...Measure.properties,
  stage: OneOf(goalStages),
  result: Nullable(
    Type.Number({ minimum: 0, description: "In the unit of the target; null where nothing was measured." }),
  ),
  origins: Type.Array(OneOf(["measured", "observed", "imported", "estimated"] as const)),
  outcome: OneOf(outcomes, "`open`: not reached yet, and the period goes on."),
  isPartial: Type.Optional(
    Type.Literal(true, { description: "Some releases were measured at level L0, which counts no clicks." }),
  ),
});
export type MeasuredResult = Static<typeof MeasuredResult>;

const ReportedGoal = Type.Object(
  {
    id: Uuid,
    objective: Type.String(),
    audience: Type.String(),
    from: CalendarDate,
    to: CalendarDate,
    through: Type.Optional(
      Type.String({ format: "date", description: "Last day that its results count, before `to`." }),
    ),
    fixedAt: DateTime,
    isLater: Type.Boolean({
      description: "Fixed after its period had begun, or after its release had been published.",
    }),
    contentHash: Hash,
    measures: Type.Array(MeasuredResult, { minItems: 1, maxItems: measuresMax }),
    replaces: Type.Optional(
      Type.Object(
        { id: Uuid, fixedAt: DateTime, contentHash: Hash, measures: Type.Array(Measure) },
        { description: "The goal that was fixed before and that this one changed." },
      ),
    ),
  },
  { title: "ReportedGoal", description: "A goal that was fixed by a hash, beside what came of it." },
);
export type ReportedGoal = Static<typeof ReportedGoal>;

/** What the stages of the framework have figures of; a stage without any was not measured. */
const StageFigures = Type.Object({
  stage: OneOf(goalStages),
  figures: Type.Array(
    OneOf([
      "goals",
      "releases",
      "clippings",
      "key_messages",
      "ai_answers",
      "views",
      "visitors",
      "interactions",
      "conversions",
    ] as const),
  ),
});
export type StageFigures = Static<typeof StageFigures>;

export const ReportGoals = Type.Object(
  {
    items: Type.Array(ReportedGoal, { maxItems: goalsShownMax }),
    leftOut: Type.Optional(Count),
    stages: Type.Array(StageFigures, {
      description:
        "The stages of AMEC's Integrated Evaluation Framework, with what the report measured in each.",
    }),
  },
  {
    title: "ReportGoals",
    description: "Goals and their results; only where one was fixed for the scope and these days.",
  },
);
export type ReportGoals = Static<typeof ReportGoals>;
