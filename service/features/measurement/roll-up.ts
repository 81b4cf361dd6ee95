import { isRepeated } from "./classify/reasons.ts";
import { dimensions, otherValueId } from "./dimensions.ts";
import { type AgentSeat, type EngagementBeacon, type Hit, hitEngagedMsMax, storableText } from "./hit.ts";
import { localDay } from "./local-day.ts";
import { useId } from "./use-id.ts";
import { type DictionaryEntry, valuesOfHit } from "./values-of-hit.ts";
import { channels, interactionKinds, measurementLevels, trafficClasses } from "./vocabulary.ts";

export type ReleaseDay = { agencyId: number; releaseId: number; day: string };

/** What a batch adds to one row of `hit_day`. */
export type DayCounts = ReleaseDay & {
  class: number;
  requests: number;
  visitors: number;
  visits: number;
  interactions: number;
  beacons: number;
  engagedMs: number;
  scroll25: number;
  scroll50: number;
  scroll75: number;
  scroll100: number;
  /** A bit per position in the list of levels. */
  levels: number;
};

/** What a batch knows of one visitor of a release, day and class; the masks hold a bit per position in the list. */
export type VisitorActivity = ReleaseDay & {
  class: number;
  visitorId: VisitorText;
  momentsMs: number[];
  channels: number;
  interactionKinds: number;
  /** Of people: where their views came from, each once. */
  sources: ValueCount[];
  /** Of people: their interactions in the order of their coming. */
  uses: FoldedHit[];
  agentSeat: AgentSeat | null;
};

/** The greatest sums of one page view in a batch. */
export type ViewSums = ReleaseDay & {
  class: number;
  viewId: string;
  engagedMs: number;
  scrollPercent: number;
};

/** What a batch adds to one value of one dimension, with the moments of its visitors where its visits are kept. */
export type ValueCount = ReleaseDay & {
  dimension: number;
  /** Id of the value; replaced by `otherValueId` when the day already has as many values as the cap allows. */
  valueId: number;
  count: number;
  visitors: number;
  visits: number;
  entry: DictionaryEntry | null;
  momentsByVisitor: Map<VisitorText, number[]> | null;
};

/** A pseudonym in digits: it is sent three times, and writing a `bigint` is slow. */
type VisitorText = string;

/** A hit with the values that it counts for, for its raw row, and what it used: an id that stays when its target becomes "other". */
export type FoldedHit = { hit: Hit; visitorId: VisitorText; values: readonly ValueCount[]; use: number };

export type FoldedBatch = {
  hits: FoldedHit[];
  days: DayCounts[];
  visitors: VisitorActivity[];
  views: ViewSums[];
  values: ValueCount[];
  foldedDaysByRelease: Map<number, FoldedDay[]>;
};

/**
 * Where a batch finds what it adds to one release and day. Most keys are numbers, because one text for each key took twice as
 * long.
 */
type FoldedDay = {
  key: ReleaseDay;
  classes: Map<number, DayClass>;
  valuesByDimension: Map<number, Map<number, ValueCount>>;
};

type DayClass = {
  counts: DayCounts;
  visitors: Map<VisitorText, VisitorActivity>;
  views: Map<string, ViewSums>;
};

/** Longest id of a page view in code points: pages carry 8 to 64. */
export const viewIdLengthMax = 64;
/** Oldest page view that a beacon may add to, in milliseconds: 24 h, while what is known of its sums is still kept. */
const viewAgeMsMax = 86_400_000;

/**
 * Folds hits into the fewest rows: one per release, day and class, per visitor, per page view and per value.
 * Activity is page views and interactions: both make a visitor and prolong a visit. A beacon only adds engagement, as it is
 * sent when the reader leaves. Hits without a release are in no roll-up. Days are the agency's calendar days, and pseudonyms
 * change at 00:00 UTC, so a reader around that moment counts as two visitors.
 */
