import { otherValueId } from "./dimensions.ts";
import { type EngagementBeacon, type Hit, hitEngagedMsMax, storableText } from "./hit.ts";
import { localDay } from "./local-day.ts";
import { type DictionaryEntry, type HitValue, valuesOfHit } from "./values-of-hit.ts";
import { channels, interactionKinds, trafficClasses } from "./vocabulary.ts";

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
};

/** What a batch knows of one visitor of a release, day and class; the masks hold a bit per position in the list. */
export type VisitorActivity = ReleaseDay & {
  class: number;
  visitorId: bigint;
  momentsMs: number[];
  channels: number;
  interactionKinds: number;
};

/** The greatest sums of one page view in a batch. */
export type ViewSums = ReleaseDay & {
  class: number;
  viewId: string;
  engagedMs: number;
  scrollPercent: number;
};

/** What a batch adds to one value of one dimension, with the moments of its visitors where they are kept. */
export type ValueCount = ReleaseDay & {
  dimension: number;
  valueId: number;
  count: number;
  visitors: number;
  visits: number;
  entry: DictionaryEntry | null;
  momentsByVisitor: Map<bigint, number[]> | null;
};

export type FoldedBatch = {
  days: Map<string, DayCounts>;
  visitors: Map<string, VisitorActivity>;
  views: Map<string, ViewSums>;
  values: Map<string, ValueCount>;
  /** What each hit of a release counted for, for its raw row. */
  valuesByHit: Map<Hit, { key: ReleaseDay; values: HitValue[] }>;
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
    days: new Map(),
    visitors: new Map(),
    views: new Map(),
    values: new Map(),
    valuesByHit: new Map(),
  };
  for (const hit of hits) {
    if (hit.releaseId === null) continue;
    if (hit.kind === "beacon") {
      addBeacon(batch, hit, hit.releaseId);
      continue;
    }
    const key = {
      agencyId: hit.agencyId,
      releaseId: hit.releaseId,
      day: localDay(hit.occurredAt, hit.timeZone),
    };
    const counts = dayCounts(batch, key, trafficClasses.indexOf(hit.trafficClass));
    if (hit.kind === "page_view") counts.requests += 1;
    else counts.interactions += 1;
    addVisitor(batch, key, hit);
    addValues(batch, key, hit);
  }
  return batch;
}

/** The counts of a release, day and class, begun at zero where the batch has none yet. */
export function dayCounts(batch: FoldedBatch, key: ReleaseDay, classPosition: number): DayCounts {
  return getOrAdd(batch.days, `${keyText(key)} ${classPosition}`, () => ({
    ...key,
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
  }));
}

/** The counts of a value, begun at zero where the batch has none yet. */
export function valueCount(
  values: Map<string, ValueCount>,
  key: ReleaseDay,
  dimension: number,
  id: number,
): ValueCount {
  return getOrAdd(values, valueKey(key, dimension, id), () => ({
    ...key,
    dimension,
    valueId: id,
    count: 0,
    visitors: 0,
    visits: 0,
    entry: null,
    momentsByVisitor: null,
  }));
}

/** One text per value, release and day, for look-ups. */
export function valueKey(key: ReleaseDay, dimension: number, id: number): string {
  return `${keyText(key)} ${dimension} ${id}`;
}

/** Merges the values that `isOther` names into one "other" per release, day and dimension. */
export function mergeOthers(
  values: ReadonlyMap<string, ValueCount>,
  isOther: (key: string) => boolean,
): Map<string, ValueCount> {
  const merged = new Map<string, ValueCount>();
  for (const [key, value] of values) {
    if (!isOther(key)) {
      merged.set(key, value);
      continue;
    }
    const releaseDay = { agencyId: value.agencyId, releaseId: value.releaseId, day: value.day };
    const other = valueCount(merged, releaseDay, value.dimension, otherValueId);
    other.count += value.count;
    for (const [visitorId, moments] of value.momentsByVisitor ?? []) {
      other.momentsByVisitor ??= new Map();
      getOrAdd(other.momentsByVisitor, visitorId, () => []).push(...moments);
    }
  }
  return merged;
}

function addVisitor(batch: FoldedBatch, key: ReleaseDay, hit: Exclude<Hit, EngagementBeacon>): void {
  const classPosition = trafficClasses.indexOf(hit.trafficClass);
  const visitor = getOrAdd(batch.visitors, `${keyText(key)} ${classPosition} ${hit.visitorId}`, () => ({
    ...key,
    class: classPosition,
    visitorId: hit.visitorId,
    momentsMs: [],
    channels: 0,
    interactionKinds: 0,
  }));
  visitor.momentsMs.push(hit.occurredAt.getTime());
  if (hit.kind === "page_view") visitor.channels |= 1 << channels.indexOf(hit.source.channel);
  else visitor.interactionKinds |= 1 << interactionKinds.indexOf(hit.interactionKind);
}

function addValues(batch: FoldedBatch, key: ReleaseDay, hit: Hit): void {
  const hitValues = valuesOfHit(hit);
  batch.valuesByHit.set(hit, { key, values: hitValues });
  for (const { dimension, valueId, entry, hasVisitors } of hitValues) {
    const value = valueCount(batch.values, key, dimension, valueId);
    value.count += 1;
    value.entry = entry;
    if (!hasVisitors) continue;
    value.momentsByVisitor ??= new Map();
    getOrAdd(value.momentsByVisitor, hit.visitorId, () => []).push(hit.occurredAt.getTime());
  }
}

function addBeacon(batch: FoldedBatch, hit: EngagementBeacon, releaseId: number): void {
  const viewedAt = hit.viewedAt ?? hit.occurredAt;
  if (Math.abs(hit.occurredAt.getTime() - viewedAt.getTime()) > viewAgeMsMax) return;
  const key = { agencyId: hit.agencyId, releaseId, day: localDay(viewedAt, hit.timeZone) };
  const classPosition = trafficClasses.indexOf(hit.trafficClass);
  // The row has to exist before the sums of its views are known.
  dayCounts(batch, key, classPosition);
  const viewId = storableText(hit.viewId, viewIdLengthMax);
  const view = getOrAdd(batch.views, `${keyText(key)} ${classPosition} ${viewId}`, () => ({
    ...key,
    class: classPosition,
    viewId,
    engagedMs: 0,
    scrollPercent: 0,
  }));
  view.engagedMs = Math.max(view.engagedMs, clampInteger(hit.engagedMs, hitEngagedMsMax));
  view.scrollPercent = Math.max(view.scrollPercent, clampInteger(hit.scrollPercent, 100));
}

/** A whole number from 0 to `maximum`; what is no number counts as 0. */
export function clampInteger(value: number, maximum: number): number {
  return Number.isFinite(value) ? Math.min(maximum, Math.max(0, Math.floor(value))) : 0;
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

function keyText({ agencyId, releaseId, day }: ReleaseDay): string {
  return `${agencyId} ${releaseId} ${day}`;
}
