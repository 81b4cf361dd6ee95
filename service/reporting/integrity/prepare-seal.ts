import type { Sql } from "../../db/open.ts";
import type { Log } from "../../log.ts";
import type { ReportSeal } from "./report-seal.ts";
import { chainHashOf } from "./rules.ts";
import { listNotedKeys, listUnsignedAnchors, noteSigningKey, writeSignedAnchor } from "./sql.ts";

/**
 * What a start does with the seal: notes the key that it signs with, signs the anchors that a migration left, and says in the
 * log where this process lacks keys that others of the same database sign with.
 */
export async function prepareSeal(sql: Sql, seal: ReportSeal, log: Log): Promise<void> {
  // Without a key the log has said what to do, and everything but reports works.
  if (!(await hasKey(seal))) return;
  await noteCurrentKey(sql, seal);
  const signed = await signAnchors(sql, seal);
  if (signed > 0) log.info("report_anchors_signed", { agencies: signed });
  const missing = await keysMissing(sql, seal);
  if (missing.length > 0) log.error("report_keys_differ", { keys: missing.length, advice: adviceOnKeys });
}

async function hasKey(seal: ReportSeal): Promise<boolean> {
  return await seal.keys().then(
    () => true,
    () => false,
  );
}

export const adviceOnKeys =
  "Reports signed by these keys can't be read here. Give every process the same key file (REPORT_SIGNING_KEY_FILE, or one data directory), and add the public keys that `pr-service report-key list` shows.";

/** Ids of keys that reports of this database are signed with and that the key file does not hold. */
export async function keysMissing(sql: Sql, seal: Pick<ReportSeal, "keys">): Promise<string[]> {
  const { publicKeys } = await seal.keys();
  return (await listNotedKeys(sql)).map(({ keyId }) => keyId).filter((keyId) => !publicKeys.has(keyId));
}

export async function noteCurrentKey(sql: Sql, seal: ReportSeal): Promise<void> {
  const ring = await seal.keys();
  const current = ring.publicKeys.get(ring.current.id);
  if (current !== undefined) await noteSigningKey(sql, current.jwk);
}

/** Returns how many agencies' anchors it signed; of several processes that start at once each is signed by one. */
async function signAnchors(sql: Sql, seal: ReportSeal): Promise<number> {
  let total = 0;
  for (;;) {
    const anchors = await listUnsignedAnchors(sql);
    if (anchors.length === 0) return total;
    for (const { agencyId, number, contentHash } of anchors) {
      const chainHash = chainHashOf({ agencyId, number, contentHash, previousChainHash: null });
      const signed = { chainHash, ...(await seal.sign(chainHash)) };
      const isOurs = await sql.begin((transaction) => writeSignedAnchor(transaction, agencyId, signed));
      total += Number(isOurs);
    }
  }
}
