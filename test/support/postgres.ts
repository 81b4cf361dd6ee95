/** Private PostgreSQL servers for tests: own folder, own port on 127.0.0.1, gone with the process. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { postgresProgramsOfTheRun, templateFolder } from "./environment.ts";
import {
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
