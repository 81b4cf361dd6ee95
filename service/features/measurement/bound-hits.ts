import { createHash } from "node:crypto";
import type { Queryable } from "../../floor/db/open.ts";
import { boundedCache, type Cached } from "../../floor/limits/bounded-cache.ts";
import { agentsPerAddressMax, interactionsPerViewMax } from "./bounds.ts";
import {
  type AddressAgents,
  type AdmittedAgents,
  addInteractions,
  admitAgents,
  counterKey,
  type InteractionCount,
} from "./bounds-sql.ts";
import { reasons } from "./classify/reasons.ts";
import type { Hit } from "./hit.ts";
import { utcDay } from "./local-day.ts";

type HitOfRelease = Hit & { releaseId: number };

/**
 * Applies the bounds against inflation, kept by the database over all replicas. Nothing is dropped: a hit past a bound comes
 * back as `suspected_bot`, or with the reason why it is in no headline. Call it in the transaction that writes the hits, so
 * that a repeated batch is bounded only once.
 */
export async function boundHits(
  transaction: Queryable,
  hits: readonly Hit[],
  admitted: AdmittedReaders,
): Promise<{ hits: readonly Hit[]; commit: () => void }> {
  const people = await boundAgents(transaction, hits, admitted);
  return { hits: await boundViews(transaction, people.hits), commit: people.commit };
}

/** Pairs of address and user agent that are known to be let in, about 200 bytes each. */
const admittedReadersMax = 50_000;

/** Readers known to be admitted. That holds all day, so that only the first hit of a reader asks the database. */
export type AdmittedReaders = Cached<{ isAdmitted: boolean }>;

export function createAdmittedReaders(): AdmittedReaders {
  return boundedCache(admittedReadersMax, () => ({ isAdmitted: false }));
}

async function boundAgents(
  transaction: Queryable,
  hits: readonly Hit[],
  admitted: AdmittedReaders,
): Promise<{ hits: readonly Hit[]; commit: () => void }> {
  const byAddress = new Map<string, AddressAgents>();
  for (const hit of hits) {
    if (!isOfPeople(hit)) continue;
    const { agencyId, releaseId, addressId } = hit;
    const addressDay = { agencyId, releaseId, addressId, day: boundDay(hit) };
    const key = addressKey(addressDay);
    if (admitted(`${key} ${hit.agentId}`).isAdmitted) continue;
    const known = byAddress.get(key);
    if (known === undefined) byAddress.set(key, { ...addressDay, agents: new Set([hit.agentId]) });
    else known.agents.add(hit.agentId);
  }
  if (byAddress.size === 0) return { hits, commit: () => {} };
  const refused = refusedReaders(
    byAddress,
    await admitAgents(transaction, [...byAddress.values()], agentsPerAddressMax),
  );
  const commit = () => {
    for (const [key, { agents }] of byAddress)
      for (const agent of agents) admitted(`${key} ${agent}`).isAdmitted = !refused.has(`${key} ${agent}`);
  };
  if (refused.size === 0) return { hits, commit };
  const bounded = hits.map((hit): Hit => {
    if (!isOfPeople(hit) || !refused.has(`${addressKey({ ...hit, day: boundDay(hit) })} ${hit.agentId}`))
      return hit;
    return { ...hit, trafficClass: "suspected_bot", reasons: hit.reasons | reasons.tooManyUserAgents };
  });
  return { hits: bounded, commit };
}

function refusedReaders(
  asked: ReadonlyMap<string, AddressAgents>,
  changed: readonly AdmittedAgents[],
): ReadonlySet<string> {
  const admittedByAddress = new Map(changed.map((row) => [addressKey(row), new Set(row.agents)]));
  const refused = new Set<string>();
  for (const [key, { agents }] of asked) {
    if (agents.size <= agentsPerAddressMax && !admittedByAddress.has(key)) continue;
    // The statement did not return this address, so its first agents, as many as are allowed, are all let in.
    const admitted = admittedByAddress.get(key) ?? new Set([...agents].slice(0, agentsPerAddressMax));
    for (const agent of agents) if (!admitted.has(agent)) refused.add(`${key} ${agent}`);
  }
  return refused;
}

/** Marks what one page view brought beyond its bound. */
async function boundViews(transaction: Queryable, hits: readonly Hit[]): Promise<readonly Hit[]> {
  const counters = new Map<string, { row: InteractionCount; indexes: number[] }>();
  for (const [index, hit] of hits.entries()) {
    if (hit.kind !== "interaction" || hit.viewId === null || !isOfPeople(hit)) continue;
    const { agencyId, releaseId } = hit;
    const row = { agencyId, day: boundDay(hit), releaseId, counterId: viewCounter(hit.viewId), count: 1 };
    const known = counters.get(counterKey(row));
    if (known === undefined) counters.set(counterKey(row), { row, indexes: [index] });
    else known.row.count = known.indexes.push(index);
  }
  if (counters.size === 0) return hits;
  const rows = Array.from(counters.values(), ({ row }) => row);
  const bounded = [...hits];
  for (const found of await addInteractions(transaction, rows, interactionsPerViewMax)) {
    const { row, indexes } = counters.get(counterKey(found)) ?? { row: found, indexes: [] };
    for (const index of indexes.slice(Math.max(0, interactionsPerViewMax - (found.count - row.count)))) {
      const hit = bounded[index];
      if (hit !== undefined) bounded[index] = { ...hit, reasons: hit.reasons | reasons.tooManyInteractions };
    }
  }
  return bounded;
}

function viewCounter(viewId: string): string {
  return createHash("sha256").update(viewId).digest().readBigInt64BE(0).toString();
}

/** Bots have no part in the headline, and the list page none in a report. */
function isOfPeople<Kind extends Hit>(hit: Kind): hit is Kind & HitOfRelease {
  return hit.trafficClass === "human" && hit.releaseId !== null;
}

/** The day of the salt that the hit's pseudonyms were made with. */
function boundDay(hit: Hit): string {
  return hit.saltDay ?? utcDay(hit.occurredAt);
}

function addressKey({ releaseId, day, addressId }: Omit<AdmittedAgents, "agents">): string {
  return `${releaseId} ${day} ${addressId}`;
}
