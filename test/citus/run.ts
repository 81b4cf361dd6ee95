/**
 * Runs tests on a Citus cluster, a coordinator and two workers on loopback:
 * `bun run test:citus -- --citus PROGRAMS [part of a path …] [-t name]`. PROGRAMS is the folder of a PostgreSQL's programs into which
 * Citus is installed; CITUS_PROGRAMS names it as well. Ends with 1 when a test fails.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { childEnvironment, citusPrograms } from "../support/environment.ts";

/** What is known to work. A run on other paths shows which statements the cluster still refuses. */
const usualPaths = [
  "test/citus/",
  "test/contract/conversions",
  "test/contract/edge",
  "test/contract/hints",
  "test/faults/killed-service",
  "test/measurement/record.test",
  "test/measurement/roll-up",
  "test/mcp/call-tool",
  "test/newsroom/pages.test",
  "test/reporting/exports/contract",
  "test/reporting/webhooks/care",
  "test/reporting/webhooks/deliver",
  "test/reporting/webhooks/failures",
  "test/reporting/webhooks/loud-neighbour",
  "test/reporting/webhooks/queue",
  "test/reporting/webhooks/replay-down",
  "test/reporting/webhooks/rotation",
  "test/reporting/webhooks/routes",
  "test/workflow/",
];

const { values, positionals } = parseArgs({
  options: { citus: { type: "string" }, "test-name-pattern": { type: "string", short: "t" } },
  allowPositionals: true,
});
const programs = values.citus ?? citusPrograms();
const problem = problemOf(programs);
if (programs === undefined || problem !== null) {
  console.error(problem);
  process.exit(1);
}
const pattern = values["test-name-pattern"];
const paths = positionals.length > 0 ? positionals : usualPaths;
const run = spawnSync(
  process.execPath,
  [join(import.meta.dirname, "..", "run.ts"), ...paths, ...(pattern === undefined ? [] : ["-t", pattern])],
  { stdio: "inherit", env: childEnvironment({ TEST_CITUS: "1", TEST_POSTGRES_PROGRAMS: programs }) },
);
process.exitCode = run.status ?? 1;

function problemOf(folder: string | undefined): string | null {
  const how = "Say where Citus is: bun run test:citus -- --citus /usr/lib/postgresql/15/bin";
  if (folder === undefined) return how;
  if (!existsSync(join(folder, "initdb"))) return `There is no PostgreSQL in ${folder}. ${how}`;
  if (!existsSync(join(folder, "..", "lib", "citus.so")))
    return `The PostgreSQL in ${folder} has no Citus. ${how}`;
  return null;
}
