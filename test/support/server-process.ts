/** Child servers of the tests: started in a folder of their own, and gone when this process is gone. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { childEnvironment } from "./environment.ts";

export type ServerProcess = {
  pid: number;
  /** True until the process has ended. */
  isRunning(): boolean;
  /** Sends `signal` and resolves when the process has ended; at once if it has ended already. After `timeoutMs` it is killed. */
  end(signal: NodeJS.Signals, timeoutMs?: number): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Null while it runs, and after an end by a signal that it did not handle. */
  exitCode(): number | null;
};

/** A server that hasn't gone `endTimeoutMs` after its stop signal gets SIGKILL: a checkpoint on a busy disk takes seconds. */
const endTimeoutMs = 60_000;
/** Starting PostgreSQL takes 0.1 s and crash recovery of a test database about 1 s; ten times that for a busy machine. */
const readyTimeoutMs = 60_000;
/** Another process may take a free port between our look and the server's bind. */
const portAttempts = 5;
/** Enough of a server's log to see why it refused to start. */
const logTailChars = 2_000;

const running = new Map<number, { child: ChildProcess; server: ServerProcess; exitSignal: NodeJS.Signals }>();
const folders = new Set<string>();
const endings = new Set<() => Promise<void>>();
let isWatchingExit = false;

/** Creates a temporary folder that `removeFolder` or the end of this process removes; `owner` gets it when we are root. */
export function createFolder(prefix: string, owner?: string): string {
  watchExit();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  folders.add(folder);
  if (owner !== undefined && isRoot()) chownSync(folder, userId(owner, "-u"), userId(owner, "-g"));
  return folder;
}

export function removeFolder(folder: string): void {
  // A PostgreSQL that is just ending still writes into its folder: rmSync then fails with ENOTEMPTY, and a retry helps.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  folders.delete(folder);
}

