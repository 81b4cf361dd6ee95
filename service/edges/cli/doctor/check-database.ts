import { codeOf } from "../../../errors.ts";
import { migrationStatus } from "../../../floor/db/migrate.ts";
import { migrations } from "../../../floor/db/migrations.ts";
import type { Sql } from "../../../floor/db/open.ts";
import type { Config } from "../../../program/config.ts";
import {
  type Check,
  hostsOf,
  type OpenedDatabase,
  reasonOf,
  unwell,
  well,
  withinCheckTime,
} from "./check.ts";
import { checkBackfills } from "./check-backfills.ts";
import { checkImprints } from "./check-imprints.ts";
import { checkSenders } from "./check-mailings.ts";
import { checkRemovals } from "./check-removals.ts";

/** Our statements use what PostgreSQL 14 brought: multiranges, for instance. */
const versionMin = 14;
/** Signatures, leases and links live for minutes; half a minute is far beyond what any synchronised clock is off. */
const clockDifferenceMaxMs = 30_000;
const names = [
  "database",
  "database_version",
  "migrations",
  "backfills",
  "clock",
  "imprints",
  "removals",
] as const;

type DatabaseSettings = Pick<Config, "databaseUrl" | "dataDirectory" | "isProduction">;

/** Looks whether the database is there, is ours, is recent enough and up to date, and agrees with us on the time. */
export async function checkDatabase(
  settings: DatabaseSettings,
  database: OpenedDatabase,
  now: () => number = Date.now,
): Promise<Check[]> {
  if (database === null) {
    const message = `The embedded database in ${settings.dataDirectory} will be created at the first start.`;
    return settings.isProduction ? [inProduction()] : [well("database", message)];
  }
  try {
    if ("error" in database) throw database.error;
    const { sql } = database;
    await withinCheckTime(sql`select 1`.execute());
    return [
      await checkOwner(sql, settings),
      ...(await Promise.all([
        checkVersion(sql),
        checkMigrations(sql),
        checkBackfills(sql),
        checkClock(sql, now),
        checkImprints(sql),
        checkRemovals(sql),
        checkSenders(sql),
      ])),
    ];
  } catch (error) {
    const [first, ...others] = names;
    return [
      unwell(first, explain(error, settings.databaseUrl)),
      ...others.map((name) => unwell(name, "Not known, because the database can't be reached.")),
    ];
  }
}

function inProduction(): Check {
  return unwell(
    "database",
    "The embedded database is used in production: it is for one process on one machine. Set DATABASE_URL, and move what is there with `pr-service transfer --to-file FILE`.",
  );
}

async function checkOwner(sql: Sql, { databaseUrl, isProduction }: DatabaseSettings): Promise<Check> {
  if (databaseUrl === null) {
    return isProduction ? inProduction() : await checkSyncs(sql);
  }
  const [row] = await sql<{ name: string; isOurs: boolean; foreign: string | null }[]>`
    select
      current_database() as name,
      to_regclass('migration') is not null as "isOurs",
      (
        select min(relname)
        from pg_class
        where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
      ) as foreign
  `;
  if (row === undefined || row.isOurs || row.foreign === null) {
    return well("database", `PostgreSQL answers, database "${row?.name ?? ""}".`);
  }
  return unwell(
    "database",
    `The database "${row.name}" belongs to something else: it holds the table "${row.foreign}" and none of ours. Correct DATABASE_URL.`,
  );
}

/** Asks the database itself: a running service may have another configuration than this command. */
async function checkSyncs(sql: Sql): Promise<Check> {
  const [row] = await sql<{ fsync: string }[]>`
    select current_setting('fsync') as fsync
  `;
  return row?.fsync === "on"
    ? well("database", "The embedded database answers, and syncs each commit to disk.")
    : unwell(
        "database",
        "The embedded database runs with EMBEDDED_SYNC=off: a power cut can cost what was acknowledged, and the whole database. Unset EMBEDDED_SYNC and restart the service.",
      );
}

async function checkVersion(sql: Sql): Promise<Check> {
  const [row] = await sql<{ number: number }[]>`
    select current_setting('server_version_num')::integer as number
  `;
  return judgeVersion(row?.number ?? 0);
}

/** `number` as PostgreSQL writes it: 150004 for 15.4. */
export function judgeVersion(number: number): Check {
  const major = Math.floor(number / 10_000);
  return major >= versionMin
    ? well("database_version", `PostgreSQL ${major}.`)
    : unwell("database_version", `PostgreSQL ${major} is too old. Use ${versionMin} or later.`);
}

async function checkMigrations(sql: Sql): Promise<Check> {
  const { database, program } = await migrationStatus(sql, migrations);
  if (database === program) return well("migrations", `Up to date, at migration ${database}.`);
  return database < program
    ? unwell(
        "migrations",
        `The database is at migration ${database} of ${program}. Run \`pr-service migrate\`.`,
      )
    : unwell(
        "migrations",
        `The database is at migration ${database}, this program knows ${program}. Run the newer program.`,
      );
}

async function checkClock(sql: Sql, now: () => number): Promise<Check> {
  const askedMs = now();
  const [row] = await sql<{ ms: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms
  `;
  const differenceMs = (askedMs + now()) / 2 - (row?.ms ?? 0);
  const seconds = (Math.abs(differenceMs) / 1000).toFixed(1);
  if (Math.abs(differenceMs) <= clockDifferenceMaxMs) {
    return well("clock", `This machine's clock and the database's are ${seconds} s apart.`);
  }
  return unwell(
    "clock",
    `This machine's clock is ${seconds} s ${differenceMs > 0 ? "ahead of" : "behind"} the database's. Synchronise both with a time server (for instance with chrony).`,
  );
}

function explain(error: unknown, databaseUrl: string | null): string {
  if (databaseUrl === null) return `${reasonOf(error)}.`;
  const host = hostsOf(databaseUrl).join(", ");
  const [, pathname = ""] = /^[a-z]+:\/\/[^/?#]*\/([^?#]*)/i.exec(databaseUrl) ?? [];
  const advice: Record<string, string> = {
    "3D000": `The database "${decodeURIComponent(pathname)}" does not exist. Create it, or correct DATABASE_URL.`,
    "08P01": `A pooler before the database refuses our settings: ${reasonOf(error)}. See "A pooler" in docs/operations.md.`,
    "28P01": "The database refuses the password. Correct DATABASE_URL.",
    "28000": "The database refuses the user. Correct DATABASE_URL, or pg_hba.conf.",
    ECONNREFUSED: `Nothing listens at ${host}. Start PostgreSQL, or correct DATABASE_URL.`,
    ENOENT: `There is no socket at ${host}. Start PostgreSQL, or correct DATABASE_URL.`,
    ENOTFOUND: `The name in ${host} can't be resolved. Correct DATABASE_URL, or the DNS.`,
    CONNECT_TIMEOUT: `${host} does not answer. Look at its firewall, or correct DATABASE_URL.`,
  };
  return advice[codeOf(error)] ?? `The database at ${host} can't be used: ${reasonOf(error)}.`;
}
