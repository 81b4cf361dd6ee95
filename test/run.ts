/**
 * Runs all test files, each in a process of its own, on one PostgreSQL and one Redis.
 * `bun test/run.ts [part of a path …] [-t name] [flags for bun test]`; the last line is `N passed, N failed`.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { startServersOfRun } from "./support/citus.ts";
import { ensureEmbeddedTemplate } from "./support/embedded-template.ts";
import { childEnvironment, faultSettings } from "./support/environment.ts";
import { readJunitCounts, type TestCounts } from "./support/junit.ts";
import { searchLogs } from "./support/kept-logs.ts";
import { createClusterTemplate, dropDatabasesOf } from "./support/postgres.ts";
import { startRedis } from "./support/redis.ts";
import { createRunFolder } from "./support/run-folder.ts";
import { endAllServers } from "./support/server-process.ts";

type FileResult = { counts: TestCounts; output: string; seconds: number };
type Servers = { postgresUrl: string; workerUrls: readonly string[]; redisUrl: string };

/** A file waits for two fifths of its time, so that there is one more at a time than cores: three on our machines. */
const parallelFilesMax = 3;
/** Of the faults, which measure how long others wait, two: with more they would measure busy cores. */
const parallelFaultsMax = 2;
/** A file that hangs must not hold the run: the slowest file takes about a minute, and the whole run has ten. */
const fileTimeoutMs = 240_000;
/** A fault that is made many times has this time for each round besides, as its tests themselves do. */
const faultRoundTimeoutMs = 120_000;
const fullFaultTimeoutMs = 3_600_000;
const folderOfFaults = join("test", "faults");
/** They compare how long others wait with and without the fault. They run by themselves after all others, and so do all faults that are made many times. */
const loneFaults = ["burst", "noisy-neighbour", "slow-clients"].map((name) =>
  join(folderOfFaults, `${name}.test.ts`),
);
/** The longest two of the faults come first, so that both lanes end together. They wait for the most of their time. */
const firstFaults = ["postgres", "shutdown"].map((name) => join(folderOfFaults, `${name}.test.ts`));
/**
 * The engine's last step of optimising WebAssembly never pays in a test: an embedded database and its first 200 statements
 * take 1.9 s of processor time without it, and 3.7 s with it.
 */
const engineSettings = { BUN_JSC_useOMGJIT: "0" };

/** For hooks too, which know no other way: a test may crash servers of its own and wait for their recovery. */
const testTimeoutMs = 30_000;
const projectFolder = join(import.meta.dirname, "..");

process.exitCode = await runAll(process.argv.slice(2));

async function runAll(args: string[]): Promise<number> {
  const { paths, flags, hasNamePattern } = splitArguments(args);
  const files = testFiles(paths);
  const isLongRun = faultSettings().rounds !== undefined;
  // What is to be said of durability is measured on a disk.
  const runFolder = createRunFolder({ mayBeInMemory: !isLongRun });
  mkdirSync(logFolderIn(runFolder));
  // Takes 4 s of a core: those who have no use for it and little for a core begin meanwhile.
  const template = ensureEmbeddedTemplate(runFolder);
  createClusterTemplate();
  const [postgres, redis] = await Promise.all([startServersOfRun(), startRedis()]);
  const servers = { ...postgres, redisUrl: redis.url };
  const total: TestCounts = { passed: 0, failed: 0, skipped: 0 };

  async function runQueue(queue: string[]): Promise<void> {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      if (!firstFaults.includes(file)) await template;
      const result = await runFile({ file, flags, hasNamePattern, runFolder, servers });
      report(file, result);
      total.passed += result.counts.passed;
      // A skipped test proves nothing, so that it counts as a failure.
      total.failed += result.counts.failed + result.counts.skipped;
    }
  }

  const faults = files.filter((file) => file.startsWith(folderOfFaults));
  const lone = faults.filter((file) => isLongRun || loneFaults.includes(file));
  const others = files.filter((file) => !faults.includes(file));
  const beside = faults.filter((file) => !lone.includes(file));
  beside.sort((one, other) => Number(firstFaults.includes(other)) - Number(firstFaults.includes(one)));
  const runLanes = (queue: string[], lanes: number) =>
    Promise.all(Array.from({ length: lanes }, () => runQueue(queue)));
  await runLanes(others, Math.min(parallelFilesMax, availableParallelism() + 1));
  await runLanes(beside, Math.min(parallelFaultsMax, availableParallelism()));
  await runQueue(lone);
  await endAllServers();
  const isWhole = paths.length === 0 && !hasNamePattern;
  const logs = await searchAllLogs(logFolderIn(runFolder), isWhole);
  if (total.passed + total.failed === 0) console.log("No test ran: that is a failure.");
  total.passed += logs.passed;
  total.failed += logs.failed;
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

