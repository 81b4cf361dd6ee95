/**
 * Makes faults again and again: `bun test/faults/run.ts [--full] [--rounds N] [--seed N] [part of a file's name …]`.
 * The suite runs one or two rounds of each, but for
 * those that compare waiting times; `--full` as many as the target of each asks for, 20 to 100. The seed decides the
 * moments, and is printed to repeat a run.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { childEnvironment } from "../support/environment.ts";

const { values, positionals } = parseArgs({
  options: { full: { type: "boolean" }, rounds: { type: "string" }, seed: { type: "string" } },
  allowPositionals: true,
});
const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000));
const rounds = values.rounds ?? (values.full === true ? "full" : undefined);
console.log(`seed ${seed}, ${rounds ?? "the suite's"} rounds`);
const folder = "test/faults/";
/** Fuzzing (R5), unsafe targets (R6) and other agencies' ids (R7) are tried beside what they belong to. */
const others = ["test/fuzz", "test/floor/outbound", "test/contract"];
const files = positionals.length === 0 ? [folder, ...others] : positionals.map((part) => `${folder}${part}`);
const run = spawnSync(
  process.execPath,
  [join(import.meta.dirname, "..", "run.ts"), ...files, "--verbose-faults"],
  {
    stdio: "inherit",
    env: childEnvironment({ FAULT_SEED: seed, ...(rounds === undefined ? {} : { FAULT_ROUNDS: rounds }) }),
  },
);
process.exitCode = run.status ?? 1;
