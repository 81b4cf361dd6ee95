/**
 * `bun run test:repeat [--full N] [--quick N] [--busy N]`: whole runs and quick ones in a row, beside processes that keep a core busy each,
 * and says of each how long it took and what failed. Green once is luck; a test that fails by chance shows itself here.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { projectFolder } from "./run-place.ts";

type Run = { kind: "full" | "quick"; seconds: number; last: string; told: string[] };

const number = { type: "string" } as const;
const { values } = parseArgs({ options: { full: number, quick: number, busy: number } });
const wanted = {
  full: Number(values.full ?? 5),
  quick: Number(values.quick ?? 20),
  busy: Number(values.busy ?? 2),
};
/** A run says every file; its last line is kept, and what it tells of files that failed. */
const outputBytesMax = 256 * 1024 * 1024;
const toldLinesMax = 400;

const busy = Array.from({ length: wanted.busy }, () => spin());
const runs: Run[] = [];
try {
  for (let run = 0; run < wanted.full; run += 1) runs.push(runOnce("full"));
  for (let run = 0; run < wanted.quick; run += 1) runs.push(runOnce("quick"));
} finally {
  for (const child of busy) child.kill("SIGKILL");
}
const failed = runs.filter(({ last }) => !last.endsWith(" 0 failed"));
console.log(`${runs.length - failed.length} runs passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 && runs.length > 0 ? 0 : 1;

function spin(): ChildProcess {
  return spawn(process.execPath, ["--eval", "for (;;) {}"], { stdio: "ignore" });
}

function runOnce(kind: Run["kind"]): Run {
  const startedAtMs = performance.now();
  const { stdout } = spawnSync(
    process.execPath,
    [join(projectFolder, "test/run.ts"), ...(kind === "quick" ? ["--quick"] : [])],
    { cwd: projectFolder, encoding: "utf8", maxBuffer: outputBytesMax },
  );
  const lines = stdout.trimEnd().split("\n");
  const run = {
    kind,
    seconds: Math.round((performance.now() - startedAtMs) / 1000),
    last: lines.at(-1) ?? "It said nothing.",
    told: lines.slice(0, -1).filter((line) => !/^(?:ok {2}| +\d+ of \d+ files)/.test(line)),
  };
  console.log(`${run.kind} run of ${run.seconds} s beside ${wanted.busy} busy processes: ${run.last}`);
  for (const line of run.told.slice(0, toldLinesMax)) console.log(`  ${line}`);
  return run;
}
