import { dimensions, otherValueId } from "../../measurement/dimensions.ts";
import {
  channels,
  deviceTypes,
  humanClass,
  interactionKinds,
  type MeasurementLevel,
  type TrafficClass,
  trafficClasses,
} from "../../measurement/vocabulary.ts";
import { exactShares } from "./exact-shares.ts";
import { hasInteractions, levelsOf } from "./levels.ts";
import type { DayRow, ReleaseRow, RollUps, ValueRow } from "./roll-ups.ts";
import type { Performance, ReportedRelease } from "./schema.ts";

/** Name under which values past a bound are summed. */
const otherName = "other";
/** Classes that are neither people, nor our own people, nor undecided. */
const notBots: ReadonlySet<TrafficClass> = new Set(["human", "internal", "unknown"]);
const dayMs = 86_400_000;

/** Turns roll-ups into the report's figures. Pure: the same rows give the same figures, in the same order. */
export function toPerformance(rollUps: RollUps): Performance {
  const people = rollUps.days.filter((row) => row.class === humanClass);
  const views = sumOf(people, (row) => row.requests);
  const levels = levelsOf(rollUps);
  const isMeasured = hasInteractions(
    levels,
    sumOf(people, (row) => row.interactions),
  );
  const valuesOf = (dimension: number) =>
    rollUps.values.filter((value) => value.dimension === dimension).toSorted(byCount);
  return {
    origin: "measured",
    window: {
      from: rollUps.from,
      to: rollUps.to,
      days: daysBetween(rollUps.from, rollUps.to).length,
      timezone: rollUps.timezone,
      dataThrough: rollUps.dataThrough.toISOString(),
    },
    level: levels[0] ?? "L0",
    levels,
    views,
    uniqueVisitors: { value: sumOf(people, (row) => row.visitors), basis: "sum-of-daily-uniques" },
    visits: sumOf(people, (row) => row.visits),
    trafficClasses: toTrafficClasses(rollUps.days),
    aiOperators: toAiOperators(rollUps.values),
    engagement: toEngagement(people, views),
    interactions: isMeasured ? toInteractions(valuesOf) : null,
    referrers: valuesOf(dimensions.source).map((value) => ({
      source: value.name ?? otherName,
      domain: value.detail,
      channel: value.channel === null ? otherName : entryAt(channels, value.channel),
      views: value.count,
      visitors: value.visitors,
    })),
    channels: valuesOf(dimensions.channel).map((value) => ({
      channel: entryAt(channels, value.valueId),
      views: value.count,
      visitors: value.visitors,
    })),
    campaigns: valuesOf(dimensions.campaign).map((value) => ({
      source: value.name ?? otherName,
      medium: value.name === null ? otherName : (value.detail ?? ""),
      campaign: value.campaign ?? otherName,
      views: value.count,
    })),
    devices: valuesOf(dimensions.device).map((value) => ({
      type: entryAt(deviceTypes, value.valueId),
      views: value.count,
    })),
    series: toSeries(rollUps, levels),
    ...(rollUps.lost.length === 0 ? {} : { lostHits: rollUps.lost }),
    comparison: {
      basis: "previous-equal-period",
      views: { value: rollUps.previousViews, changePercent: changePercent(rollUps.previousViews, views) },
    },
  };
}

/** A release as reports name it. */
export function toReportedRelease(agencyId: number, row: ReleaseRow): ReportedRelease {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    publishedAt: row.publishedAt === null ? null : new Date(row.publishedAt).toISOString(),
    ...(row.movedInAt === null ? {} : { movedInAt: new Date(row.movedInAt).toISOString() }),
    client: { agencyId, name: row.clientName },
  };
}

/** Change in per cent with one decimal, a fall rounded as a rise is; null where there is nothing to compare with. */
export function changePercent(previous: number, current: number): number | null {
  if (previous === 0) return null;
  const tenths = Math.round((Math.abs(current - previous) * 1_000) / previous);
  return (current < previous ? -tenths : tenths) / 10;
}

