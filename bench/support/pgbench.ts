import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newestPrograms } from "../../test/support/postgres.ts";
import { createFolder, removeFolder } from "../../test/support/server-process.ts";

/** Transactions a second of one script, prepared, by `clients` connections of pgbench to a private server. */
export async function runPgbench(input: {
  port: number;
  database?: string;
  script: string;
  clients: number;
  seconds: number;
}): Promise<number> {
  const folder = createFolder("bench-pgbench-", "postgres");
  const path = join(folder, "script.sql");
  writeFileSync(path, input.script);
  const output = await run([
    "--host=127.0.0.1",
    `--port=${input.port}`,
    "--username=postgres",
    "--no-vacuum",
    "--protocol=prepared",
    `--client=${input.clients}`,
    "--jobs=2",
    `--time=${input.seconds}`,
    `--file=${path}`,
    input.database ?? "postgres",
  ]);
  removeFolder(folder);
  const rate = /tps = ([\d.]+)/.exec(output)?.[1];
  if (rate === undefined) throw new Error(`pgbench gave no figure: ${output}`);
  return Number(rate);
}

async function run(args: string[]): Promise<string> {
  return await new Promise((resolve, reject) => {
    const child = spawn(join(newestPrograms(), "pgbench"), args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (part) => (output += part));
    child.stderr.on("data", (part) => (output += part));
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}
