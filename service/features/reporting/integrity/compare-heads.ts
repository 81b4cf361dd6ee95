import type { Sql } from "../../../floor/db/open.ts";
import { endsChain } from "./closing.ts";
import { listClosings, listHashesAt, listHeads } from "./heads-sql.ts";
import type { ReportSeal } from "./report-seal.ts";
import type { KeyRing } from "./signing-key.ts";
import { type Head, headsOf, type WitnessLine, type WitnessStore } from "./witness.ts";

/** Where the database does not go on from a witnessed head. */
export type HeadBreak = {
  agencyId: number;
  fault: "last_missing" | "head_differs" | "chain_replaced";
  number: number;
  reportId: null;
  /** What was witnessed, and what the database shows instead; null where it has no chain. */
  witnessed: Head;
  found: Head | null;
};

export type HeadComparison = { breaks: HeadBreak[]; news: WitnessLine[]; witnessed: number };

type Input = { store: Pick<WitnessStore, "read">; seal: Pick<ReportSeal, "keys">; signal?: AbortSignal };

/**
 * Holds the ends of all chains against the heads that a store has witnessed: each has to be that head, or to have it in its chain
 * still. `news` are the heads to append. Whether the chains hold in themselves is for `verifyChain`.
 */
export async function compareHeads(sql: Sql, input: Input): Promise<HeadComparison> {
  const first = await compareOnce(sql, input);
  if (first.breaks.length === 0) return first;
  // A deletion that crossed the reading looks like a break once, never twice.
  return await compareOnce(sql, input);
}

async function compareOnce(sql: Sql, { store, seal, signal }: Input): Promise<HeadComparison> {
  const ring = await seal.keys();
  // Before the database is read: a head is witnessed after its report is committed.
  const known = headsOf(await store.read());
  const comparison: HeadComparison = { breaks: [], news: [], witnessed: known.size };
  const gone = new Map(known);
  let after = 0;
  for (;;) {
    signal?.throwIfAborted();
    const found = await listHeads(sql, after);
    const last = found.at(-1);
    if (last === undefined) break;
    const pairs: Pair[] = [];
    for (const head of found) {
      const witnessed = known.get(head.agencyId);
      if (witnessed === undefined) comparison.news.push(...newsOf(head, null));
      else if (!isSame(head, witnessed)) pairs.push({ witnessed, head });
      gone.delete(head.agencyId);
    }
    await judge(sql, { pairs, ring, comparison });
    after = last.agencyId;
  }
  const pairs = [...gone.values()].map((witnessed) => ({ witnessed, head: null }));
  await judge(sql, { pairs, ring, comparison });
  return comparison;
}

/** What was witnessed, and another head that the database shows now, or none. */
type Pair = { witnessed: Head; head: Head | null };

async function judge(
  sql: Sql,
  { pairs, ring, comparison }: { pairs: readonly Pair[]; ring: KeyRing; comparison: HeadComparison },
): Promise<void> {
  const heads = pairs.map(({ witnessed }) => witnessed).filter(({ chainHash }) => chainHash !== null);
  const hashes = heads.length === 0 ? [] : await listHashesAt(sql, heads);
  const closings = heads.length === 0 ? [] : await listClosings(sql, heads);
  for (const { witnessed, head } of pairs) {
    const { agencyId, chainId, chainHash, number } = witnessed;
    if (head?.chainId === chainId && chainHash !== null) {
      const isInChain = hashes.some((each) => each.agencyId === agencyId && each.chainHash === chainHash);
      if (head.number < number)
        comparison.breaks.push(breakOf("last_missing", witnessed, head, head.number + 1));
      else if (isInChain) comparison.news.push(...newsOf(head, chainHash));
      else comparison.breaks.push(breakOf("head_differs", witnessed, head));
    } else if (
      // An ended chain never goes on; any other ends by a signed closing.
      chainHash === null
        ? head?.chainId === chainId
        : !closings.some((each) => endsChain(each, witnessed, ring))
    ) {
      comparison.breaks.push(breakOf("chain_replaced", witnessed, head));
    } else {
      const ended = { ...witnessed, chainHash: null, at: new Date().toISOString(), after: chainHash };
      if (chainHash !== null) comparison.news.push(ended);
      if (head !== null) comparison.news.push(...newsOf(head, null));
    }
  }
}

function isSame(head: Head, { chainId, number, chainHash }: Head): boolean {
  return (
    chainHash !== null && head.chainId === chainId && head.number === number && head.chainHash === chainHash
  );
}

/** A chain without a signed end has nothing to witness. */
function newsOf(head: Head, after: string | null): WitnessLine[] {
  return head.chainHash === null ? [] : [{ ...head, at: new Date().toISOString(), after }];
}

function breakOf(
  fault: HeadBreak["fault"],
  witnessed: Head,
  found: Head | null,
  number: number = witnessed.number,
): HeadBreak {
  return { agencyId: witnessed.agencyId, fault, number, reportId: null, witnessed, found };
}
