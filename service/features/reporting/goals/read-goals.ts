import type { Queryable } from "../../../floor/db/open.ts";
import { readExternalInsights } from "../../insights/read-external-insights.ts";
import type { ExternalInsights } from "../../insights/schema.ts";
import { localDay } from "../../measurement/local-day.ts";
import { readPerformance } from "../articles/read-performance.ts";
import type { Performance, ReleaseFigures, ReportedRelease } from "../articles/schema.ts";
import { type GoalFacts, type MeasuredFigures, resultOf, stagesOf } from "./measures.ts";
import { type DayRange, listScopeGoals, type ScopeGoal, selectGoalFacts } from "./results-sql.ts";
import type { RunningGoal } from "./running-sql.ts";
import { goalsShownMax, type ReportedGoal, type ReportGoals } from "./schema.ts";
import type { GoalScope } from "./sql.ts";

type Figures = {
  performance: Performance;
  externalInsights?: ExternalInsights;
  releases?: ReleaseFigures[];
  release?: ReportedRelease;
};

type Input = {
  scope: { type: "article" | "campaign" | "portfolio" | "client"; id: string };
  /** Whom a portfolio is kept for. */
  clientId?: number | undefined;
  releaseIds: readonly number[];
  figures: Figures;
};

/** Of an agency that is gone. */
const noFacts: GoalFacts = { withKeyMessage: 0, answers: [], conversions: [] };

/**
 * The fixed goals of a scope whose period touches the days of its figures, each with what came of it from its own first day to the last
 * day of the figures. Undefined where there is none.
 */
export async function readGoals(
  snapshot: Queryable,
  agencyId: number,
  { scope, clientId, releaseIds, figures }: Input,
): Promise<ReportGoals | undefined> {
  const asked = askedScope(scope, clientId);
  if (asked === null) return undefined;
  const { window } = figures.performance;
  const found = await listScopeGoals(snapshot, agencyId, { scope: asked, days: window });
  if (found.length === 0) return undefined;
  const goals = found.slice(0, goalsShownMax);
  const about = {
    releaseIds,
    clientId: asked.type === "client" ? Number(asked.id) : undefined,
    shown: figures,
  };
  const measured = await readMeasured(snapshot, agencyId, { ...about, goals });
  const own = measured(window);
  const today = localDay(new Date(window.dataThrough), window.timezone);
  return {
    items: goals.map((goal) => toReported(goal, { figures: measured(daysOf(goal, window)), window, today })),
    ...(found.length > goals.length ? { leftOut: found.length - goals.length } : {}),
    stages: stagesOf(own, {
      goals: goals.length,
      published: publishedWithin(figures),
      isMeasured: releaseIds.length > 0,
    }),
  };
}

/** As goals are kept: a client's are those of the portfolio that is kept for it. */
function askedScope({ type, id }: Input["scope"], clientId: number | undefined): GoalScope | null {
  if (type === "article") return { type: "release", id };
  if (type === "campaign" || type === "client") return { type, id };
  return clientId === undefined ? null : { type: "client", id: String(clientId) };
}

/** The days of a goal that are over, or that the figures end with. */
function daysOf({ from, to }: DayRange, window: DayRange): DayRange {
  return to <= window.to ? { from, to } : { from, to: window.to };
}

/**
 * The figures of each range of days. Most goals have the days of the report; of the others each range is read once, and there are no
 * more than goals that are shown.
 */
async function readMeasured(
  snapshot: Queryable,
  agencyId: number,
  input: Omit<Input, "scope" | "figures"> & { goals: readonly ScopeGoal[]; shown: Input["figures"] },
): Promise<(days: DayRange) => MeasuredFigures> {
  const { releaseIds, clientId, goals, shown } = input;
  const { performance, externalInsights } = shown;
  const { window } = performance;
  const keyOf = ({ from, to }: DayRange) => `${from} ${to}`;
  const own = { from: window.from, to: window.to };
  const ranges = [
    ...new Map(
      [own, ...goals.map((goal) => daysOf(goal, window))].map((days) => [keyOf(days), days]),
    ).values(),
  ];
  const about = { releaseIds, clientIds: clientId === undefined ? [] : [clientId] };
  const facts = await selectGoalFacts(snapshot, agencyId, {
    ...{ releaseIds, clientId, ranges, measures: goals.flatMap(({ measures }) => measures) },
  });
  const read = await Promise.all(
    ranges.map(async (days, index) => ({
      ...(index === 0
        ? { performance, externalInsights }
        : {
            performance: await readPerformance(snapshot, agencyId, { releaseIds, window: days }),
            externalInsights: await readExternalInsights(snapshot, agencyId, { ...about, window: days }),
          }),
      ...(facts[index] ?? noFacts),
    })),
  );
  const byDays = new Map(ranges.map((days, index) => [keyOf(days), read[index]]));
  return (days) => {
    const figures = byDays.get(keyOf(days));
    if (figures === undefined) throw new Error(`No figures were read of ${keyOf(days)}.`);
    return figures;
  };
}

function toReported(
  goal: ScopeGoal,
  { figures, window, today }: { figures: MeasuredFigures; window: DayRange; today: string },
): ReportedGoal {
  const { id, objective, audience, from, to, contentHash, isLater, replaces } = goal;
  const { earlierHash, earlierFixedAt, earlierMeasures } = goal;
  const isOver = to <= window.to && to < today;
  return {
    ...{ id, objective, audience, from, to, contentHash, isLater },
    ...(isOver ? {} : { through: daysOf(goal, window).to }),
    fixedAt: goal.fixedAt.toISOString(),
    measures: goal.measures.map((measure) => resultOf(measure, figures, isOver)),
    ...(replaces === null || earlierHash === null || earlierFixedAt === null || earlierMeasures === null
      ? {}
      : {
          replaces: {
            id: replaces,
            fixedAt: earlierFixedAt.toISOString(),
            contentHash: earlierHash,
            measures: earlierMeasures,
          },
        }),
  };
}

function publishedWithin({ releases, release, performance }: Input["figures"]): number {
  const { from, to, timezone } = performance.window;
  return [
    ...(releases ?? []).map((each) => each.release),
    ...(release === undefined ? [] : [release]),
  ].filter(({ publishedAt }) => {
    const day = publishedAt === null ? "" : localDay(new Date(publishedAt), timezone);
    return day >= from && day <= to;
  }).length;
}

/** Whether all measures of a goal have reached their targets by now; it is one of those that `drawRunningGoal` finds. */
export async function isGoalReached(
  sql: Queryable,
  agencyId: number,
  { releaseIds, clientId, scopeType, from, to, measures }: RunningGoal,
): Promise<boolean> {
  const window = { from, to };
  const about = { releaseIds, clientIds: scopeType === "client" ? [clientId] : [] };
  const [facts = noFacts] = await selectGoalFacts(sql, agencyId, {
    ...{ releaseIds, clientId: scopeType === "client" ? clientId : undefined, ranges: [window], measures },
  });
  const figures = {
    performance: await readPerformance(sql, agencyId, { releaseIds, window }),
    externalInsights: await readExternalInsights(sql, agencyId, { ...about, window }),
    ...facts,
  };
  return measures.every((measure) => resultOf(measure, figures, true).outcome === "reached");
}
