import { hasKeyFile, readKeyFile } from "../../features/reporting/integrity/key-file.ts";
import { keysDiffer, keysMissing } from "../../features/reporting/integrity/prepare-seal.ts";
import { openReportSeal, type ReportSeal } from "../../features/reporting/integrity/report-seal.ts";
import type { Sql } from "../../floor/db/open.ts";
import type { Config } from "../../program/config.ts";
import { warnings } from "./with-database.ts";

/**
 * Opens the key that signs reports. A command makes one for a database that nobody has signed in yet; where the service has a key, what
 * another one signs could be checked by nobody. Who only reads may have a file that lacks keys.
 */
export async function openSeal(config: Config, sql: Sql, { signs }: { signs: boolean }): Promise<ReportSeal> {
  const isThere = await hasKeyFile(config);
  const keys = async () => (isThere ? await readKeyFile(config) : { publicKeys: new Map() });
  const missing = await keysMissing(sql, { keys });
  if (missing.length > 0 && (signs || !isThere)) throw keysDiffer(config);
  return await openReportSeal({ ...config, log: warnings() });
}
