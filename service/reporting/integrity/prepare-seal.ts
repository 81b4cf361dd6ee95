import type { Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import type { Log } from "../../log.ts";
import type { ReportSeal } from "./report-seal.ts";
import { chainHashOf } from "./rules.ts";
import type { KeyRing } from "./signing-key.ts";
import {
  hasReportsSignedBy,
  listNotedKeys,
  listUnsignedAnchors,
  noteSigningKey,
  writeSignedAnchor,
} from "./sql.ts";

/**
 * What a start does with the seal: notes the key that it signs with, signs the anchors that a migration left, and says in the
 * log where this process lacks keys that others of the same database sign with. False where stored reports are signed with one
 * of these: this process could answer them with an error only, and must neither serve nor sign.
 */
export async function prepareSeal(sql: Sql, seal: ReportSeal, log: Log): Promise<boolean> {
  const ring = await seal.keys().catch(() => null);
  const missing = await keysMissing(sql, { keys: async () => ring ?? { publicKeys: new Map() } });
  if (missing.length > 0) log.error("report_keys_differ", { keys: missing.length, advice: adviceOnKeys });
  if (await hasReportsSignedBy(sql, missing)) return false;
  // Without a key the log has said what to do, and everything but reports works.
  if (ring === null) return true;
  await noteCurrentKey(sql, seal);
  const signed = await signAnchors(sql, seal);
  if (signed > 0) log.info("report_anchors_signed", { agencies: signed });
  return true;
}

export const adviceOnKeys =
  "Reports signed by these keys can't be read here. Give every process the same key file (REPORT_SIGNING_KEY_FILE, or one data directory), and add the public keys that `pr-service report-key list` shows.";

/** Ids of keys that reports of this database are signed with and that the key file does not hold. */
export async function keysMissing(
  sql: Sql,
  seal: { keys: () => Promise<Pick<KeyRing, "publicKeys">> },
): Promise<string[]> {
  const { publicKeys } = await seal.keys();
  return (await listNotedKeys(sql)).map(({ keyId }) => keyId).filter((keyId) => !publicKeys.has(keyId));
}

/** Throws where the key is new and the file can't check the stored reports: what it signs no other process could read. */
export async function noteCurrentKey(sql: Sql, seal: ReportSeal): Promise<void> {
  const ring = await seal.keys();
  const noted = (await listNotedKeys(sql)).map(({ keyId }) => keyId);
  if (noted.includes(ring.current.id)) return;
  const missing = noted.filter((keyId) => !ring.publicKeys.has(keyId));
  if (await hasReportsSignedBy(sql, missing)) throw new ServiceError("service_unavailable", adviceOnKeys);
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
