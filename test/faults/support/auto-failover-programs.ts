import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { newestPrograms } from "../../support/postgres.ts";

export type AutoFailoverPrograms = { autoctl: string; pgCtl: string };

const cacheFolder = join(import.meta.dirname, "../../../node_modules/.cache/auto-failover");
/** Debian 12 has it for PostgreSQL 15 only. */
const version = "15";
const packages = ["pg-auto-failover-cli", `postgresql-${version}-auto-failover`];

/**
 * Returns pg_auto_failover's programs. Nothing is installed: the first call fetches Debian's packages and unpacks them beside a copy
 * of PostgreSQL, which looks for its extensions beside its own programs.
 */
export function fetchAutoFailover(): AutoFailoverPrograms {
  const folder = join(cacheFolder, version);
  const programs = {
    autoctl: join(folder, "usr/bin/pg_autoctl"),
    pgCtl: join(folder, `usr/lib/postgresql/${version}/bin/pg_ctl`),
  };
  if (existsSync(programs.autoctl)) return programs;
  if (newestPrograms() !== `/usr/lib/postgresql/${version}/bin`)
    throw new Error(`The failover of PostgreSQL is tried on Debian 12 with PostgreSQL ${version}.`);
  mkdirSync(cacheFolder, { recursive: true });
  const scratch = mkdtempSync(join(cacheFolder, "fetch-"));
  for (const part of [`usr/lib/postgresql/${version}`, `usr/share/postgresql/${version}`])
    cpSync(join("/", part), join(scratch, part), { recursive: true, verbatimSymlinks: true });
  download(scratch);
  for (const name of packages)
    execFileSync("sh", ["-c", `dpkg-deb -x ${name}_*.deb .`], { cwd: scratch, stdio: "pipe" });
  execFileSync("chmod", ["-R", "a+rX", scratch]);
  rmSync(folder, { recursive: true, force: true });
  renameSync(scratch, folder);
  return programs;
}

function download(folder: string): void {
  try {
    execFileSync("apt-get", ["download", ...packages], { cwd: folder, stdio: "pipe" });
  } catch {
    // A fresh machine has no lists of packages yet.
    execFileSync("apt-get", ["update", "-qq"], { stdio: "pipe" });
    execFileSync("apt-get", ["download", ...packages], { cwd: folder, stdio: "pipe" });
  }
}
