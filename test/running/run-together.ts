/** Runs many test files in few processes, which load the program once: Bun hands each of them a file at a time. */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { readJunitCounts, readJunitFiles, type TestCounts } from "../support/junit.ts";
import { reportFile } from "./report-file.ts";
import { commandFor, killGroup, projectFolder, type RunPlace } from "./run-place.ts";

/** Where Bun keeps how long each test file took, so that the longest come first. */
const timingsFile = join("test", "timings.json");
/**
 * What these processes have otherwise than the service. Memory that was used once is kept: to give it back and fault it in again took a
 * fifth of the processor time of a file. And the engine's last steps of optimising JavaScript and WebAssembly are left out: tests run most
 * of the program and of the embedded database a few times, and to compile them once more takes 6 % of their processor time, which they
 * don't get back. Garbage is collected by the
 * thread that made it, in one go: threads that collect beside it took 7 % more where every core has a test to run. What measures runs
 * alone, without any of these.
 */
const environment = {
  MIMALLOC_PURGE_DELAY: "-1",
  BUN_JSC_useFTLJIT: "0",
  BUN_JSC_useOMGJIT: "0",
  BUN_JSC_useConcurrentGC: "0",
  BUN_JSC_numberOfGCMarkers: "1",
};
/** A test that never gives its thread back is ended by nothing else. */
const timeoutMs = 2_700_000;
const fileHeading = /^\S+\.test\.tsx?:$/;
const failure = /^(?:\(fail\) |✗ |# Unhandled)/;

export async function runTogether(
  files: readonly string[],
  { processes, place, keepsTimings }: { processes: number; place: RunPlace; keepsTimings: boolean },
): Promise<TestCounts> {
  const none = { passed: 0, failed: 0, skipped: 0 };
  if (files.length === 0) return none;
  const logFolder = join(place.logFolder, "together");
  mkdirSync(logFolder, { recursive: true });
  const junitFile = join(place.junitFolder, "together.xml");
  const args = [`--parallel=${processes}`, "--no-isolate", `--timings=${timingsFile}`];
  if (keepsTimings) args.push("--update-timings");
  args.push(...files.map((file) => `./${file}`));
  const child = spawn(...commandFor({ place, junitFile, logFolder, args, environment }));
  const timer = setTimeout(() => killGroup(child.pid), timeoutMs);
  const endWithRun = () => killGroup(child.pid);
  process.on("exit", endWithRun);
  child.stdout.resume();
  const reporting = reportFailures(createInterface({ input: child.stderr }), `${files.length} files`);
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  await reporting;
  process.off("exit", endWithRun);
  clearTimeout(timer);
  for (const { file, counts, seconds } of readJunitFiles(junitFile)) reportFile(file, counts, seconds);
  const counts = readJunitCounts(junitFile) ?? none;
  if (place.hasNamePattern) counts.skipped = 0;
  const isUnmatched = place.hasNamePattern && counts.passed + counts.failed === 0;
  // An error outside every test, a crash or a hang has no entry of its own in the report.
  if (exitCode !== 0 && counts.failed === 0 && !isUnmatched) {
    counts.failed = 1;
    console.log(`FAIL  a process of the files together ended with ${exitCode}`);
  }
  return counts;
}

/** How many seconds a file took in the run whose times are kept; undefined for one that was not there. */
export function readTimings(): (file: string) => number | undefined {
  const text = readFileSync(join(projectFolder, timingsFile), "utf8");
  const { files }: { files: Record<string, number> } = JSON.parse(text);
  const known = new Map(Object.entries(files).map(([file, ms]) => [file, ms / 1000]));
  return (file) => known.get(file);
}

/** How many files are told of by one line, so that a long run shows that it goes on. */
const filesPerLine = 25;

/**
 * Bun prints what a file wrote and its results below the file's name, a large file in several pieces. Prints those that failed at
 * once; what each file came to is known at the end.
 */
async function reportFailures(lines: AsyncIterable<string>, ofAll: string): Promise<void> {
  const seen = new Set<string>();
  let block: string[] = [];
  const say = () => {
    if (block.some((line) => failure.test(line))) console.log(`FAIL  ${block.join("\n").trimEnd()}`);
    block = [];
  };
  for await (const line of lines) {
    if (fileHeading.test(line)) {
      say();
      if (!seen.has(line) && seen.add(line).size % filesPerLine === 0)
        console.log(`      ${seen.size} of ${ofAll}`);
    }
    block.push(line);
  }
  say();
}
