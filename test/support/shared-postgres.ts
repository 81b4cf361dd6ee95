/** The PostgreSQL server that the test files of a run share, with the databases that each makes there. */
import postgres from "postgres";
import { citusWorkersOfTheRun, serversOfTheRun } from "./environment.ts";
import { startPostgres } from "./postgres.ts";
import { atEndOfFile } from "./server-process.ts";

/** Any number will do: it is the lock under which the first test file builds a template for all others. */
const templateLock = 4_021_975;

let shared: Promise<{ url: string }> | undefined;
/** The session that makes this process' databases: to begin one takes half as long as to make a database. */
let administering: postgres.Sql | undefined;
/** Where the shared server has its socket. */
let socketFolder: Promise<string> | undefined;
/** What this process knows to be there, by address and name. */
const templates = new Map<string, Promise<string>>();
let databasesCreated = 0;

/**
 * Returns the server of the run, or of this process when the file is run by itself, started by `start` then. Nobody may stop it:
 * others use it.
 */
export function sharedPostgres(
  start: () => Promise<{ url: string }> = startPostgres,
): Promise<{ url: string }> {
  const { postgresUrl } = serversOfTheRun();
  if (shared === undefined) atEndOfFile(forgetShared);
  shared ??= postgresUrl === undefined ? start() : Promise.resolve({ url: postgresUrl });
  return shared;
}

/** A server of this process goes with the file; of a run's, only the databases go. The session that makes and drops them stays for the next. */
async function forgetShared(): Promise<void> {
  const { postgresUrl } = serversOfTheRun();
  if (postgresUrl === undefined) {
    await administering?.end({ timeout: 5 });
    administering = undefined;
    templates.clear();
  } else {
    if (administering !== undefined) await dropDatabases(administering, process.pid);
    for (const url of citusWorkersOfTheRun() ?? []) await dropDatabasesOf(url, process.pid);
  }
  shared = undefined;
  socketFolder = undefined;
}

/** Creates an empty database, or a copy of `template`, on the shared server and returns its URL; the run removes it. */
export async function createDatabase(template = "template0"): Promise<string> {
  databasesCreated += 1;
  return await copyDatabase(template, `${databasePrefix(process.pid)}${databasesCreated}`);
}

/** The same, which stays when the file ends and goes with the server. */
export async function createLastingDatabase(template: string): Promise<string> {
  databasesCreated += 1;
  return await copyDatabase(template, `lasting_${process.pid}_${databasesCreated}`);
}

/** A database of the shared server by its socket: TCP from process to process takes both a few per cent more of the suite's time. */
export async function bySocket(url: string): Promise<string> {
  socketFolder ??= findSocketFolder();
  const { port, pathname } = new URL(url);
  return `postgres://postgres@${encodeURIComponent(await socketFolder)}:${port}${pathname}`;
}

async function findSocketFolder(): Promise<string> {
  const sql = await administer();
  const [row] = await sql<{ folder: string }[]>`select current_setting('unix_socket_directories') as folder`;
  if (!row?.folder) throw new Error("The server of the tests has no socket.");
  return row.folder;
}

async function administer(): Promise<postgres.Sql> {
  const server = await sharedPostgres();
  administering ??= superuser(server.url);
  return administering;
}

async function copyDatabase(template: string, name: string): Promise<string> {
  const server = await sharedPostgres();
  const sql = await administer();
  const [version] = await sql<{ hasStrategies: boolean }[]>`
    select current_setting('server_version_num')::integer >= 150000 as "hasStrategies"
  `;
  // To copy the files, as 14 always does, takes less than half the processor time of logging every page.
  const strategy = version?.hasStrategies === true ? sql`strategy file_copy` : sql``;
  await sql`create database ${sql(name)} template ${sql(template)} ${strategy}`;
  return databaseUrl(server.url, name);
}

/**
 * Makes sure that the template `name` exists once per run, built by `prepare` on an empty database, or on a copy of the template `from`;
 * returns `name`.
 */
export async function ensureTemplate(
  name: string,
  prepare: (url: string) => Promise<void>,
  { server, from = "template0" }: { server?: { url: string }; from?: string } = {},
): Promise<string> {
  const { url } = server ?? (await sharedPostgres());
  const key = `${url} ${name}`;
  const made = templates.get(key) ?? makeTemplate(url, { name, from, prepare });
  templates.set(key, made);
  return await made;
}

async function makeTemplate(
  url: string,
  { name, from, prepare }: { name: string; from: string; prepare: (url: string) => Promise<void> },
): Promise<string> {
  await asSuperuser(url, async (sql) => {
    await sql`select pg_advisory_lock(${templateLock})`;
    const found = await sql`select 1 from pg_database where datname = ${name}`;
    if (found.length > 0) return;
    const draft = `${name}_draft`;
    await sql`drop database if exists ${sql(draft)} with (force)`;
    await sql`create database ${sql(draft)} template ${sql(from)}`;
    await prepare(databaseUrl(url, draft));
    await sql`alter database ${sql(draft)} rename to ${sql(name)}`;
    // A single open connection to a template would make every copy of it fail.
    await sql`alter database ${sql(name)} allow_connections false`;
  });
  return name;
}

/** Removes the databases that the test process `pid` left on the server. */
export async function dropDatabasesOf(url: string, pid: number): Promise<void> {
  await asSuperuser(url, (sql) => dropDatabases(sql, pid));
}

async function dropDatabases(sql: postgres.Sql, pid: number): Promise<void> {
  const left = await sql<{ datname: string }[]>`
    select datname
    from pg_database
    where starts_with(datname, ${databasePrefix(pid)})
  `;
  for (const { datname } of left) await sql`drop database if exists ${sql(datname)} with (force)`;
}

/** One session on the server, with all rights, for as long as `work` takes. */
export async function asSuperuser<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = superuser(url);
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function superuser(url: string): postgres.Sql {
  return postgres(url, { max: 1, onnotice: () => undefined });
}

function databasePrefix(pid: number): string {
  return `test_${pid}_`;
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
