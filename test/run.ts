/**
 * Runs all test files but faults, walks and what measures on one PostgreSQL and one Redis, together in a few processes. A fault or a file
 * that measures, where it is named, has a process of its own.
 * `bun test/run.ts [--quick | --embedded] [--changed[=commit]] [part of a path …] [-t name] [flags for bun test]`; the last line is
 * `N passed, N failed`.
 */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { findAffectedTests } from "./running/affected-tests.ts";
import {
  isFault,
  isMeasured,
  isOnBothDatabases,
  isQuick,
  isStarting,
  isTimed,
  isWalk,
  planRun,
} from "./running/plan-run.ts";
import { reportFile } from "./running/report-file.ts";
import { type FileResult, runFile } from "./running/run-file.ts";
import { projectFolder, type RunPlace } from "./running/run-place.ts";
import { readTimings, runTogether } from "./running/run-together.ts";
import { startServersOfRun } from "./support/citus.ts";
import { ensureEmbeddedTemplate } from "./support/embedded-template.ts";
import { type DatabasesOfRun, faultSettings, junitFolderOfTheRun } from "./support/environment.ts";
import type { TestCounts } from "./support/junit.ts";
import { searchLogs } from "./support/kept-logs.ts";
import { compileOwnProgram } from "./support/own-program.ts";
import { startRedis } from "./support/redis.ts";
import { createRunFolder } from "./support/run-folder.ts";
import { endAllServers } from "./support/server-process.ts";

type Arguments = {
  paths: string[];
  flags: string[];
  isQuick: boolean;
  isOnEmbedded: boolean;
  /** The commit to compare with; empty for the default one. */
  changedSince: string | undefined;
  keepsTimings: boolean;
};

/**
 * A test waits for servers, browsers, programs and moments for much of its time: one process a core kept 1.3 of two cores at work, one and
 * a half 1.7, and two keep both. With six for two cores ten threads waited, and a service on a slow machine then refused what took it too long.
 */
const processesPerCore = 2;

/** To compile takes as long as a dozen starts from the sources take more. */
const startingFilesMin = 12;

process.exitCode = await runAll(readArguments(process.argv.slice(2)));

async function runAll(wanted: Arguments): Promise<number> {
  const { paths, flags } = wanted;
  const hasNamePattern = flags.some((flag) => flag.startsWith("--test-name-pattern="));
  const isOfAll = paths.length === 0 && !hasNamePattern && wanted.changedSince === undefined;
  const isWhole = isOfAll && !wanted.isQuick && !wanted.isOnEmbedded;
  const isLongRun = faultSettings().rounds !== undefined;
  const files = filesOf(wanted);
  const plan = planRun(files, { isLongRun });
  // What is to be said of durability is measured on a disk.
  const runFolder = createRunFolder({ mayBeInMemory: !isLongRun });
  const junitFolder = junitFolderOfTheRun() ?? runFolder;
  const logFolder = join(runFolder, "logs");
  for (const folder of [logFolder, junitFolder]) mkdirSync(folder, { recursive: true });
  const [postgres, redis] = await Promise.all([startServersOfRun(), startRedis(), ensureEmbeddedTemplate()]);
  const servers = { ...postgres, redisUrl: redis.url };
  const isOfMany = files.filter((file) => isStarting(readText(file))).length >= startingFilesMin;
  const program = isOfMany ? join(runFolder, "pr-service") : null;
  const place: RunPlace = {
    flags,
    databases: databasesFor(wanted, isWhole),
    hasNamePattern,
    runFolder,
    logFolder,
    junitFolder,
    program,
    servers,
  };
  const total: TestCounts = { passed: 0, failed: 0, skipped: 0 };
  const add = ({ passed, failed, skipped }: TestCounts) => {
    total.passed += passed;
    // A skipped test proves nothing, so that it counts as a failure.
    total.failed += failed + skipped;
  };
  const processes = availableParallelism() * processesPerCore;
  const runEach = async (files: readonly string[], lanes: number) => {
    const left = [...files];
    const runNext = async (): Promise<void> => {
      const file = left.shift();
      if (file === undefined) return;
      const result = await runFile(file, place);
      report(file, result);
      add(result.counts);
      await runNext();
    };
    await Promise.all(Array.from({ length: lanes }, runNext));
  };
  const [shared] = await Promise.all([
    runTogether(plan.together, { processes, place, keepsTimings: wanted.keepsTimings }),
    program === null ? undefined : compileOwnProgram(program),
  ]);
  add(shared);
  await runEach(plan.alone, availableParallelism() + 1);
  await runEach(plan.lone, 1);
  await endAllServers();
  const logs = await searchAllLogs(logFolder, isWhole);
  if (total.passed + total.failed === 0) console.log("No test ran: that is a failure.");
  add(logs);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

function databasesFor({ isQuick: isQuickRun, isOnEmbedded }: Arguments, isWhole: boolean): DatabasesOfRun {
  if (isOnEmbedded) return "embedded";
  if (isQuickRun) return "server";
  return isWhole ? "where-they-differ" : "both";
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

function readArguments(args: readonly string[]): Arguments {
  const wanted: Arguments = {
    paths: [],
    flags: [],
    isQuick: false,
    isOnEmbedded: false,
    changedSince: undefined,
    keepsTimings: false,
  };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === "-t" || arg === "--test-name-pattern")
      wanted.flags.push(`--test-name-pattern=${rest.shift() ?? ""}`);
    else if (arg === "--quick") wanted.isQuick = true;
    else if (arg === "--embedded") wanted.isOnEmbedded = true;
    else if (arg === "--update-timings") wanted.keepsTimings = true;
    else if (arg === "--changed") wanted.changedSince = "";
    else if (arg.startsWith("--changed=")) wanted.changedSince = arg.slice("--changed=".length);
    else if (arg.startsWith("-")) wanted.flags.push(arg);
    else wanted.paths.push(arg);
  }
  return wanted;
}

/**
 * The test files in the order of their paths; with `paths`, those whose path contains one of them, also those that the suite leaves to
 * commands of their own.
 */
function filesOf({ paths, isQuick: isQuickRun, isOnEmbedded, changedSince }: Arguments): string[] {
  const secondsOf = readTimings();
  const all = readdirSync(join(projectFolder, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => join("test", file))
    .sort();
  const isLeftOut =
    changedSince === undefined
      ? (file: string) => isFault(file) || isMeasured(file) || isWalk(file)
      : isTimed;
  const asked = all
    .filter((file) =>
      paths.length === 0 ? !isLeftOut(file) : paths.some((path) => file.includes(relative("", path))),
    )
    .filter((file) => !isQuickRun || isQuick(file, { readText, secondsOf }))
    .filter((file) => !isOnEmbedded || isOnBothDatabases(readText(file)));
  if (changedSince === undefined) return asked;
  const affected = findAffectedTests(asked, changedSince);
  console.log(`${affected.files.length} of ${asked.length} files, changed since ${affected.commit}`);
  return affected.files;
}

function readText(file: string): string {
  return readFileSync(join(projectFolder, file), "utf8");
}

function report(file: string, { counts, output, seconds }: FileResult): void {
  const isGood = reportFile(file, counts, seconds);
  if (!isGood) console.log(output.trimEnd());
  else for (const line of output.split("\n")) if (line.startsWith("fault: ")) console.log(`      ${line}`);
}
