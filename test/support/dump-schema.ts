import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { newestPrograms } from "./postgres.ts";

/** The schema as the migrations leave it, for reading and for comparing. */
export const schemaDumpPath = join(import.meta.dir, "../../service/floor/db/schema.sql");

/**
 * The schema of a database as pg_dump writes it, without what differs between runs: partitions of days, versions,
 * session settings and the keys with which newer versions fence psql.
 */
export function dumpSchema(databaseUrl: string): string {
  const args = [
    "--schema-only",
    "--no-owner",
    "--no-privileges",
    "--exclude-table=*_2[0-9][0-9][0-9]*",
    databaseUrl,
  ];
  const result = spawnSync(join(newestPrograms(), "pg_dump"), args, { encoding: "utf8" });
  if (result.status !== 0) throw new Error(`pg_dump failed: ${result.stderr}`);
  const lines = result.stdout
    .split("\n")
    .filter((line) => !/^(--|SET |SELECT pg_catalog|\\(un)?restrict )/.test(line));
  return `-- Written by \`bun run schema\`; the migrations are the source.\n${lines
    .join("\n")
    .replace(/\n{2,}/g, "\n\n")
    .trim()}\n`;
}
