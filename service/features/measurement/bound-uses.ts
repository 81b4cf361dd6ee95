import type { Queryable } from "../../floor/db/open.ts";
import { usesOfTargetMax } from "./bounds.ts";
import { addInteractions, counterKey, type InteractionCount } from "./bounds-sql.ts";
import { reasons } from "./classify/reasons.ts";
import { dimensions } from "./dimensions.ts";
import { dayCounts, type FoldedBatch, type FoldedHit, type VisitorActivity, valueCount } from "./roll-up.ts";
import { usesCounted, type VisitorGain } from "./roll-up-sql.ts";
import { interactionKinds } from "./vocabulary.ts";

type Counter = { row: InteractionCount; visitor: VisitorActivity; uses: FoldedHit[] };

/**
 * Takes what visitors did beyond ten uses of one target a day out of the batch's figures. Only the few visitors of more than
 * ten uses at all are counted target by target; what they did before comes from the row of the visitor.
 */
export async function boundUses(
  transaction: Queryable,
  batch: FoldedBatch,
  gains: readonly VisitorGain[],
): Promise<void> {
  const busy = gains.flatMap((gain) => (gain.busy ?? []).map((text) => ({ gain, text })));
  if (busy.length === 0) return;
  const visitors = new Map(batch.visitors.map((visitor) => [visitorKey(visitor), visitor]));
  const counters = new Map<string, Counter>();
  for (const { gain, text } of busy) {
    const [visitorId = "", list = ""] = text.split(":");
    const visitor = visitors.get(visitorKey({ ...gain, visitorId }));
    if (visitor !== undefined && visitor.uses.length > 0)
      addCounters(counters, visitor, list.split(",").map(Number));
  }
  if (counters.size === 0) return;
  const rows = Array.from(counters.values(), ({ row }) => row);
  for (const found of await addInteractions(transaction, rows, usesOfTargetMax)) {
    const counter = counters.get(counterKey(found));
    if (counter === undefined) continue;
    const usesBefore = found.count - counter.uses.length;
    for (const folded of counter.uses.slice(Math.max(0, usesOfTargetMax - usesBefore))) {
      if (folded.hit.kind === "interaction")
        setAside(batch, folded, counter.visitor, interactionKinds.indexOf(folded.hit.interactionKind));
    }
  }
}

/** Adds a counter for each target, which begins with the uses that the visitor's row held before this batch. */
function addCounters(
  counters: Map<string, Counter>,
  visitor: VisitorActivity,
  kept: readonly number[],
): void {
  const keptOfBatch = Math.min(visitor.uses.length, usesOfTargetMax + 1);
  const before = kept[0] === usesCounted ? [] : kept.slice(0, kept.length - keptOfBatch);
  const counterOf = (use: number): Counter => {
    const { agencyId, releaseId, day, visitorId } = visitor;
    const counterId = BigInt.asIntN(64, BigInt(visitorId) ^ BigInt(use)).toString();
    const row = { agencyId, releaseId, day, counterId, count: 0 };
    const known = counters.get(counterKey(row));
    if (known !== undefined) return known;
    const made = { row, visitor, uses: [] };
    counters.set(counterKey(row), made);
    return made;
  };
  for (const use of before) counterOf(use).row.count += 1;
  for (const folded of visitor.uses) {
    const counter = counterOf(folded.use);
    counter.row.count += 1;
    counter.uses.push(folded);
  }
}

function visitorKey(visitor: Pick<VisitorActivity, "releaseId" | "day" | "class" | "visitorId">): string {
  return `${visitor.releaseId} ${visitor.day} ${visitor.class} ${visitor.visitorId}`;
}

/** Takes an interaction that was folded already out of all figures, and counts it as repeated. */
function setAside(batch: FoldedBatch, folded: FoldedHit, visitor: VisitorActivity, kind: number): void {
  dayCounts(batch, visitor, visitor.class).interactions -= 1;
  for (const { dimension, valueId } of folded.values)
    valueCount(batch, visitor, dimension, valueId).count -= 1;
  const repeated = valueCount(batch, visitor, dimensions.repeated, kind);
  repeated.count += 1;
  folded.values = [repeated];
  folded.hit = { ...folded.hit, reasons: folded.hit.reasons | reasons.repeatedInteraction };
}