/** Calendar days from `from` to `to`, both included. Counted in UTC, so a change of the clock neither adds nor drops one. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let moment = Date.parse(from); moment <= Date.parse(to); moment += dayMs) {
    days.push(new Date(moment).toISOString().slice(0, 10));
  }
  return days;
}

function toTrafficClasses(days: readonly DayRow[]): Performance["trafficClasses"] {
  const rows = trafficClasses.map((name, position) => {
    const own = days.filter((row) => row.class === position);
    return {
      class: name,
      requests: sumOf(own, (row) => row.requests),
      visitors: sumOf(own, (row) => row.visitors),
    };
  });
  const shares = exactShares(rows.map((row) => row.requests));
  return rows.map((row, index) => ({ ...row, share: shares[index] ?? 0 }));
}

function toAiOperators(values: readonly ValueRow[]): Performance["aiOperators"] {
  const byOperator = new Map<string, Performance["aiOperators"][number]>();
  for (const value of values) {
    if (value.dimension < dimensions.operatorCrawl || value.dimension > dimensions.operatorReferral) continue;
    const operator = value.name ?? otherName;
    const row = byOperator.get(operator) ?? { operator, crawls: 0, assistantFetches: 0, referredVisits: 0 };
    byOperator.set(operator, row);
    if (value.dimension === dimensions.operatorCrawl) row.crawls += value.count;
    else if (value.dimension === dimensions.operatorFetch) row.assistantFetches += value.count;
    else row.referredVisits += value.visits;
  }
  const total = (row: Performance["aiOperators"][number]) =>
    row.crawls + row.assistantFetches + row.referredVisits;
  return [...byOperator.values()].toSorted(
    (a, b) => total(b) - total(a) || compareTexts(a.operator, b.operator),
  );
}

function toEngagement(people: readonly DayRow[], views: number): Performance["engagement"] {
  const beacons = sumOf(people, (row) => row.beacons);
  if (beacons === 0) return { averageEngagedSeconds: null, scroll: null, coverage: 0 };
  return {
    averageEngagedSeconds: Math.round(sumOf(people, (row) => row.engagedMs) / beacons / 100) / 10,
    scroll: {
      p25: sumOf(people, (row) => row.scroll25),
      p50: sumOf(people, (row) => row.scroll50),
      p75: sumOf(people, (row) => row.scroll75),
      p100: sumOf(people, (row) => row.scroll100),
    },
    // A beacon can arrive for a view that was lost in a crash.
    coverage: views === 0 ? 1 : Math.min(1, Math.round((beacons / views) * 10_000) / 10_000),
  };
}

function toInteractions(valuesOf: (dimension: number) => ValueRow[]): Performance["interactions"] {
  const repeated = new Map(valuesOf(dimensions.repeated).map(({ valueId, count }) => [valueId, count]));
  return valuesOf(dimensions.interaction).map(({ valueId, count, visitors }) => ({
    kind: entryAt(interactionKinds, valueId),
    count,
    uniqueVisitors: visitors,
    repeated: repeated.get(valueId) ?? 0,
    targets: valuesOf(dimensions.target + valueId).map((target) => ({
      label: target.name ?? otherName,
      url: target.detail,
      count: target.count,
    })),
  }));
}

function toSeries(rollUps: RollUps, levels: readonly MeasurementLevel[]): Performance["series"] {
  const byDay = Map.groupBy(rollUps.days, (row) => row.day);
  return daysBetween(rollUps.from, rollUps.to).map((day) => {
    const rows = byDay.get(day) ?? [];
    const people = rows.filter((row) => row.class === humanClass);
    const bots = rows.filter((row) => !notBots.has(entryAt(trafficClasses, row.class)));
    const interactions = sumOf(people, (row) => row.interactions);
    const dayLevels = levelsOf({ days: rows, releases: [] });
    const isMeasured = hasInteractions(
      rows.some((row) => row.levels !== 0) ? dayLevels : levels,
      interactions,
    );
    return {
      day,
      views: sumOf(people, (row) => row.requests),
      uniqueVisitors: sumOf(people, (row) => row.visitors),
      visits: sumOf(people, (row) => row.visits),
      interactions: isMeasured ? interactions : null,
      bots: sumOf(bots, (row) => row.requests),
    };
  });
}

function sumOf<Row>(rows: readonly Row[], pick: (row: Row) => number): number {
  return rows.reduce((total, row) => total + pick(row), 0);
}

/** Most first; "other" last whatever it counts, where 0 is not a position of a closed list. */
function byCount(a: ValueRow, b: ValueRow): number {
  const isOther = (value: ValueRow) => value.valueId === otherValueId && value.name === null;
  const isOpenList =
    a.dimension === dimensions.source ||
    a.dimension === dimensions.campaign ||
    a.dimension >= dimensions.target;
  if (isOpenList && isOther(a) !== isOther(b)) return isOther(a) ? 1 : -1;
  return b.count - a.count || compareTexts(a.name ?? "", b.name ?? "") || a.valueId - b.valueId;
}

/** By code units: the same on every machine, whatever its locale. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function entryAt<T>(list: readonly T[], position: number): T {
  const entry = list[position];
  if (entry === undefined)
    throw new RangeError(
      `The database holds position ${position}, which this program's list has not. Run the newer program.`,
    );
  return entry;
}
