/** Which test files may share a process, and in which order the others run. */
import { join } from "node:path";

export type RunPlan = {
  /** In the processes that take one file after another: loading the program takes half a second of a core. */
  together: string[];
  /** Each in a process of its own: faults, which stop and start servers, and requests drawn at random. */
  alone: string[];
  /**
   * Each by itself, at the end: what measures processor time or memory, faults that compare how long others wait, and those that are made
   * many times.
   */
  lone: string[];
};

const folderOfFaults = join("test", "faults");
/** Requests drawn at random (R5). */
export const drawnRequests = join("test", "fuzz", "fuzz.test.ts");
/** They compare how long others wait with and without the fault: on a busy machine that says nothing of the service. */
const timedFaults = ["hostile-desk", "noisy-neighbour"].map((name) =>
  join(folderOfFaults, `${name}.test.ts`),
);
/** Who measures the time or the memory of a process has one that nobody used before, and a machine that does nothing else. */
const measured = /-measured\.test\.ts$/;
const inBrowser = /in-chromium\.test\.ts$/;
const walk = /(?:-walk|in-both-browsers)\.test\.ts$/;
/** What they start are processes: a service, another runtime, a compiled program, a tool. */
const startsPrograms =
  /\b(?:startServe|startServiceProcess|startOnOtherRuntime|startPostgres|startRedis|startPgbouncer|spawn|spawnSync|execFileSync|runProcess)\(|run-program\.ts/;

/** `isLongRun`: the faults are made many times, so that none runs beside another. */
export function planRun(files: readonly string[], { isLongRun }: { isLongRun: boolean }): RunPlan {
  const isLone = (file: string) => isMeasured(file) || (isFault(file) && (isLongRun || isTimed(file)));
  const others = files.filter((file) => !isLone(file));
  return {
    together: others.filter((file) => !isFault(file)),
    alone: others.filter(isFault),
    lone: files.filter(isLone),
  };
}

/** Whether a file starts processes besides, by its text. */
export function isStarting(text: string): boolean {
  return startsPrograms.test(text);
}

/**
 * Whether a file is left to `test:faults`, and to who names it: some twenty files took a sixth of the time of all. Requests drawn at random
 * count as such a fault.
 */
export function isFault(file: string): boolean {
  return file.startsWith(folderOfFaults) || file === drawnRequests;
}

/** Whether a file is left to `test:measured`, and to who names it: beside other tests a bound of time says as much of them. */
export function isMeasured(file: string): boolean {
  return measured.test(file);
}

/**
 * Whether a file is left to `test:walks`, and to who names it: each page in two looks, and the stories that are told from end to end in
 * both browsers, took a seventh of the suite's time.
 */
export function isWalk(file: string): boolean {
  return walk.test(file);
}

/** Whether a fault is left to who makes it many times, and to who names it. */
export function isTimed(file: string): boolean {
  return timedFaults.includes(file);
}

/** Longer than that on a busy machine, and a file waits for the run of all: some thirty files took half of the time of hundreds. */
const quickSecondsMax = 4;

/**
 * Whether a file belongs to `test:quick`: no browser, no fault, no programs besides, nothing that measures, and none of the longest.
 * `secondsOf` knows how long each took in an earlier run; one that it does not know is new, and short.
 */
export function isQuick(
  file: string,
  {
    readText,
    secondsOf,
  }: { readText: (file: string) => string; secondsOf: (file: string) => number | undefined },
): boolean {
  if (isFault(file) || isMeasured(file) || isWalk(file) || inBrowser.test(file)) return false;
  return !isStarting(readText(file)) && (secondsOf(file) ?? 0) <= quickSecondsMax;
}

/** Whether a file has tests that can be on either database, by its text. */
export function isOnBothDatabases(text: string): boolean {
  return /\b(?:databaseKinds|serviceKinds|forEachDatabase)\b/.test(text);
}
