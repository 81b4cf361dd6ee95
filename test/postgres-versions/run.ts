/**
 * Runs the tests that depend on the database on PostgreSQL 14, 16, 17 and 18 (15 is what the suite runs on Debian 12):
 * `bun test/postgres-versions/run.ts [major version …] [part of a path …]`. Ends with 1 when one fails.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { childEnvironment } from "../support/environment.ts";
import { fetchPostgres } from "./fetch-postgres.ts";

const versions: Record<string, string> = {
  "14": "14.23.0-beta.17",
  "16": "16.14.0-beta.17",
  "17": "17.10.0-beta.17",
  "18": "18.4.0-beta.17",
};
const usualPaths = [
  "test/floor/db/",
  "test/features/measurement/",
  "test/features/reporting/",
  "test/contract/conversions",
  "test/features/workflow/approvals/approvals",
  "test/features/workflow/credits/",
  "test/features/insights/import-file",
  "test/edges/cli/newer-database",
];

const asked = process.argv.slice(2);
const majors = asked.filter((each) => each in versions);
const paths = asked.filter((each) => !(each in versions));
for (const [major, version] of Object.entries(versions)) {
  if (majors.length > 0 && !majors.includes(major)) continue;
  const programs = fetchPostgres(version);
  console.log(`PostgreSQL ${version}`);
  const run = spawnSync(
    process.execPath,
    [join(import.meta.dirname, "..", "run.ts"), ...(paths.length > 0 ? paths : usualPaths)],
    { stdio: "inherit", env: childEnvironment({ TEST_POSTGRES_PROGRAMS: programs }) },
  );
  if (run.status !== 0) process.exitCode = 1;
}
