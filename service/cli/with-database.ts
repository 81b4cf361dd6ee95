import type { Command } from "commander";
import { type Config, readConfig } from "../config.ts";
import { directPlace } from "../db/fit-to-server.ts";
import { migrate } from "../db/migrate.ts";
import { migrations } from "../db/migrations.ts";
import { type Database, type OpenOptions, openDatabase } from "../db/open.ts";

/** One connection is enough for a command, and leaves the others to the service that runs beside it. */
const connectionsMax = 2;

/** The configuration, with what the command line says in place of the environment. */
export function configOf(command: Command): Config {
  const config = readConfig();
  const dataDirectory: unknown = command.optsWithGlobals().dataDir;
  return typeof dataDirectory === "string" ? { ...config, dataDirectory } : config;
}

/** What a command opens: the database by a session of its own where there is a way to one. */
export function openingOf(config: Config): OpenOptions {
  const { databaseUrl, databasePooler, dataDirectory, embeddedSync } = directPlace(config);
  return { databaseUrl, databasePooler, dataDirectory, embeddedSync };
}

/** Opens the database for one command, brings it up to date, runs `work`, and closes it whatever happens. */
export async function withDatabase<T>(
  command: Command,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ ...openingOf(configOf(command)), connectionsMax });
  try {
    await migrate(database.sql, migrations);
    return await work(database);
  } finally {
    await database.close();
  }
}
