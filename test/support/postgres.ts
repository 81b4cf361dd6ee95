/** Private PostgreSQL servers for tests: own folder, own port on 127.0.0.1, gone with the process. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import {
  citusWorkersOfTheRun,
  postgresProgramsOfTheRun,
  serversOfTheRun,
  templateFolder,
} from "./environment.ts";
import {
  atEndOfFile,
  createFolder,
  findProgram,
  missingProgram,
  removeFolder,
  runToEnd,
  type ServerProcess,
  startServer,
  untilReady,
  withFreePorts,
} from "./server-process.ts";

export type PostgresServer = {
  /** Superuser on the database `postgres`; no password. */
  url: string;
  host: string;
  port: number;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
  /** Stops it and keeps its data: `fast` ends the sessions, `immediate` is a crash (recovery at the next start). */
  stopServer(mode: "fast" | "immediate"): Promise<void>;
  /** Starts it again on the same port; resolves when it takes connections. */
  startServer(): Promise<void>;
  /** The folder of its data. */
  data: string;
  /** Of its first process, whose children are its sessions. */
  pid(): number;
  /** Hangs the server with all its sessions: connections stay open, and nothing is answered until `resume`. */
  pause(): void;
  resume(): void;
};

const debianPackage = "postgresql";
const installationsFolder = "/usr/lib/postgresql";
/** Several test files run at once on the server of a run, each with a pool or two of up to 20. */
const connectionsMax = 300;
const signalByMode = { fast: "SIGINT", immediate: "SIGQUIT" } as const;
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

/** Starts a server. `durable` keeps fsync on, for tests that lose data when it is off; `settings` adds `-c name=value`. */
export async function startPostgres(
  options: {
    durable?: boolean;
    settings?: Record<string, string>;
    /** The folder of its programs, where not those of the run. */
    programs?: string;
    environment?: Record<string, string>;
    /** The folder of a template that it begins as a copy of. */
    template?: string;
  } = {},
): Promise<PostgresServer> {
  const programs = options.programs ?? programsOfTheRun();
  const template = options.template ?? ensureClusterTemplate(programs);
  return withFreePorts(1, async ([port = 0]) => {
    const folder = createFolder("test-postgres-", "postgres");
    const data = join(folder, "data");
    runToEnd("cp", ["-a", template, data], folder, "postgres");
    const settings = {
      ...settingsFor(port, options.durable === true),
      unix_socket_directories: folder,
      ...options.settings,
    };
    const args = [
      "-D",
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ];
    let server: ServerProcess;

    async function start(): Promise<void> {
      // By `env`, so that it begins with the server and not before root has given its rights up.
      const environment = Object.entries(options.environment ?? {}).map(
        ([name, value]) => `${name}=${value}`,
      );
      server = startServer({
        command: "/usr/bin/env",
        args: [...environment, join(programs, "postgres"), ...args],
        folder,
        runAs: "postgres",
        exitSignal: "SIGQUIT",
      });
      await untilReady(server, folder, async () => isReady(data, server.pid));
    }
    await start();
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      host: "127.0.0.1",
      port,
      data,
      startServer: start,
      stopServer: (mode) => server.end(signalByMode[mode]),
      pid: () => server.pid,
      pause: () => signalFamily(server.pid, "SIGSTOP"),
      resume: () => signalFamily(server.pid, "SIGCONT"),
      async stop() {
        await server.end("SIGQUIT");
        removeFolder(folder);
      },
    };
  });
}

/** The folder of a template of servers, which is of these programs and of `content`. */
export function clusterTemplate(content: string): string {
  const hash = createHash("sha256").update(programsOfTheRun()).update(content).digest("hex").slice(0, 16);
  return join(templateFolder(), `prs-cluster-${hash}`);
}

/** Makes what a stopped server holds a template; where another process was faster, that one's stays. */
export function keepAsTemplate(data: string, template: string): void {
  const draft = `${template}-${process.pid}`;
  // A copy, since the template may lie on another file system.
  runToEnd("cp", ["-aT", data, draft], templateFolder());
  if (existsSync(template)) rmSync(draft, { recursive: true });
  else renameSync(draft, template);
}

/** What every server begins with, made once for a machine: a copy takes a twentieth of the 0.9 s that `initdb` takes. */
function ensureClusterTemplate(programs: string): string {
  const template = clusterTemplate(programs);
  if (existsSync(template)) return template;
  const folder = createFolder("test-postgres-", "postgres");
  createCluster(programs, join(folder, "data"), folder);
  keepAsTemplate(join(folder, "data"), template);
  removeFolder(folder);
  return template;
}

function createCluster(programs: string, data: string, folder: string): void {
  const encoding = ["-E", "UTF8", "--locale=C.UTF-8"];
  const args = ["-D", data, "-U", "postgres", "-A", "trust", ...encoding, "--no-sync"];
  runToEnd(join(programs, "initdb"), args, folder, "postgres");
}

function programsOfTheRun(): string {
  return postgresProgramsOfTheRun() ?? newestPrograms();
}

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

/** Returns the folder of the newest installed PostgreSQL, so that tests can run pg_dump, psql or pgbench from it. */
export function newestPrograms(): string {
  const versions = existsSync(installationsFolder) ? readdirSync(installationsFolder) : [];
  const newest = versions
    .filter((version) => existsSync(join(installationsFolder, version, "bin", "initdb")))
    .sort((a, b) => Number(b) - Number(a))[0];
  if (newest !== undefined) return join(installationsFolder, newest, "bin");
  try {
    return join(findProgram("initdb", debianPackage), "..");
  } catch {
    throw missingProgram("PostgreSQL (initdb)", debianPackage);
  }
}

function settingsFor(port: number, isDurable: boolean): Record<string, string> {
  const lasting = isDurable ? "on" : "off";
  return {
    listen_addresses: "127.0.0.1",
    port: String(port),
    max_connections: String(connectionsMax),
    shared_buffers: "64MB",
    fsync: lasting,
    full_page_writes: lasting,
    // It visits each database once a minute, and a run has dozens that live for seconds.
    autovacuum: lasting,
  };
}

/** Reads the status that the server itself writes to line 8 of postmaster.pid (line 1 is its process id). */
function isReady(data: string, pid: number): boolean {
  const file = join(data, "postmaster.pid");
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return lines[0] === String(pid) && lines[7]?.trim() === "ready";
}

/** Each session of PostgreSQL is a child process in a group of its own, so a signal to the first reaches none of them. */
function signalFamily(pid: number, signal: NodeJS.Signals): void {
  process.kill(pid, signal);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean);
  for (const child of children) {
    try {
      process.kill(Number(child), signal);
    } catch {
      // Its session ended after the list was read.
    }
  }
}

async function asSuperuser<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
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

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
