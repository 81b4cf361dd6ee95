import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { Log } from "../../../log.ts";
import { type KeyFileSettings, keyFilePath } from "./key-file.ts";
import type { ReportSeal } from "./report-seal.ts";
import type { KeyRing } from "./signing-key.ts";
import { hasReportsSignedBy, listNotedKeys, listUnsignedAnchors, noteSigningKey } from "./sql.ts";

/**
 * What a start does with the seal: notes the key that it signs with, and says in the log where anchors are unsigned, and where
 * this process lacks keys that others of the same database sign with. It signs nothing that it finds. False where stored reports
 * are signed with a key that is lacking: this process could answer them with an error only, and must neither serve nor sign.
 */
export async function prepareSeal(sql: Sql, seal: ReportSeal, log: Log): Promise<boolean> {
  const ring = await seal.keys().catch(() => null);
  const missing = await keysMissing(sql, { keys: async () => ring ?? { publicKeys: new Map() } });
  if (missing.length > 0) log.error("report_keys_differ", { keys: missing.length, advice: adviceOnKeys });
  if (await hasReportsSignedBy(sql, missing)) return false;
  // Without a key the log has said what to do, and everything but reports works.
  if (ring === null) return true;
  await noteCurrentKey(sql, seal);
  const [unsigned] = await listUnsignedAnchors(sql);
  if (unsigned !== undefined) log.error("report_anchor_unsigned", { ...unsigned, advice: adviceOnAnchors });
  return true;
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

/** What a command is refused with whose key file lacks keys of the service. */
export function keysDiffer(settings: KeyFileSettings): ServiceError {
  return new ServiceError(
    "service_unavailable",
    `This database has keys that ${keyFilePath(settings)} lacks. ${adviceOnKeys}`,
  );
}

/** Ids of keys that reports of this database are signed with and that the key file does not hold. */
export async function keysMissing(
  sql: Sql,
  seal: { keys: () => Promise<Pick<KeyRing, "publicKeys">> },
): Promise<string[]> {
  const { publicKeys } = await seal.keys();
  return (await listNotedKeys(sql))
    .filter(({ keyId, publicKey }) => publicKeys.get(keyId)?.jwk.x !== publicKey)
    .map(({ keyId }) => keyId);
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
