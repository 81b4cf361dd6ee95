import type { Command } from "commander";
import { keyFilePath } from "../../../features/reporting/integrity/key-file.ts";
import { migrateAndSign } from "../../../features/reporting/integrity/sign-anchors.ts";
import { hasEmbedded, isServing } from "../../../floor/db/embedded/start-embedded.ts";
import { type Database, openDatabase, type Sql } from "../../../floor/db/open.ts";
import { parseDatabaseUrl } from "../../../floor/db/parse-database-url.ts";
import type { Config } from "../../../program/config.ts";
import { print } from "../print.ts";
import { createProgressBar } from "../progress-bar.ts";
import { addSecretOption, readSecretOption } from "../read-secret-option.ts";
import { UsageError } from "../usage-error.ts";
import { configOf, warnings } from "../with-database.ts";
import { type TransferredTable, transfer } from "./transfer.ts";

/** One for the transaction, one for what runs before it. */
const connectionsMax = 2;

export function addTransferCommand(program: Command): void {
  const transferCommand = program
    .command("transfer")
    .description("move everything from the embedded database to PostgreSQL");
  addSecretOption(transferCommand, "to", "an empty database, as postgres://user@host/name").action(
    async (_options: unknown, command: Command) => {
      const target = parseTarget(await readSecretOption(command, "to"));
      const config = configOf(command);
      const { dataDirectory } = config;
      if (await isServing(dataDirectory)) {
        throw new Error(
          `A service runs on ${dataDirectory}. Stop it first: what it writes meanwhile would stay behind.`,
        );
      }
      if (!hasEmbedded(dataDirectory)) {
        throw new Error(
          `There is no embedded database in ${dataDirectory}. Name its directory with --data-dir.`,
        );
      }
      const tables = await transferTo(target, config);
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const filled = tables.filter((table) => table.rows > 0);
      print(command, { rows, tables }, [
        ...filled.map((table) => `${String(table.rows).padStart(10)}  ${table.name}`),
        `${rows} rows in ${filled.length} tables, counted and hashed on both sides: equal.`,
        `Now start the service with DATABASE_URL, and with SECRET_KEY as it was (or as ${dataDirectory}/secret.key holds it). Its reports need the same signing key: take ${keyFilePath(config)} along, or set REPORT_SIGNING_KEY_FILE.`,
      ]);
    },
  );
}

async function transferTo(databaseUrl: string, config: Config): Promise<TransferredTable[]> {
  const { dataDirectory } = config;
  const to = await openDatabase({ databaseUrl, dataDirectory, connectionsMax });
  try {
    // Before the embedded one is started, which takes a second.
    await to.sql`select 1`;
    const tables = await copyInto(to, config);
    await analyze(to.sql);
    return tables;
  } finally {
    await to.close();
  }
}

async function copyInto(to: Database, config: Config): Promise<TransferredTable[]> {
  const { dataDirectory } = config;
  // A service that has just begun did not answer yet when it was looked for.
  const from = await openDatabase({ databaseUrl: null, dataDirectory, connectionsMax, isAlone: true });
  const bar = createProgressBar("Transfer");
  try {
    // DATABASE_URL may name the target already: what is migrated here is the embedded one.
    const embedded = { ...config, databaseUrl: null, databaseDirectUrl: null };
    await migrateAndSign(from.sql, embedded, warnings());
    return await transfer(from, to, bar.show);
  } finally {
    bar.end();
    await from.close();
  }
}

/**
 * The planner knows nothing of tables that were filled a moment ago. Large ones take longer than a statement may; and whatever becomes
 * of it, all rows are there: who was told of a failure emptied the target and began anew.
 */
async function analyze(sql: Sql): Promise<void> {
  try {
    await sql.begin(async (transaction) => {
      await transaction`set local statement_timeout = 0`;
      await transaction`analyze`;
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`The rows are there. Run analyze yourself: ${reason}\n`);
  }
}

function parseTarget(value: string): string {
  const parsed = parseDatabaseUrl(value, "--to");
  if (typeof parsed === "string") throw new UsageError(parsed);
  return value;
}
