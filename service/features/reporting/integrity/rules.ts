import { createHash, verify } from "node:crypto";
import { canonicalJson } from "../../../../sdk/src/canonical-json.ts";
import type { KeyRing } from "./signing-key.ts";

/** What a stored report says of itself beside its content. */
export type SealedRow = {
  id: string;
  agencyId: number;
  number: number;
  content: string;
  contentHash: string;
  previousHash: string | null;
  previousChainHash: string | null;
  /** Null for reports from before version 2, which have no chain hash. */
  chainHash: string | null;
  signature: string | null;
  keyId: string | null;
  /** What lists show beside the content; left out where the content alone is handed out. */
  columns?: ReportColumns;
};

type ReportColumns = {
  title: string;
  scopeType: string;
  scopeId: string;
  from: string;
  to: string;
  createdAt: string;
  createdBy: string;
};

export type SignatureFault = "chain_hash_changed" | "unknown_key" | "signature_wrong";
export type RowFault = "content_changed" | "columns_changed" | SignatureFault;

export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** SHA-256 of the RFC 8785 form of the link: names in their order, all values plain ASCII. */
export function chainHashOf(link: {
  agencyId: number;
  number: number;
  contentHash: string;
  previousChainHash: string | null;
}): string {
  const { agencyId, contentHash, number, previousChainHash } = link;
  return sha256(JSON.stringify({ agencyId, contentHash, number, previousChainHash }));
}

/** The fault that one stored report shows by itself, or null. `verifyChain` checks its position among the others. */
export function rowFaultOf(row: SealedRow, ring: KeyRing): RowFault | null {
  if (sha256(row.content) !== row.contentHash || !namesItself(row)) return "content_changed";
  if (!fitsColumns(row)) return "columns_changed";
  return row.chainHash === null ? null : linkFaultOf({ ...row, chainHash: row.chainHash }, ring);
}

type SignedLink = Parameters<typeof chainHashOf>[0] & {
  chainHash: string;
  signature: string | null;
  keyId: string | null;
};

/** Also of an anchor, which is a link like a report's. */
export function linkFaultOf(link: SignedLink, ring: KeyRing): SignatureFault | null {
  return chainHashOf(link) === link.chainHash ? signatureFaultOf(link, ring) : "chain_hash_changed";
}

export function signatureFaultOf(
  signed: { chainHash: string; signature: string | null; keyId: string | null },
  ring: KeyRing,
): "unknown_key" | "signature_wrong" | null {
  const known = ring.publicKeys.get(signed.keyId ?? "");
  if (known === undefined) return "unknown_key";
  const signature = Buffer.from(signed.signature ?? "", "base64url");
  return verify(null, Buffer.from(signed.chainHash, "ascii"), known.key, signature)
    ? null
    : "signature_wrong";
}

/** A row under another id would be served as another report. */
function namesItself({ content, id, agencyId }: SealedRow): boolean {
  try {
    const parsed: { id?: unknown; agency?: { id?: unknown } } = JSON.parse(content);
    return parsed.id === id && parsed.agency?.id === agencyId;
  } catch {
    return false;
  }
}

/** Lists show the columns and never read the content. */
function fitsColumns({ content, columns }: SealedRow): boolean {
  if (columns === undefined) return true;
  const { scope, createdAt, createdBy, performance }: ReportParts = JSON.parse(content);
  const told = {
    title: scope?.title,
    scopeType: scope?.type,
    scopeId: String(scope?.id),
    from: performance?.window?.from,
    to: performance?.window?.to,
    createdAt,
    createdBy,
  };
  return canonicalJson(told) === canonicalJson(columns);
}

/** Whoever can write to the database decides what an unsigned content holds. */
type ReportParts = {
  scope?: { type?: unknown; id?: unknown; title?: unknown };
  createdAt?: unknown;
  createdBy?: unknown;
  performance?: { window?: { from?: unknown; to?: unknown } };
};
