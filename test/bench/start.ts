import { join } from "node:path";
import { createFolder, removeFolder } from "../support/server-process.ts";
import { freePort } from "../support/service.ts";
import type { Figure, Report } from "./figure.ts";
import { builtProgram } from "./support/built-program.ts";

const rounds = 5;
const pollMs = 5;
const readyTimeoutMs = 30_000;

/**
 * P11: the compiled program on its embedded database, from its start until `/ready` is 200: on an empty data directory, and
 * on the one that it left behind after SIGTERM.
 */
export async function benchStart(report: Report): Promise<Figure[]> {
  const binary = builtProgram(report);
  const [first, later]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    const folder = createFolder("bench-start-");
    first.push(await secondsUntilReady(binary, folder));
    later.push(await secondsUntilReady(binary, folder));
    removeFolder(folder);
    report(
      `round ${round} of ${rounds}: first ${first.at(-1)?.toFixed(2)} s, later ${later.at(-1)?.toFixed(2)} s`,
    );
  }
  const common = { reference: "", unit: "s", details: [] };
  const what = "binary, embedded database, ready after";
  return [
    { id: "P11 first", what: `${what} its first start`, target: { atMost: 2.5 }, values: first, ...common },
    { id: "P11 later", what: `${what} a later start`, target: { atMost: 0.8 }, values: later, ...common },
  ];
}

async function secondsUntilReady(binary: string, folder: string): Promise<number> {
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
