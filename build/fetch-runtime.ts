import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Target } from "./targets.ts";

const cacheFolder = join(import.meta.dirname, "../node_modules/.cache/runtimes");

/**
 * Returns the path of Bun's executable for `target`, from its npm package, which npm checks against the registry's hash.
 * Fetched once for each version. (Bun's own way of fetching it goes to another host, which many networks refuse.)
 */
export function fetchRuntime(target: Target): string {
  const folder = join(cacheFolder, `${target.name}-${Bun.version}`);
  const executable = join(folder, "package/bin/bun");
  if (existsSync(executable)) return executable;
  mkdirSync(cacheFolder, { recursive: true });
  const scratch = mkdtempSync(join(cacheFolder, "fetch-"));
  try {
    const stdio = ["ignore", "pipe", "pipe"] as const;
    const archive = execFileSync("npm", ["pack", "--silent", `${target.package}@${Bun.version}`], {
      cwd: scratch,
      encoding: "utf8",
      stdio: [...stdio],
    }).trim();
    execFileSync("tar", ["-xzf", archive], { cwd: scratch, stdio: [...stdio] });
    rmSync(join(scratch, archive));
    // Renamed when whole, so that a build that was ended half-way leaves nothing that looks finished.
    rmSync(folder, { recursive: true, force: true });
    renameSync(scratch, folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  if (!existsSync(executable)) throw new Error(`${target.package} holds no bin/bun.`);
  return executable;
}
