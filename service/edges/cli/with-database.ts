import type { Command } from "commander";
import { migrateAndSign } from "../../features/reporting/integrity/sign-anchors.ts";
import { directAddress } from "../../floor/db/fit-to-server.ts";
import { type Database, type OpenOptions, openDatabase } from "../../floor/db/open.ts";
import { createAddressRanges } from "../../floor/http/address-ranges.ts";
import type { TargetRules } from "../../floor/outbound/check-target.ts";
import { createLog, type Log } from "../../log.ts";
import { type Config, readConfig } from "../../program/config.ts";
import { lookUpOnBun } from "../../program/look-up-on-bun.ts";

/** One connection is enough for a command, and leaves the others to the service that runs beside it. */
const connectionsMax = 2;

/** The configuration, with what the command line says in place of the environment. */
export function configOf(command: Command): Config {
  const config = readConfig();
  const dataDirectory: unknown = command.optsWithGlobals().dataDir;
  return typeof dataDirectory === "string" ? { ...config, dataDirectory } : config;
}

/** Which hosts a command may ask, looked up as the service looks them up: what it refuses the service would not find. */
export function targetRulesOf(command: Command): TargetRules {
  return { allowCidrs: createAddressRanges(configOf(command).webhookAllowCidrs), resolve: lookUpOnBun };
}

/** What a command opens: the database by a session of its own where there is a way to one. */
export function openingOf(config: Config): OpenOptions {
  const { databaseUrl, databasePooler, dataDirectory, embeddedSync } = directAddress(config);
  return { databaseUrl, databasePooler, dataDirectory, embeddedSync };
}

/** Opens the database for one command, brings it up to date, runs `work`, and closes it whatever happens. */
export async function withDatabase<T>(
  command: Command,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const config = configOf(command);
  const database = await openDatabase({ ...openingOf(config), connectionsMax });
  try {
    await migrateAndSign(database.sql, config, warnings());
    return await work(database);
  } finally {
    await database.close();
  }
}

/** What a command has to say of itself goes beside its output. */
export function warnings(): Log {
  return createLog("warn", (line) => process.stderr.write(`${line}\n`));
}
