import { createHash } from "node:crypto";
import type { Sql } from "../../../floor/db/open.ts";
import type { ReportSeal } from "./report-seal.ts";
import { linkFaultOf, type RowFault, rowFaultOf, type SealedRow, signatureFaultOf } from "./rules.ts";
import type { KeyRing } from "./signing-key.ts";
import {
  type Anchor,
  type ChainEnd,
  findAnchor,
  findChainEnd,
  hasReportsBeyondEnd,
  listSealedRows,
} from "./sql.ts";

/** Where a chain first does not hold, in the order of its numbers. */
export type ChainBreak = {
  fault:
    | RowFault
    | "missing"
    | "link_broken"
    | "anchor_missing"
    | "anchor_unsigned"
    | "anchor_changed"
    | "last_missing"
    | "head_differs"
    | "end_missing"
    | "chain_replaced";
  number: number;
  reportId: string | null;
};

export type ChainCheck = { agencyId: number; reports: number; chainBreak: ChainBreak | null };

/** A head that somebody kept. */
export type KeptHead = { number: number; chainHash: string };

type Input = {
  seal: Pick<ReportSeal, "keys">;
  head?: KeptHead | undefined;
  /** Called with the reports read since the last call. */
  onProgress?: ((reports: number) => void) | undefined;
  signal?: AbortSignal | undefined;
};

/** A deletion that crosses the reading begins a new chain; a third one in a row is no accident. */
const readingsMax = 3;

/**
 * Reads the agency's whole chain in short steps and returns where it first breaks: content, signatures, order, gaps, and the end
 * that the chain's own row and a kept head name. Reports that are added meanwhile are left to the next time.
 */
export async function verifyChain(sql: Sql, agencyId: number, input: Input): Promise<ChainCheck> {
  for (let reading = 1; ; reading += 1) {
    const end = await findChainEnd(sql, agencyId);
    const check = await readChain(sql, agencyId, { ...input, end });
    const after = await findChainEnd(sql, agencyId);
    if (check.chainBreak === null || after?.chainId === end?.chainId || reading >= readingsMax) return check;
  }
}

type Walk = {
  ring: KeyRing;
  anchor: Anchor | null;
  last: number;
  chainHash: string | null;
  before: SealedRow | null;
};

async function readChain(
  sql: Sql,
  agencyId: number,
  { seal, head, onProgress, signal, end }: Input & { end: ChainEnd | null },
): Promise<ChainCheck> {
  const ring = await seal.keys(end?.keyId ?? null);
  const anchor = await findAnchor(sql, agencyId);
  const walk: Walk = { ring, anchor, last: 0, chainHash: null, before: null };
  const oldHashes = createHash("sha256").update("[");
  const answer = (chainBreak: ChainBreak | null) => ({ agencyId, reports: walk.last, chainBreak });
  const endNumber = end?.number ?? 0;
  while (walk.last < endNumber) {
    signal?.throwIfAborted();
    const rows = await listSealedRows(sql, agencyId, walk.last);
    if (rows.length === 0) return answer(broken("last_missing", walk.last + 1));
    for (const row of rows.filter(({ number }) => number <= endNumber)) {
      const fault = positionFaultOf(row, walk) ?? rowFaultOf(row, ring);
      if (fault !== null)
        return answer(fault === "missing" ? broken(fault, walk.last + 1) : broken(fault, row.number, row.id));
      if (row.chainHash === null) oldHashes.update(`${row.number === 1 ? "" : ","}"${row.contentHash}"`);
      Object.assign(walk, { last: row.number, chainHash: row.chainHash, before: row });
      if (row.number === anchor?.number) {
        if (anchor.chainHash === null) return answer(broken("anchor_unsigned", row.number));
        if (oldHashes.update("]").digest("hex") !== anchor.contentHash || !isSigned(agencyId, anchor, ring))
          return answer(broken("anchor_changed", row.number));
        walk.chainHash = anchor.chainHash;
      }
      if (head?.number === row.number && head.chainHash !== walk.chainHash)
        return answer(broken("head_differs", row.number, row.id));
    }
    onProgress?.(rows.length);
    if (walk.last < endNumber && rows.every(({ number }) => number > endNumber))
      return answer(broken("last_missing", walk.last + 1));
  }
  return answer(await endBreakOf(sql, agencyId, { walk, end, head }));
}

/** What is wrong with the position of a row after the one before it. */
function positionFaultOf(row: SealedRow, walk: Walk): ChainBreak["fault"] | null {
  const { anchor, before, last } = walk;
  if (row.number !== last + 1) return "missing";
  if (row.chainHash === null) {
    if (anchor === null || row.number > anchor.number) return "anchor_missing";
    return row.previousHash === (before?.contentHash ?? null) ? null : "link_broken";
  }
  if (anchor !== null && row.number <= anchor.number) return "link_broken";
  return row.previousChainHash === walk.chainHash ? null : "link_broken";
}

async function endBreakOf(
  sql: Sql,
  agencyId: number,
  { walk, end, head }: { walk: Walk; end: ChainEnd | null; head: KeptHead | undefined },
): Promise<ChainBreak | null> {
  const { last, chainHash, ring } = walk;
  if (await hasReportsBeyondEnd(sql, agencyId)) return broken("end_missing", last + 1);
  if (end !== null && last > 0) {
    if (end.chainHash === null || end.chainHash !== chainHash) return broken("end_missing", last);
    const fault = signatureFaultOf({ ...end, chainHash: end.chainHash }, ring);
    if (fault !== null) return broken(fault, last);
  }
  return head !== undefined && head.number > last ? broken("last_missing", last + 1) : null;
}

/** An anchor counts only by its signature: anybody can write the rest. */
export function isSigned(agencyId: number, anchor: Anchor, ring: KeyRing): boolean {
  const { chainHash } = anchor;
  return (
    chainHash !== null &&
    linkFaultOf({ ...anchor, agencyId, previousChainHash: null, chainHash }, ring) === null
  );
}

function broken(fault: ChainBreak["fault"], number: number, reportId: string | null = null): ChainBreak {
  return { fault, number, reportId };
}

/** One sentence for operators. */
export function describeBreak(agencyId: number, { fault, number, reportId }: ChainBreak): string {
  const which = `Agency ${agencyId}, report number ${number}${reportId === null ? "" : ` (${reportId})`}`;
  return `${which}: ${sentences[fault]}`;
}

const sentences: Record<ChainBreak["fault"], string> = {
  content_changed: "its content does not fit its hash.",
  columns_changed: "its title, scope, days, time or author beside the content are not those of the content.",
  chain_hash_changed: "its chain hash does not fit its content and position.",
  signature_wrong: "its signature is wrong.",
  unknown_key: "it is signed by a key that the key file does not hold.",
  missing: "it is missing.",
  link_broken: "it does not follow the report before it.",
  anchor_missing: "it is unsigned, and no anchor covers it.",
  anchor_unsigned:
    "it is the last of the reports without signature, and so is the anchor over them. If they are yours: pr-service report anchor sign.",
  anchor_changed: "the reports up to here are not those that the anchor was signed for.",
  last_missing: "it is missing at the end of the chain.",
  head_differs: "the kept or witnessed head names another report in its place.",
  end_missing: "the end of the chain is not the one that the service wrote.",
  chain_replaced:
    "its whole chain is gone or another one, and no signed entry of the operator's log ends it.",
};
