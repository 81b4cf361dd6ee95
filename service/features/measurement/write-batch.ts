import type { Queryable, Sql } from "../../floor/db/open.ts";
import { type AdmittedReaders, boundHits, createAdmittedReaders, lockReleases } from "./bound-hits.ts";
import { boundUses } from "./bound-uses.ts";
import { reopenSums } from "./client-sums.ts";
import { dimensions, distinctValuesMax } from "./dimensions.ts";
import type { Hit } from "./hit.ts";
import { hitRow } from "./hit-row.ts";
import type { LostDay } from "./lost-hits.ts";
import { findNewValues } from "./new-values-sql.ts";
import {
  dayCounts,
  type FoldedBatch,
  foldHits,
  mergeOthers,
  type ValueCount,
  valueCount,
} from "./roll-up.ts";
import { upsertDays, upsertValues, upsertViews, upsertVisitors, type VisitorGain } from "./roll-up-sql.ts";
import { addLostHits, claimBatch, insertHits } from "./sql.ts";
import {
  type AgencyEntry,
  dictionaries,
  findSourcesOfPrevious,
  insertEntries,
  upsertValueVisitors,
} from "./value-sql.ts";
import { operatorEntry } from "./values-of-hit.ts";
import { humanClass } from "./vocabulary.ts";

export type HitBatch = {
  recorderId: string;
  batchNumber: number;
  hits: readonly Hit[];
  /** Hits of before that never will be counted. */
  lost?: readonly LostDay[];
  admitted?: AdmittedReaders;
};

/**
 * Writes hits and their roll-ups in one transaction. Returns false, and writes nothing, when this batch of this recorder
 * has been committed before. Throws as the database does; then nothing is written, or the commit's answer was lost.
 */
export async function writeBatch(sql: Sql, input: HitBatch): Promise<boolean> {
  const commit = await sql.begin(async (transaction) => {
    if (!(await claimBatch(transaction, input))) return null;
    await lockReleases(transaction, input.hits);
    const admitted = input.admitted ?? createAdmittedReaders();
    const { hits, commit } = await boundHits(transaction, input.hits, admitted);
    const batch = foldHits(hits);
    const entries = await admitValues(transaction, batch);
    await addVisitorGains(transaction, batch);
    await addEngagementGains(transaction, batch);
    if (batch.days.length > 0) await upsertDays(transaction, batch.days);
    await reopenSums(transaction, batch.days);
    await writeEntries(transaction, [...entries, ...operatorsOf(hits)]);
    for (const gain of await upsertValueVisitors(transaction, batch.values)) {
      const value = valueCount(batch, gain, gain.dimension, gain.valueId);
      value.visitors += gain.visitors;
      value.visits += gain.visits;
    }
    const { lost = [] } = input;
    await Promise.all([
      batch.values.length > 0 ? upsertValues(transaction, batch.values) : null,
      hits.length > 0 ? insertHits(transaction, batch.hits.map(hitRow)) : null,
      lost.length > 0 ? addLostHits(transaction, lost) : null,
    ]);
    return commit;
  });
  // Readers are remembered as admitted only after the commit: a rolled-back transaction has admitted nobody.
  commit?.();
  return commit !== null;
}

async function addVisitorGains(transaction: Queryable, batch: FoldedBatch): Promise<void> {
  if (batch.visitors.length === 0) return;
  const gains = await upsertVisitors(transaction, batch.visitors);
  await boundUses(transaction, batch, gains);
  await addSourceVisitors(transaction, batch, gains);
  for (const gain of gains) {
    const key = { agencyId: gain.agencyId, releaseId: gain.releaseId, day: gain.day };
    const counts = dayCounts(batch, key, gain.class);
    counts.visitors += gain.visitors;
    counts.visits += gain.visits;
    if (gain.class !== humanClass) continue;
    for (const channel of positionsIn(gain.newChannels)) {
      valueCount(batch, key, dimensions.channel, channel).visitors += gain.touched;
    }
    for (const kind of positionsIn(gain.newInteractionKinds)) {
      valueCount(batch, key, dimensions.interaction, kind).visitors += gain.touched;
    }
  }
}

