import { keyFilePath, readKeyFile } from "../../../features/reporting/integrity/key-file.ts";
import { adviceOnKeys, keysMissing } from "../../../features/reporting/integrity/prepare-seal.ts";
import { describeBreak } from "../../../features/reporting/integrity/verify-chain.ts";
import { verifyChains } from "../../../features/reporting/integrity/verify-chains.ts";
import { migrationStatus } from "../../../floor/db/migrate.ts";
import { migrations } from "../../../floor/db/migrations.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { Config } from "../../../program/config.ts";
import { type Check, checkTimeoutMs, type OpenedDatabase, reasonOf, unwell, well } from "./check.ts";
import { checkWitness } from "./check-witness.ts";

const name = "report_chain";

/**
 * Looks whether the key that signs reports is there and is the one of this database, whether every chain holds, and whether it
 * goes on from what was witnessed.
 */
export async function checkReports(config: Config, database: OpenedDatabase): Promise<Check[]> {
  if (database === null) return [well(name, noReports(config)), await checkWitness(config, null)];
  try {
    if ("error" in database) throw database.error;
    return [await examineChains(config, database.sql), await checkWitness(config, database.sql)];
  } catch (error) {
    return [unwell(name, `The reports can't be checked: ${reasonOf(error)}.`)];
  }
}

async function examineChains(config: Config, sql: Sql): Promise<Check> {
  const { database, program } = await migrationStatus(sql, migrations);
  if (database < program) return well(name, "Nothing to check before the migrations are applied.");
  const ring = await readKeyFile(config).catch((error: unknown) => reasonOf(error));
  if (typeof ring === "string") {
    const [first] = await firstChain(sql);
    return first === undefined
      ? well(name, noReports(config))
      : unwell(name, `${ring}. Without it no report can be read.`);
  }
  const seal = { keys: async () => ring };
  const missing = await keysMissing(sql, seal);
  if (missing.length > 0) return unwell(name, `Keys differ (${missing.join(", ")}). ${adviceOnKeys}`);
  let reports = 0;
  const signal = AbortSignal.timeout(checkTimeoutMs);
  try {
    for await (const check of verifyChains(sql, { seal, signal })) {
      reports += check.reports;
      if (check.chainBreak !== null)
        return unwell(
          name,
          `${describeBreak(check.agencyId, check.chainBreak)} See "A report that does not fit" in docs/operations.md.`,
        );
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return well(name, `${reports} reports fit; there are more. Run \`pr-service report verify --all\`.`);
  }
  return well(name, `${reports} reports are complete and signed.`);
}

function noReports(config: Config): string {
  return `No reports yet. The first start makes the key at ${keyFilePath(config)}.`;
}

function firstChain(sql: Sql) {
  return sql`select agency_id from report_chain limit 1`;
}
