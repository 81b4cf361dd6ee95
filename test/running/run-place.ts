/** What the processes of a run share: servers, folders, flags. */
import type { SpawnOptions } from "node:child_process";
import { join } from "node:path";
import { childEnvironment, type DatabasesOfRun } from "../support/environment.ts";

export type RunPlace = {
  flags: readonly string[];
  databases: DatabasesOfRun;
  hasNamePattern: boolean;
  runFolder: string;
  logFolder: string;
  /** Where the reports with the names of all tests go. */
  junitFolder: string;
  /** Where this program lies once it is compiled; null where its sources are started. */
  program: string | null;
  servers: { postgresUrl: string; workerUrls: readonly string[]; redisUrl: string };
};

/**
 * The engine's last step of optimising WebAssembly never pays in a test: an embedded database and its first 200 statements
 * take 1.9 s of processor time without it, and 3.7 s with it.
 */
const engineSettings = { BUN_JSC_useOMGJIT: "0" };
/** For hooks too, which know no other way: a test may crash servers of its own and wait for their recovery. */
const testTimeoutMs = 300_000;

export const projectFolder = join(import.meta.dirname, "..", "..");

/** How `bun test` is started with `args`. */
export function commandFor(input: {
  place: RunPlace;
  junitFile: string;
  logFolder: string;
  args: readonly string[];
  environment?: Record<string, string>;
}): [command: string, args: string[], options: SpawnOptions & { stdio: ["ignore", "pipe", "pipe"] }] {
  const { servers, flags, databases, runFolder, program } = input.place;
  const reporter = ["--reporter=junit", `--reporter-outfile=${input.junitFile}`];
  const workers = servers.workerUrls.join(" ");
  return [
    process.execPath,
    ["--no-orphans", "test", `--timeout=${testTimeoutMs}`, ...reporter, ...flags, ...input.args],
    {
      cwd: projectFolder,
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that what hangs goes together with the processes it started.
      detached: true,
      env: childEnvironment({
        ...engineSettings,
        ...input.environment,
        TMPDIR: runFolder,
        TEST_POSTGRES_URL: servers.postgresUrl,
        ...(workers === "" ? {} : { TEST_CITUS_WORKERS: workers }),
        TEST_REDIS_URL: servers.redisUrl,
        ...(program !== null && { TEST_PROGRAM: program }),
        TEST_LOG_FOLDER: input.logFolder,
        TEST_DATABASES: databases,
      }),
    },
  ];
}

export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // ESRCH: it has just ended by itself.
  }
}