async function addSourceVisitors(
  transaction: Queryable,
  batch: FoldedBatch,
  gains: readonly VisitorGain[],
): Promise<void> {
  const fresh = gains.flatMap((gain) => (gain.newSources ?? []).map((sourceId) => ({ ...gain, sourceId })));
  for (const gain of fresh)
    valueCount(batch, gain, dimensions.source, gain.sourceId).visitors += gain.touched;
  const ofKnown = fresh.filter(({ visitorId }) => visitorId !== null);
  for (const counted of await findSourcesOfPrevious(transaction, ofKnown))
    valueCount(batch, counted, dimensions.source, counted.sourceId).visitors -= 1;
}

async function addEngagementGains(transaction: Queryable, batch: FoldedBatch): Promise<void> {
  if (batch.views.length === 0) return;
  for (const gain of await upsertViews(transaction, batch.views)) {
    const key = { agencyId: gain.agencyId, releaseId: gain.releaseId, day: gain.day };
    const counts = dayCounts(batch, key, gain.class);
    counts.beacons += gain.beacons;
    counts.engagedMs += gain.engagedMs;
    const isNewly = (percent: number) => gain.scrollPercent >= percent && gain.scrollPercentBefore < percent;
    if (isNewly(25)) counts.scroll25 += gain.views;
    if (isNewly(50)) counts.scroll50 += gain.views;
    if (isNewly(75)) counts.scroll75 += gain.views;
    if (isNewly(100)) counts.scroll100 += gain.views;
  }
}

/** Lets new values in up to the cap, returns their dictionary rows, and makes the others of the batch "other". */
async function admitValues(transaction: Queryable, batch: FoldedBatch): Promise<AgencyEntry[]> {
  const admitted: ValueCount[] = [];
  const others: ValueCount[] = [];
  const knownByGroup = new Map<string, number>();
  for (const fresh of await findNewValues(transaction, batch.values)) {
    const group = `${fresh.agencyId} ${fresh.releaseId} ${fresh.day} ${fresh.capGroup}`;
    const known = knownByGroup.get(group) ?? fresh.knownValues;
    const value = valueCount(batch, fresh, fresh.dimension, fresh.valueId);
    if (isListed(value)) {
      admitted.push(value);
      continue;
    }
    if (known >= distinctValuesMax) {
      others.push(value);
      continue;
    }
    knownByGroup.set(group, known + 1);
    admitted.push(value);
  }
  mergeOthers(batch, others);
  return admitted.flatMap(({ agencyId, valueId, entry }) =>
    entry === null ? [] : [{ agencyId, valueId, entry }],
  );
}

/** Listed hosts are few, and nobody can make up another one: they need no cap, and have no part in it. */
function isListed({ entry }: ValueCount): boolean {
  return entry?.table === "hit_source" && entry.is_listed;
}

async function writeEntries(transaction: Queryable, entries: readonly AgencyEntry[]): Promise<void> {
  const byTable = Map.groupBy(entries, ({ entry }) => entry.table);
  for (const table of dictionaries) {
    const rows = byTable.get(table);
    if (rows !== undefined) await insertEntries(transaction, table, rows);
  }
}

/** Operators come from closed lists, so their dictionary needs no cap. */
function operatorsOf(hits: readonly Hit[]): AgencyEntry[] {
  const entries = new Map<string, AgencyEntry>();
  for (const hit of hits) {
    const names = [hit.operator, hit.kind === "page_view" ? hit.source.aiOperator : null];
    for (const name of names) {
      if (name === null || entries.has(`${hit.agencyId} ${name}`)) continue;
      entries.set(`${hit.agencyId} ${name}`, { agencyId: hit.agencyId, ...operatorEntry(name) });
    }
  }
  return [...entries.values()];
}

/** Positions of the bits set in a mask, lowest first. */
function positionsIn(mask: number): number[] {
  const positions: number[] = [];
  for (let position = 0, rest = mask; rest !== 0; position += 1, rest >>>= 1)
    if ((rest & 1) === 1) positions.push(position);
  return positions;
}
