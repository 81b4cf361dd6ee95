import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createFolder, removeFolder } from "../support/server-process.ts";
import { freePort } from "../support/service.ts";
import type { Figure, Report } from "./figure.ts";

const rounds = 5;
const pollMs = 5;
const readyTimeoutMs = 30_000;
const projectFolder = join(import.meta.dir, "../..");
const binary = join(projectFolder, "dist/pr-service");

/**
 * P11: the compiled program on its embedded database, from its start until `/ready` is 200: on an empty data directory, and
 * on the one that it left behind after SIGTERM. The binary is the one that users get, built anew when it is older than its sources.
 */
export async function benchStart(report: Report): Promise<Figure[]> {
  if (isOutdated()) {
    report("building the binary");
    const built = Bun.spawnSync([process.execPath, join(projectFolder, "build/run.ts")], {
      cwd: projectFolder,
    });
    if (built.exitCode !== 0) throw new Error(`The build failed: ${built.stderr.toString()}`);
  }
  const [first, later]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    const folder = createFolder("bench-start-");
    first.push(await secondsUntilReady(folder));
    later.push(await secondsUntilReady(folder));
    removeFolder(folder);
    report(
      `round ${round} of ${rounds}: first ${first.at(-1)?.toFixed(2)} s, later ${later.at(-1)?.toFixed(2)} s`,
    );
  }
  const common = { reference: "", unit: "s", details: [] };
  const what = "binary, embedded database, ready after";
  return [
    { id: "P11 first", what: `${what} its first start`, target: { atMost: 2.5 }, values: first, ...common },
    { id: "P11 later", what: `${what} a later start`, target: { atMost: 0.5 }, values: later, ...common },
  ];
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

async function secondsUntilReady(folder: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = Bun.spawn([binary, "serve", "--port", String(port)], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", DATA_DIR: join(folder, "data"), LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null);
      if (answer?.status === 200) return (performance.now() - startedAt) / 1_000;
      if (child.exitCode !== null || performance.now() - startedAt > readyTimeoutMs) {
        throw new Error("The program was not ready in time.");
      }
      await Bun.sleep(pollMs);
    }
  } finally {
    child.kill("SIGTERM");
    await child.exited;
  }
}
