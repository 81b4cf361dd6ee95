/** Runs one test file in a process of its own. */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { faultSettings } from "../support/environment.ts";
import { readJunitCounts, type TestCounts } from "../support/junit.ts";
import { dropDatabasesOf } from "../support/shared-postgres.ts";
import { commandFor, killGroup, type RunPlace } from "./run-place.ts";

export type FileResult = { counts: TestCounts; output: string; seconds: number };

/** A file that hangs must not hold the run: the slowest file takes about a minute, on a machine ten times as slow ten. */
const fileTimeoutMs = 900_000;
/** A fault that is made many times has this time for each round besides, as its tests themselves do. */
const faultRoundTimeoutMs = 120_000;
const fullFaultTimeoutMs = 3_600_000;

export async function runFile(file: string, place: RunPlace): Promise<FileResult> {
  const started = performance.now();
  const name = file.replaceAll(/[^a-z0-9]+/gi, "-");
  const logFolder = join(place.logFolder, name);
  mkdirSync(logFolder, { recursive: true });
  const junitFile = join(place.junitFolder, `${name}.xml`);
  const child = spawn(...commandFor({ place, junitFile, logFolder, args: [`./${file}`] }));
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
  const { postgresUrl, workerUrls } = place.servers;
  for (const url of [postgresUrl, ...workerUrls])
    if (child.pid !== undefined) await dropDatabasesOf(url, child.pid);

  const counts = readJunitCounts(junitFile) ?? { passed: 0, failed: 0, skipped: 0 };
  const text = Buffer.concat(output).toString("utf8");
  // What a name pattern leaves out is reported as skipped; and without any match in a file, bun test fails.
  const isUnmatched =
    place.hasNamePattern && counts.passed + counts.failed === 0 && text.includes("matched 0 tests");
  if (place.hasNamePattern) counts.skipped = 0;
  // An error outside every test, a crash or a hang has no entry of its own in the report.
  if (exitCode !== 0 && counts.failed === 0 && !isUnmatched) counts.failed = 1;
  return { counts, output: text, seconds: (performance.now() - started) / 1000 };
}