export function foldHits(hits: readonly Hit[]): FoldedBatch {
  const batch: FoldedBatch = {
    hits: [],
    days: [],
    visitors: [],
    views: [],
    values: [],
    foldedDaysByRelease: new Map(),
  };
  for (const hit of hits) {
    const visitorId = hit.visitorId.toString();
    const folded = { hit, visitorId, values: [], use: 0 };
    batch.hits.push(folded);
    addHit(batch, folded);
  }
  return batch;
}

/** The counts of a release, day and class, begun at zero where the batch has none yet. */
export function dayCounts(batch: FoldedBatch, key: ReleaseDay, classPosition: number): DayCounts {
  return classOf(batch, foldedDayOf(batch, key), classPosition).counts;
}

/** The counts of a value, begun at zero where the batch has none yet. */
export function valueCount(batch: FoldedBatch, key: ReleaseDay, dimension: number, id: number): ValueCount {
  return valueAt(batch, foldedDayOf(batch, key), dimension, id);
}

/** Merges these values into one "other" per release, day and dimension. */
export function mergeOthers(batch: FoldedBatch, others: readonly ValueCount[]): void {
  if (others.length === 0) return;
  for (const value of others) {
    const other = valueCount(batch, value, value.dimension, otherValueId);
    other.count += value.count;
    for (const [visitorId, moments] of value.momentsByVisitor ?? []) {
      other.momentsByVisitor ??= new Map();
      getOrAdd(other.momentsByVisitor, visitorId, () => []).push(...moments);
    }
    // The raw rows of its hits and its visitors refer to this value, so that they add up to the roll-ups.
    value.valueId = otherValueId;
  }
  const merged = new Set(others);
  batch.values = batch.values.filter((value) => !merged.has(value));
}

function addHit(batch: FoldedBatch, folded: FoldedHit): void {
  const { hit, visitorId } = folded;
  if (hit.releaseId === null) return;
  if (hit.kind === "beacon") {
    addBeacon(batch, hit, hit.releaseId);
    return;
  }
  const { agencyId, releaseId } = hit;
  const foldedDay = foldedDayOf(batch, { agencyId, releaseId, day: localDay(hit.occurredAt, hit.timeZone) });
  const ofClass = classOf(batch, foldedDay, trafficClasses.indexOf(hit.trafficClass));
  if (hit.kind === "page_view") ofClass.counts.requests += 1;
  else if (!isRepeated(hit.reasons)) ofClass.counts.interactions += 1;
  ofClass.counts.levels |= levelBit(hit);
  const visitor = visitorOf(batch, ofClass, visitorId);
  addActivity(visitor, hit);
  if (hit.kind === "interaction" && hit.trafficClass === "human" && !isRepeated(hit.reasons))
    visitor.uses.push(folded);
  if (hit.agentSeat !== undefined) visitor.agentSeat = hit.agentSeat;
  folded.values = addValues(batch, foldedDay, hit, visitorId);
  folded.use = useId(folded.values);
  for (const value of folded.values)
    if (value.dimension === dimensions.source && !visitor.sources.includes(value))
      visitor.sources.push(value);
}

function visitorOf(
  batch: FoldedBatch,
  { counts, visitors }: DayClass,
  visitorId: VisitorText,
): VisitorActivity {
  return getOrAdd(visitors, visitorId, () => {
    const { agencyId, releaseId, day, class: classPosition } = counts;
    const key = { agencyId, releaseId, day, class: classPosition, visitorId };
    const visitor = {
      ...key,
      momentsMs: [],
      channels: 0,
      interactionKinds: 0,
      sources: [],
      uses: [],
      agentSeat: null,
    };
    batch.visitors.push(visitor);
    return visitor;
  });
}

function addActivity(visitor: VisitorActivity, hit: Exclude<Hit, EngagementBeacon>): void {
  visitor.momentsMs.push(hit.occurredAt.getTime());
  if (hit.kind === "page_view") visitor.channels |= 1 << channels.indexOf(hit.source.channel);
  else if (!isRepeated(hit.reasons))
    visitor.interactionKinds |= 1 << interactionKinds.indexOf(hit.interactionKind);
}