/** Starts `command` in the background; its output goes to `folder`/server.log. `exitSignal` ends it when this process ends. */
export function startServer(input: {
  command: string;
  args: string[];
  folder: string;
  runAs?: string;
  exitSignal: NodeJS.Signals;
  /** Laid over our own environment. */
  environment?: Record<string, string>;
}): ServerProcess {
  watchExit();
  const [command, ...args] = [...privileges(input.runAs, input.exitSignal), input.command, ...input.args];
  const log = openSync(join(input.folder, "server.log"), "a");
  const child = spawn(command ?? input.command, args, {
    cwd: input.folder,
    stdio: ["ignore", log, log],
    env: childEnvironment(input.environment),
  });
  closeSync(log);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${input.command} could not be started`);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  void ended.then(() => running.delete(pid));
  child.unref();

  const server: ServerProcess = {
    pid,
    isRunning: () => running.has(pid),
    signal: (signal) => void child.kill(signal),
    exitCode: () => child.exitCode,
    async end(signal, timeoutMs = endTimeoutMs) {
      if (!running.has(pid)) return;
      child.kill(signal);
      // A stopped process (SIGSTOP) takes no other signal before it goes on.
      child.kill("SIGCONT");
      const killTimer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
      await ended;
      clearTimeout(killTimer);
    },
  };
  running.set(pid, { child, server, exitSignal: input.exitSignal });
  return server;
}

/** Runs `command` to its end as `runAs` (when we are root) in `folder`; throws with its output when it fails. */
export function runToEnd(command: string, args: string[], folder: string, runAs?: string): void {
  const [program, ...rest] = [...privileges(runAs, "SIGKILL"), command, ...args];
  execFileSync(program ?? command, rest, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: childEnvironment(),
  });
}

/** Waits until `isReady`, and throws with the end of the server's log when it ends or takes too long. */
export async function untilReady(
  server: ServerProcess,
  folder: string,
  isReady: () => Promise<boolean>,
): Promise<void> {
  const deadlineMs = performance.now() + readyTimeoutMs;
  while (server.isRunning() && performance.now() < deadlineMs) {
    if (await isReady()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const log = readFileSync(join(folder, "server.log"), "utf8").slice(-logTailChars);
  await server.end("SIGKILL");
  throw new Error(`the server in ${folder} did not become ready:\n${log}`);
}

/** Calls `start` with free ports of 127.0.0.1 until it succeeds: a port can be lost between the look and the bind. */
export async function withFreePorts<T>(count: number, start: (ports: number[]) => Promise<T>): Promise<T> {
  let cause: unknown;
  for (let attempt = 0; attempt < portAttempts; attempt += 1) {
    try {
      return await start(await freePorts(count));
    } catch (error) {
      cause = error;
    }
  }
  throw new Error(`no server came up in ${portAttempts} attempts`, { cause });
}

/** Returns the path of `name` in PATH or the usual folders; a missing program fails the test, and says how to get it. */
export function findProgram(name: string, debianPackage: string): string {
  const path = [
    ...(childEnvironment().PATH ?? "").split(delimiter),
    "/usr/bin",
    "/usr/local/bin",
    "/usr/sbin",
  ];
  const found = path.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (found === undefined) throw missingProgram(name, debianPackage);
  return found;
}

export function missingProgram(name: string, debianPackage: string): Error {
  return new Error(`${name} is missing: the tests need it. On Debian: apt-get install ${debianPackage}`);
}

/** Ends every server that this process started and removes their folders. */
export async function endAllServers(): Promise<void> {
  await Promise.all([...running.values()].map(({ server, exitSignal }) => server.end(exitSignal)));
  for (const folder of folders) removeFolder(folder);
}

/** Runs `work` once after the last test of this file: the next file in this process begins with nothing of it. */
export function atEndOfFile(work: () => Promise<void>): void {
  endings.add(work);
}

/** Ends what a test file forgot, and what it shared with nobody. */
export async function endFile(): Promise<void> {
  for (const work of endings) await work();
  endings.clear();
  await endAllServers();
}

async function freePorts(count: number): Promise<number[]> {
  const listeners = await Promise.all(
    Array.from({ length: count }, async () => {
      const listener = createServer();
      await new Promise<void>((resolve, reject) =>
        listener.once("error", reject).listen(0, "127.0.0.1", resolve),
      );
      return listener;
    }),
  );
  return Promise.all(
    listeners.map(async (listener) => {
      const address = listener.address();
      await new Promise((resolve) => listener.close(resolve));
      if (address === null || typeof address === "string") throw new Error("a TCP listener has no port");
      return address.port;
    }),
  );
}

/** Drops root for servers that refuse it, and (on Linux) lets the kernel end the server even when we die by SIGKILL. */
function privileges(runAs: string | undefined, deathSignal: NodeJS.Signals): string[] {
  const isDropped = runAs !== undefined && isRoot();
  if (!existsSync("/usr/bin/setpriv")) return isDropped ? ["runuser", "-u", runAs, "--"] : [];
  const user = isDropped ? [`--reuid=${runAs}`, `--regid=${runAs}`, "--init-groups"] : [];
  return ["/usr/bin/setpriv", ...user, "--pdeathsig", deathSignal.slice("SIG".length), "--"];
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function userId(user: string, flag: "-u" | "-g"): number {
  return Number(execFileSync("id", [flag, user], { encoding: "utf8" }));
}

function watchExit(): void {
  if (isWatchingExit) return;
  isWatchingExit = true;
  process.on("exit", endEverything);
  process.once("SIGINT", () => void endAllServers().finally(() => process.exit(130)));
  process.once("SIGTERM", () => void endAllServers().finally(() => process.exit(143)));
}

/** The last resort, which can't wait: `endAllServers` comes first wherever there is a place for it. */
function endEverything(): void {
  for (const { child, exitSignal } of running.values()) {
    child.kill(exitSignal);
    child.kill("SIGCONT");
  }
  for (const folder of folders) removeFolder(folder);
}
