import { canonicalJson } from "../../../../sdk/src/canonical-json.ts";
import type { ReportSeal, Signature } from "./report-seal.ts";
import { sha256, signatureFaultOf } from "./rules.ts";
import type { KeyRing } from "./signing-key.ts";
import type { Head } from "./witness.ts";

/** Where a chain ended with the deletion of its reports. */
export type ClosedChain = {
  chainId: string;
  lastNumber: number;
  lastChainHash: string | null;
  closedAt: string;
};

export type Closing = ClosedChain & Signature & { agencyId: number };

/** Signs that the chain ended here: what begins later has a new id and number 1. */
export async function signClosing(
  seal: Pick<ReportSeal, "sign">,
  agencyId: number,
  chain: ClosedChain,
): Promise<Signature> {
  return await seal.sign(hashOf(agencyId, chain));
}

/** Whether a closing ends the chain of a witnessed head by a right signature, and no earlier than at that head. */
export function endsChain(closing: Closing, head: Head, ring: KeyRing): boolean {
  const { agencyId, chainId, lastNumber, lastChainHash } = closing;
  if (agencyId !== head.agencyId || chainId !== head.chainId || lastNumber < head.number) return false;
  if (lastNumber === head.number && lastChainHash !== head.chainHash) return false;
  return isSignedClosing(closing, ring);
}

/** Whether the operator's log says by a right signature that the chain ended. */
export function isSignedClosing(closing: Closing, ring: KeyRing): boolean {
  const { agencyId, signature, keyId } = closing;
  const chainHash = hashOf(agencyId, closing);
  return signatureFaultOf({ chainHash, signature, keyId }, ring) === null;
}

function hashOf(agencyId: number, chain: ClosedChain): string {
  const { chainId, lastNumber, lastChainHash, closedAt } = chain;
  return sha256(canonicalJson({ agencyId, chainId, lastNumber, lastChainHash, closedAt }));
}
