import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../figure.ts";

const projectFolder = join(import.meta.dir, "../..");
const binary = join(projectFolder, "dist/pr-service");

/** The path of the binary that users get, built anew when it is older than its sources. */
export function builtProgram(report: Report): string {
  if (!isOutdated()) return binary;
  report("building the binary");
  const built = Bun.spawnSync([process.execPath, join(projectFolder, "build/run.ts")], {
    cwd: projectFolder,
  });
  if (built.exitCode !== 0) throw new Error(`The build failed: ${built.stderr.toString()}`);
  return binary;
}

function isOutdated(): boolean {
  if (!existsSync(binary)) return true;
  const builtAtMs = statSync(binary).mtimeMs;
  const sources = ["service", "build"].flatMap((folder) =>
    readdirSync(join(projectFolder, folder), { recursive: true, encoding: "utf8" }).map((path) =>
      join(projectFolder, folder, path),
    ),
  );
  return [...sources, join(projectFolder, "package.json")].some((path) => statSync(path).mtimeMs > builtAtMs);
}
