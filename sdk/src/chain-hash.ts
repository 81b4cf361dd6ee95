import { canonicalJson } from "./canonical-json.ts";
import { toHex } from "./hex.ts";

/** What ties a report to its position in its agency's chain. */
export type ChainLink = {
  /** Position in the chain, from 1. */
  number: number;
  contentHash: string;
  /** Null for number 1. */
  previousChainHash: string | null;
};

/** SHA-256 of the RFC 8785 form of `value`, in lower-case hex. Throws TypeError for what has no such form. */
export async function canonicalHash(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalJson(value));
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** The hash that is signed: it covers the content, the position, and through the hash before it everything that came before. */
export function chainHashOf(agencyId: unknown, link: ChainLink): Promise<string> {
  const { number, contentHash, previousChainHash } = link;
  return canonicalHash({ agencyId, number, contentHash, previousChainHash });
}

/**
 * The chain hash that stands for the reports from before version 2, oldest first: the first report of version 2 follows it
 * as it would follow a report.
 */
export async function anchorHashOf(agencyId: unknown, contentHashes: readonly unknown[]): Promise<string> {
  const contentHash = await canonicalHash(contentHashes);
  return await chainHashOf(agencyId, { number: contentHashes.length, contentHash, previousChainHash: null });
}
