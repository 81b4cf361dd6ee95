import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { childEnvironment } from "../../support/environment.ts";

/** Pinned, because its judgement changes with it; 13 wants Node 22. */
export const lighthouseVersion = "12.2.3";
const cacheFolder = join(import.meta.dirname, "../../../node_modules/.cache/lighthouse");

/** The command of Lighthouse, from npm. Fetched once: with what it needs it has 60 MB, too much to come with every installation. */
export function fetchLighthouse(): string {
  const folder = join(cacheFolder, lighthouseVersion);
  if (!existsSync(folder)) fetchInto(folder);
  return join(folder, "node_modules/lighthouse/cli/index.js");
}

function fetchInto(folder: string): void {
  mkdirSync(cacheFolder, { recursive: true });
  const scratch = mkdtempSync(join(cacheFolder, "fetch-"));
  try {
    const quiet = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--silent"];
    execFileSync("npm", ["install", "--prefix", scratch, ...quiet, `lighthouse@${lighthouseVersion}`], {
      env: childEnvironment(),
    });
    // Renamed when whole, so that a run that was ended half-way leaves nothing that looks finished.
    renameSync(scratch, folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
