/** The only place of the tests that reads the environment. */
import { tmpdir } from "node:os";
import { delimiter } from "node:path";

/** Servers that the runner started for the whole run; undefined when a test file is run by itself. */
export function serversOfTheRun(): { postgresUrl: string | undefined; redisUrl: string | undefined } {
  return { postgresUrl: process.env.TEST_POSTGRES_URL, redisUrl: process.env.TEST_REDIS_URL };
}

/** This program as the run has compiled it; undefined where its sources are started. */
export function compiledProgramOfTheRun(): string | undefined {
  return process.env.TEST_PROGRAM;
}

/** The folder of another PostgreSQL's programs, where the run is about one; else undefined. */
export function postgresProgramsOfTheRun(): string | undefined {
  return process.env.TEST_POSTGRES_PROGRAMS;
}

/** Where the logs of services are kept, for the runner to search; null when a test file is run by itself. */
export function logFolderOfTheRun(): string | null {
  return process.env.TEST_LOG_FOLDER ?? null;
}

/**
 * Returns the environment for a child process: this process' own, with `extra` laid over it. An embedded database does not wait
 * for the disk unless a test wants it to: no machine loses its power in the suite.
 */
export function childEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return { EMBEDDED_SYNC: "off", ...Object.fromEntries(own), ...extra };
}

/** What this process and its children write for a while goes there from now on. */
export function useTemporaryFolder(folder: string): void {
  process.env.TMPDIR = folder;
}

/**
 * How often each fault is made ("full": as often as its target says), and from which seed its moments are drawn; undefined
 * in the suite, which takes the short form.
 */
export function faultSettings(): { rounds: number | "full" | undefined; seed: number | undefined } {
  const read = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const rounds = process.env.FAULT_ROUNDS;
  return { rounds: rounds === "full" ? rounds : read(rounds), seed: read(process.env.FAULT_SEED) };
}

/**
 * From which seed properties draw their cases (`PROPERTY_SEED`, a number or "random"). The suite draws the same ones each time: what
 * holds today holds tomorrow, and a fault that a new seed finds is looked for by whoever has time for it.
 */
export function propertySeed(): number | undefined {
  const seed = process.env.PROPERTY_SEED ?? "20261124";
  return seed === "random" ? undefined : Number(seed);
}

/** The command that serves on another runtime, where the run is about one; else null. */
export function runtimeOfTheRun(): string[] | null {
  const command = process.env.TEST_RUNTIME_COMMAND;
  return command === undefined ? null : (JSON.parse(command) as string[]);
}

/** Programs of this folder are taken before all others, by this process and its children. */
export function putProgramsFirst(folder: string): void {
  process.env.PATH = [folder, process.env.PATH].join(delimiter);
}

/** The browser in which stories are told that are to be told in two. */
export function storyBrowserOfTheRun(): string | undefined {
  return process.env.STORY_BROWSER;
}

/** Where templates of databases are kept from run to run; they are named by what they are made of. */
export function templateFolder(): string {
  return process.env.TEST_TEMPLATE_FOLDER ?? tmpdir();
}

/** They stay where they are when this process gets another temporary folder. */
export function keepTemplateFolder(): void {
  process.env.TEST_TEMPLATE_FOLDER = templateFolder();
}

/** Which databases tests of both are on: where a file is named, both; in a run of all, both where they differ. */
export type DatabasesOfRun = "both" | "where-they-differ" | "server" | "embedded";

export function databasesOfTheRun(): DatabasesOfRun {
  const named = process.env.TEST_DATABASES;
  return named === "where-they-differ" || named === "server" || named === "embedded" ? named : "both";
}

/** Whether the servers of the run are a Citus cluster; the programs of the run then hold Citus. */
export function isCitusRun(): boolean {
  return process.env.TEST_CITUS === "1";
}

/** The folder of a PostgreSQL's programs into which Citus is installed, where the environment names one. */
export function citusPrograms(): string | undefined {
  return process.env.CITUS_PROGRAMS;
}

/** The workers' servers, where the run is about a Citus cluster; else null. */
export function citusWorkersOfTheRun(): string[] | null {
  return process.env.TEST_CITUS_WORKERS?.split(" ") ?? null;
}

/** Where the reports with the names of all tests are to be kept; null for nowhere. */
export function junitFolderOfTheRun(): string | null {
  return process.env.TEST_JUNIT_FOLDER ?? null;
}

/** Gives this process other streams and another environment, as a command sees them, and returns what undoes it. */
export function layOverProcess(streams: object, environment: object): () => void {
  const restorers = [layOver(process, streams), layOver(process.env, environment)];
  return () => {
    for (const restore of restorers) restore();
  };
}

function layOver(target: object, values: object): () => void {
  const before = Object.keys(values).map(
    (name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const,
  );
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(target, name, { value, configurable: true, enumerable: true, writable: true });
  return () => {
    for (const [name, descriptor] of before)
      if (descriptor === undefined) Reflect.deleteProperty(target, name);
      else Object.defineProperty(target, name, descriptor);
  };
}