/** The last test: whatever the others did, no service logged a secret. Where none logged a line, there is none to pass. */
async function searchAllLogs(folder: string, isWhole: boolean): Promise<TestCounts> {
  const { lines, found } = await searchLogs(folder);
  const isGood = found.length === 0 && (lines > 0 || !isWhole);
  if (lines > 0 || !isGood)
    console.log(`${isGood ? "ok  " : "FAIL"}  nothing secret was logged  (${lines} lines searched)`);
  for (const { testFile, shape, excerpt } of found) console.log(`      ${testFile}: ${shape} in: ${excerpt}`);
  return { passed: isGood && lines > 0 ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 };
}

function logFolderIn(runFolder: string): string {
  return join(runFolder, "logs");
}

function splitArguments(args: string[]): { paths: string[]; flags: string[]; hasNamePattern: boolean } {
  const paths: string[] = [];
  const flags: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === "-t" || arg === "--test-name-pattern")
      flags.push(`--test-name-pattern=${rest.shift() ?? ""}`);
    else if (arg.startsWith("-")) flags.push(arg);
    else paths.push(arg);
  }
  return { paths, flags, hasNamePattern: flags.some((flag) => flag.startsWith("--test-name-pattern=")) };
}

/** All test files in the order of their paths; with `paths`, those whose path contains one of them. */
function testFiles(paths: string[]): string[] {
  return readdirSync(join(projectFolder, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join("test", file))
    .filter((file) => paths.length === 0 || paths.some((path) => file.includes(relative("", path))))
    .sort();
}

async function runFile(input: {
  file: string;
  flags: string[];
  hasNamePattern: boolean;
  runFolder: string;
  servers: Servers;
}): Promise<FileResult> {
  const started = performance.now();
  const name = input.file.replaceAll(/[^a-z0-9]+/gi, "-");
  const logFolder = join(logFolderIn(input.runFolder), name);
  mkdirSync(logFolder, { recursive: true });
  const junitFile = join(input.runFolder, `${name}.xml`);
  const reporter = ["--reporter=junit", `--reporter-outfile=${junitFile}`];
  const child = spawn(
    process.execPath,
    ["test", `--timeout=${testTimeoutMs}`, ...reporter, ...input.flags, `./${input.file}`],
    {
      cwd: projectFolder,
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that a file that hangs goes together with the processes it started.
      detached: true,
      env: childEnvironment({
        ...engineSettings,
        TMPDIR: input.runFolder,
        TEST_POSTGRES_URL: input.servers.postgresUrl,
        ...(input.servers.workerUrls.length > 0
          ? { TEST_CITUS_WORKERS: input.servers.workerUrls.join(" ") }
          : {}),
        TEST_REDIS_URL: input.servers.redisUrl,
        TEST_LOG_FOLDER: logFolder,
      }),
    },
  );
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  const { rounds = 0 } = faultSettings();
  const timeoutMs = fileTimeoutMs + (rounds === "full" ? fullFaultTimeoutMs : rounds * faultRoundTimeoutMs);
  const timer = setTimeout(() => {
    output.push(Buffer.from(`\nended after ${timeoutMs / 1000} s\n`));
    killGroup(child.pid);
  }, timeoutMs);
  const endWithRun = () => killGroup(child.pid);
  process.on("exit", endWithRun);
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  process.off("exit", endWithRun);
  clearTimeout(timer);
  const { postgresUrl, workerUrls } = input.servers;
  for (const url of [postgresUrl, ...workerUrls])
    if (child.pid !== undefined) await dropDatabasesOf(url, child.pid);

  const counts = readJunitCounts(junitFile) ?? { passed: 0, failed: 0, skipped: 0 };
  const text = Buffer.concat(output).toString("utf8");
  // What a name pattern leaves out is reported as skipped; and without any match in a file, bun test fails.
  const isUnmatched =
    input.hasNamePattern && counts.passed + counts.failed === 0 && text.includes("matched 0 tests");
  if (input.hasNamePattern) counts.skipped = 0;
  // An error outside every test, a crash or a hang has no entry of its own in the report.
  if (exitCode !== 0 && counts.failed === 0 && !isUnmatched) counts.failed = 1;
  return { counts, output: text, seconds: (performance.now() - started) / 1000 };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // ESRCH: it has just ended by itself.
  }
}

function report(file: string, result: FileResult): void {
  const { passed, failed, skipped } = result.counts;
  const counts = `${passed} passed${failed > 0 ? `, ${failed} failed` : ""}${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  const isGood = failed === 0 && skipped === 0;
  console.log(`${isGood ? "ok  " : "FAIL"}  ${file}  (${counts}, ${result.seconds.toFixed(1)} s)`);
  if (!isGood) console.log(result.output.trimEnd());
  else
    for (const line of result.output.split("\n"))
      if (line.startsWith("fault: ")) console.log(`      ${line}`);
}
