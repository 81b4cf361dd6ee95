import { createHash } from "node:crypto";
import type { Queryable } from "../../floor/db/open.ts";
import { boundedCache, type Cached } from "../../floor/limits/bounded-cache.ts";
import { agentsPerAddressMax, interactionsPerViewMax } from "./bounds.ts";
import { addInteractions, counterKey, findAgentSeats, type InteractionCount } from "./bounds-sql.ts";
import { reasons } from "./classify/reasons.ts";
import type { Hit } from "./hit.ts";
import { localDay, utcDay } from "./local-day.ts";

type HitOfRelease = Hit & { releaseId: number };

/**
 * Makes other batches with hits of the same releases and days wait until this transaction ends, by the row of their counter 0. So what
 * counts up to a bound, of user agents or of sources, is counted by one of them at a time. The first thing that a batch does.
 */
export async function lockReleases(transaction: Queryable, hits: readonly Hit[]): Promise<void> {
  const locks = new Map<number, InteractionCount[]>();
  for (const hit of hits) {
    const { agencyId, releaseId } = hit;
    if (releaseId === null) continue;
    const known = locks.get(releaseId) ?? [];
    locks.set(releaseId, known);
    for (const day of [localDay(hit.occurredAt, hit.timeZone), boundDay(hit)])
      if (!known.some((lock) => lock.day === day && lock.agencyId === agencyId))
        known.push({ agencyId, releaseId, day, counterId: "0", count: 0 });
  }
  if (locks.size > 0) await addInteractions(transaction, [...locks.values()].flat(), 0);
}

/**
 * Applies the bounds against inflation, kept by the database over all replicas. Nothing is dropped: a hit past a bound comes
 * back as `suspected_bot`, or with the reason why it is in no headline. Call it behind `lockReleases` in the transaction that writes
 * the hits, so that a repeated batch is bounded only once.
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

/** Lets in 40 user agents of an address: those that have a seat, and then the first ones of the batch. */
async function boundAgents(
  transaction: Queryable,
  hits: readonly Hit[],
  admitted: AdmittedReaders,
): Promise<{ hits: readonly Hit[]; commit: () => void }> {
  const asked = hits.filter(isOfPeople).filter((hit) => !admitted(readerOf(hit)).isAdmitted);
  if (asked.length === 0) return { hits, commit: () => {} };
  const addresses = new Map<string, { agencyId: number; addressKey: string; agents: Set<number> }>();
  for (const hit of asked) {
    if (addresses.has(addressOf(hit))) continue;
    addresses.set(addressOf(hit), { agencyId: hit.agencyId, addressKey: addressKey(hit), agents: new Set() });
  }
  const byKey = new Map(Array.from(addresses.values(), (address) => [address.addressKey, address]));
  for (const seat of await findAgentSeats(transaction, [...byKey.values()]))
    byKey.get(seat.addressKey)?.agents.add(seat.agentId);
  const bounded = hits.map((hit): Hit => {
    const address = isOfPeople(hit) ? addresses.get(addressOf(hit)) : undefined;
    if (address === undefined || address.agents.has(hit.agentId)) return hit;
    if (address.agents.size >= agentsPerAddressMax)
      return { ...hit, trafficClass: "suspected_bot", reasons: hit.reasons | reasons.tooManyUserAgents };
    // A beacon makes no visitor, who would keep the seat.
    if (hit.kind === "beacon") return hit;
    address.agents.add(hit.agentId);
    return { ...hit, agentSeat: { addressKey: address.addressKey, agentId: hit.agentId } };
  });
  const commit = () => {
    for (const hit of asked)
      admitted(readerOf(hit)).isAdmitted = addresses.get(addressOf(hit))?.agents.has(hit.agentId) === true;
  };
  return { hits: bounded, commit };
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

function addressOf({ releaseId, addressId }: HitOfRelease): string {
  return `${releaseId} ${addressId}`;
}

/**
 * Release and address in one number, as the table holds them. Nobody can choose an address that falls on another's number: pseudonyms are
 * secret, and others in each newsroom and on each day.
 */
function addressKey({ addressId, releaseId }: HitOfRelease): string {
  return BigInt.asIntN(64, BigInt(addressId) ^ (BigInt(releaseId) << 32n)).toString();
}

function readerOf(hit: HitOfRelease): string {
  return `${addressOf(hit)} ${hit.agentId}`;
}
