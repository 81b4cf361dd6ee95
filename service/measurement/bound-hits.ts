import { createHash } from "node:crypto";
import type { Queryable } from "../db/open.ts";
import { agentsPerAddressMax, interactionsPerViewMax, usesOfTargetMax } from "./bounds.ts";
import { type AddressAgents, addInteractions, admitAgents, type InteractionCount } from "./bounds-sql.ts";
import { reasons } from "./classify/reasons.ts";
import type { Hit, Interaction } from "./hit.ts";
import { utcDay } from "./local-day.ts";
import { targetOfInteraction } from "./values-of-hit.ts";

type HitOfRelease = Hit & { releaseId: number };

/**
 * Applies the bounds against inflation, kept by the database over all replicas. Nothing is dropped: a hit past a bound comes
 * back as `suspected_bot`, or with the reason why it is in no headline. To be called in the transaction that writes the hits,
 * so that a batch that is tried again is bounded once.
 */
export async function boundHits(transaction: Queryable, hits: readonly Hit[]): Promise<readonly Hit[]> {
  return await boundInteractions(transaction, await boundAgents(transaction, hits));
}

async function boundAgents(transaction: Queryable, hits: readonly Hit[]): Promise<readonly Hit[]> {
  const byAddress = new Map<string, AddressAgents>();
  for (const hit of hits) {
    if (!isOfPeople(hit)) continue;
    const { agencyId, releaseId, addressId } = hit;
    const place = { agencyId, releaseId, addressId, day: boundDay(hit) };
    const key = addressKey(place);
    const known = byAddress.get(key);
    if (known === undefined) byAddress.set(key, { ...place, agents: new Set([hit.agentId]) });
    else known.agents.add(hit.agentId);
  }
  if (byAddress.size === 0) return hits;
  const changed = await admitAgents(transaction, [...byAddress.values()], agentsPerAddressMax);
  const admittedByAddress = new Map(changed.map((row) => [addressKey(row), new Set(row.agents)]));
  for (const [key, { agents }] of byAddress) {
    // All of the first ones were in before, and so many that no other is.
    if (agents.size > agentsPerAddressMax && !admittedByAddress.has(key))
      admittedByAddress.set(key, new Set([...agents].slice(0, agentsPerAddressMax)));
  }
  if (admittedByAddress.size === 0) return hits;
  return hits.map((hit) => {
    if (!isOfPeople(hit)) return hit;
    const admitted = admittedByAddress.get(addressKey({ ...hit, day: boundDay(hit) }));
    if (admitted === undefined || admitted.has(hit.agentId)) return hit;
    return { ...hit, trafficClass: "suspected_bot", reasons: hit.reasons | reasons.tooManyUserAgents };
  });
}

type Counter = { row: InteractionCount; countMax: number; reason: number; indexes: number[] };

async function boundInteractions(transaction: Queryable, hits: readonly Hit[]): Promise<readonly Hit[]> {
  const counters = new Map<string, Counter>();
  const count = (
    hit: HitOfRelease,
    index: number,
    id: bigint,
    bound: Pick<Counter, "countMax" | "reason">,
  ) => {
    const row = {
      agencyId: hit.agencyId,
      day: boundDay(hit),
      releaseId: hit.releaseId,
      counterId: BigInt.asIntN(64, id).toString(),
      count: 1,
    };
    const known = counters.get(counterKey(row));
    if (known === undefined) counters.set(counterKey(row), { ...bound, row, indexes: [index] });
    else known.row.count = known.indexes.push(index);
  };
  for (const [index, hit] of hits.entries()) {
    if (hit.kind !== "interaction" || !isOfPeople(hit)) continue;
    count(hit, index, hit.visitorId ^ targetBits(hit), usesOfTarget);
    if (hit.viewId !== null) count(hit, index, viewBits(hit.viewId), interactionsOfView);
  }
  if (counters.size === 0) return hits;
  const rows = Array.from(counters.values(), ({ row }) => row);
  const bounded = [...hits];
  for (const found of await addInteractions(transaction, rows, usesOfTargetMax)) {
    const counter = counters.get(counterKey(found));
    if (counter === undefined) continue;
    const countedBefore = found.count - counter.row.count;
    for (const index of counter.indexes.slice(Math.max(0, counter.countMax - countedBefore))) {
      const hit = bounded[index];
      if (hit !== undefined) bounded[index] = { ...hit, reasons: hit.reasons | counter.reason };
    }
  }
  return bounded;
}

const usesOfTarget = { countMax: usesOfTargetMax, reason: reasons.repeatedInteraction };
const interactionsOfView = { countMax: interactionsPerViewMax, reason: reasons.tooManyInteractions };

/** Kind and target in 57 bits: with the visitor's pseudonym, which is random, they make an id of what he used. */
function targetBits(hit: Interaction): bigint {
  const { dimension, target } = targetOfInteraction(hit);
  return BigInt(target?.valueId ?? 0) * 32n + BigInt(dimension % 32);
}

function viewBits(viewId: string): bigint {
  return createHash("sha256").update(viewId).digest().readBigInt64BE(0);
}

function counterKey({ releaseId, day, counterId }: InteractionCount): string {
  return `${releaseId} ${day} ${counterId}`;
}

/** Bots have no part in the headline, and the list page none in a report. */
function isOfPeople<Kind extends Hit>(hit: Kind): hit is Kind & HitOfRelease {
  return hit.trafficClass === "human" && hit.releaseId !== null;
}

/** The day that the pseudonyms live. */
function boundDay(hit: Hit): string {
  return hit.saltDay ?? utcDay(hit.occurredAt);
}

function addressKey({
  releaseId,
  day,
  addressId,
}: {
  releaseId: number;
  day: string;
  addressId: string;
}): string {
  return `${releaseId} ${day} ${addressId}`;
}
