import type { Sql } from "../../db/open.ts";
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
    for (const { agencyId } of found) gone.delete(agencyId);
    await comparePage(sql, { found, known, ring, comparison });
    after = last.agencyId;
  }
  await compareEnds(sql, { heads: [...gone.values()], found: new Map(), ring, comparison });
  return comparison;
}

async function comparePage(
  sql: Sql,
  page: {
    found: readonly Head[];
    known: ReadonlyMap<number, Head>;
    ring: KeyRing;
    comparison: HeadComparison;
  },
): Promise<void> {
  const { found, known, ring, comparison } = page;
  const changed = found.flatMap((head) => {
    const witnessed = known.get(head.agencyId);
    if (witnessed === undefined) comparison.news.push(...newsOf(head, null));
    if (witnessed === undefined || isSame(head, witnessed)) return [];
    return [{ head, witnessed }];
  });
  const goesOn = changed.filter(
    ({ head, witnessed }) => head.chainId === witnessed.chainId && witnessed.chainHash !== null,
  );
  const asked = goesOn.map(({ witnessed }) => witnessed);
  const hashes = asked.length === 0 ? [] : await listHashesAt(sql, asked);
  for (const { head, witnessed } of goesOn) {
    const isInChain = hashes.some(
      ({ agencyId, chainHash }) => agencyId === head.agencyId && chainHash === witnessed.chainHash,
    );
    if (head.number < witnessed.number)
      comparison.breaks.push(breakOf("last_missing", witnessed, head, head.number + 1));
    else if (isInChain) comparison.news.push(...newsOf(head, witnessed.chainHash));
    else comparison.breaks.push(breakOf("head_differs", witnessed, head));
  }
  const replaced = changed.filter((each) => !goesOn.includes(each));
  const heads = replaced.map(({ witnessed }) => witnessed);
  await compareEnds(sql, {
    heads,
    found: new Map(replaced.map(({ head }) => [head.agencyId, head])),
    ring,
    comparison,
  });
}

function isSame(head: Head, witnessed: Head): boolean {
  const { chainId, number, chainHash } = witnessed;
  return (
    chainHash !== null && head.chainId === chainId && head.number === number && head.chainHash === chainHash
  );
}

/** Heads whose chain is not there any more: right where a signed closing says so. */
async function compareEnds(
  sql: Sql,
  input: {
    heads: readonly Head[];
    found: ReadonlyMap<number, Head>;
    ring: KeyRing;
    comparison: HeadComparison;
  },
): Promise<void> {
  const { heads, found, ring, comparison } = input;
  const open = heads.filter(({ chainHash }) => chainHash !== null);
  const closings = open.length === 0 ? [] : await listClosings(sql, open);
  for (const witnessed of heads) {
    const now = found.get(witnessed.agencyId) ?? null;
    const isEnded = witnessed.chainHash === null;
    if (
      isEnded
        ? now?.chainId === witnessed.chainId
        : !closings.some((each) => endsChain(each, witnessed, ring))
    ) {
      comparison.breaks.push(breakOf("chain_replaced", witnessed, now));
      continue;
    }
    const ended = { ...witnessed, chainHash: null, at: new Date().toISOString(), after: witnessed.chainHash };
    if (!isEnded) comparison.news.push(ended);
    if (now !== null) comparison.news.push(...newsOf(now, null));
  }
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
