/**
 * Makes faults: `bun test/faults/run.ts [--full] [--rounds N] [--seed N] [part of a file's name …]`. Without any of them one or two
 * rounds of each, as `.ci/run` has them, but for those that compare waiting times; `--full` as many as the target of each asks for, 20
 * to 100. The seed decides the moments, and is printed to repeat a run.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { drawnRequests, isTimed } from "../running/plan-run.ts";
import { childEnvironment } from "../support/environment.ts";

const { values, positionals } = parseArgs({
  options: { full: { type: "boolean" }, rounds: { type: "string" }, seed: { type: "string" } },
  allowPositionals: true,
});
const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000));
const rounds = values.rounds ?? (values.full === true ? "full" : undefined);
console.log(`seed ${seed}, ${rounds ?? "one or two"} rounds`);
const folder = "test/faults/";
/** Unsafe targets (R6) and other agencies' ids (R7) are tried beside what they belong to, once by the suite. */
const ofSuite = ["test/floor/outbound", "test/contract"];
const files = filesOf();
const run = spawnSync(
  process.execPath,
  [join(import.meta.dirname, "..", "run.ts"), ...files, "--verbose-faults"],
  {
    stdio: "inherit",
    env: childEnvironment({ FAULT_SEED: seed, ...(rounds === undefined ? {} : { FAULT_ROUNDS: rounds }) }),
  },
);
process.exitCode = run.status ?? 1;

function filesOf(): string[] {
  if (positionals.length > 0) return positionals.map((part) => `${folder}${part}`);
  if (rounds !== undefined) return [folder, drawnRequests, ...ofSuite];
  const faults = readdirSync(folder)
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => `${folder}${file}`)
    .filter((file) => !isTimed(file));
  return [...faults, drawnRequests];
}
