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
  "test/agencies/",
  "test/agency-data/",
  "test/clients/",
  "test/contract/",
  "test/faults/killed-service",
  "test/insights/",
  "test/mcp/",
  "test/measurement/",
  "test/newsroom/",
  "test/refusals/",
  "test/reporting/articles/article-performance",
  "test/reporting/articles/fair-reads",
  "test/reporting/campaigns/",
  "test/reporting/conversions/with-messages",
  "test/reporting/data/",
  "test/reporting/exports/contract",
  "test/reporting/exports/download",
  "test/reporting/exports/faults",
  "test/reporting/integrity/",
  "test/reporting/links/",
  "test/reporting/mails/",
  "test/reporting/reports/",
  "test/reporting/schedules/",
  "test/reporting/verify-page/",
  "test/reporting/webhooks/",
  "test/search/",
  "test/today/",
  "test/work/",
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
