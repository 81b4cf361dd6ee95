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
  "test/contract/",
  "test/edges/dashboard/",
  "test/edges/mcp/",
  "test/faults/killed-service",
  "test/features/agencies/",
  "test/features/agency-data/",
  "test/features/agent-access/",
  "test/features/alerts/",
  "test/features/clients/",
  "test/features/events/",
  "test/features/insights/",
  "test/features/keys/",
  "test/features/mailings/",
  "test/features/measurement/",
  "test/features/media-contacts/",
  "test/features/media/",
  "test/features/moving/",
  "test/features/newsroom/",
  "test/features/refusals/",
  "test/features/reporting/articles/article-performance",
  "test/features/reporting/articles/fair-reads",
  "test/features/reporting/campaigns/",
  "test/features/reporting/conversions/with-messages",
  "test/features/reporting/data/",
  "test/features/reporting/drafts/",
  "test/features/reporting/exports/contract",
  "test/features/reporting/exports/download",
  "test/features/reporting/exports/expired-files",
  "test/features/reporting/exports/faults",
  "test/features/reporting/exports/left-files",
  "test/features/reporting/exports/lost-lease",
  "test/features/reporting/figures/",
  "test/features/reporting/goals/",
  "test/features/reporting/integrity/",
  "test/features/reporting/links/",
  "test/features/reporting/mails/",
  "test/features/reporting/portfolios/",
  "test/features/reporting/reports/",
  "test/features/reporting/schedules/",
  "test/features/reporting/verify-page/",
  "test/features/reporting/webhooks/",
  "test/features/search/",
  "test/features/stamps/",
  "test/features/today/",
  "test/features/workflow/",
  "test/features/writer/",
  "test/floor/mail/",
  "test/floor/queues/",
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