function addValues(batch: FoldedBatch, foldedDay: FoldedDay, hit: Hit, visitorId: VisitorText): ValueCount[] {
  return valuesOfHit(hit).map(({ dimension, valueId, entry, hasVisits }) => {
    const value = valueAt(batch, foldedDay, dimension, valueId);
    value.count += 1;
    value.entry = entry;
    if (hasVisits) {
      value.momentsByVisitor ??= new Map();
      getOrAdd(value.momentsByVisitor, visitorId, () => []).push(hit.occurredAt.getTime());
    }
    return value;
  });
}

function addBeacon(batch: FoldedBatch, hit: EngagementBeacon, releaseId: number): void {
  const viewedAt = hit.viewedAt ?? hit.occurredAt;
  if (Math.abs(hit.occurredAt.getTime() - viewedAt.getTime()) > viewAgeMsMax) return;
  const key = { agencyId: hit.agencyId, releaseId, day: localDay(viewedAt, hit.timeZone) };
  const classPosition = trafficClasses.indexOf(hit.trafficClass);
  // Makes the row of the day too, which has to exist before the sums of its views are known.
  const { counts, views } = classOf(batch, foldedDayOf(batch, key), classPosition);
  counts.levels |= levelBit(hit);
  const viewId = storableText(hit.viewId, viewIdLengthMax);
  const view = getOrAdd(views, viewId, () => {
    const made = { ...key, class: classPosition, viewId, engagedMs: 0, scrollPercent: 0 };
    batch.views.push(made);
    return made;
  });
  view.engagedMs = Math.max(view.engagedMs, clampInteger(hit.engagedMs, hitEngagedMsMax));
  view.scrollPercent = Math.max(view.scrollPercent, clampInteger(hit.scrollPercent, 100));
}

function levelBit({ level }: Hit): number {
  return 1 << measurementLevels.indexOf(level);
}

/** A whole number from 0 to `maximum`; what is no number counts as 0. */
export function clampInteger(value: number, maximum: number): number {
  return Number.isFinite(value) ? Math.min(maximum, Math.max(0, Math.floor(value))) : 0;
}

function foldedDayOf(batch: FoldedBatch, { agencyId, releaseId, day }: ReleaseDay): FoldedDay {
  const foldedDays = getOrAdd(batch.foldedDaysByRelease, releaseId, () => []);
  const known = foldedDays.find(({ key }) => key.day === day && key.agencyId === agencyId);
  if (known !== undefined) return known;
  const made = { key: { agencyId, releaseId, day }, classes: new Map(), valuesByDimension: new Map() };
  foldedDays.push(made);
  return made;
}

function classOf(batch: FoldedBatch, foldedDay: FoldedDay, classPosition: number): DayClass {
  return getOrAdd(foldedDay.classes, classPosition, () => {
    const counts = {
      ...foldedDay.key,
      class: classPosition,
      requests: 0,
      visitors: 0,
      visits: 0,
      interactions: 0,
      beacons: 0,
      engagedMs: 0,
      scroll25: 0,
      scroll50: 0,
      scroll75: 0,
      scroll100: 0,
      levels: 0,
    };
    batch.days.push(counts);
    return { counts, visitors: new Map(), views: new Map() };
  });
}

function valueAt(batch: FoldedBatch, foldedDay: FoldedDay, dimension: number, valueId: number): ValueCount {
  const values = getOrAdd(foldedDay.valuesByDimension, dimension, () => new Map<number, ValueCount>());
  return getOrAdd(values, valueId, () => {
    const counts = { count: 0, visitors: 0, visits: 0 };
    const value = { ...foldedDay.key, dimension, valueId, ...counts, entry: null, momentsByVisitor: null };
    batch.values.push(value);
    return value;
  });
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
