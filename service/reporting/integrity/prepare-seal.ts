import type { Sql } from "../../db/open.ts";
import type { Log } from "../../log.ts";
import type { ReportSeal } from "./report-seal.ts";
import { listNotedKeys, listUnsignedAnchors, noteSigningKey } from "./sql.ts";

/**
 * What a start does with the seal: notes the key that it signs with, and says in the log where anchors are unsigned, and where
 * this process lacks keys that others of the same database sign with. It signs nothing that it finds.
 */
export async function prepareSeal(sql: Sql, seal: ReportSeal, log: Log): Promise<void> {
  // Without a key the log has said what to do, and everything but reports works.
  if (!(await hasKey(seal))) return;
  await noteCurrentKey(sql, seal);
  const [unsigned] = await listUnsignedAnchors(sql);
  if (unsigned !== undefined) log.error("report_anchor_unsigned", { ...unsigned, advice: adviceOnAnchors });
  const missing = await keysMissing(sql, seal);
  if (missing.length > 0) log.error("report_keys_differ", { keys: missing.length, advice: adviceOnKeys });
}

export async function hasKey(seal: ReportSeal): Promise<boolean> {
  return await seal.keys().then(
    () => true,
    () => false,
  );
}

const adviceOnAnchors =
  "Reports without signature wait, and whoever can write to the database may have put them there. See: pr-service report anchor sign --help";

export const adviceOnKeys =
  "Reports signed by these keys can't be read here. Give every process the same key file (REPORT_SIGNING_KEY_FILE, or one data directory), and add the public keys that `pr-service report-key list` shows.";

/** Ids of keys that reports of this database are signed with and that the key file does not hold. */
export async function keysMissing(sql: Sql, seal: Pick<ReportSeal, "keys">): Promise<string[]> {
  const { publicKeys } = await seal.keys();
  return (await listNotedKeys(sql))
    .filter(({ keyId, publicKey }) => publicKeys.get(keyId)?.jwk.x !== publicKey)
    .map(({ keyId }) => keyId);
}

export async function noteCurrentKey(sql: Sql, seal: ReportSeal): Promise<void> {
  const ring = await seal.keys();
  const current = ring.publicKeys.get(ring.current.id);
  if (current !== undefined) await noteSigningKey(sql, current.jwk);
}
