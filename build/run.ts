/** `bun run build [--all | --target NAMES]`: the program as one file, `dist/pr-service`, or one for each target. */
import { rmSync } from "node:fs";
import { join, relative } from "node:path";
import { compileBinary } from "./compile-binary.ts";
import { fetchRuntime } from "./fetch-runtime.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { recordStart } from "./record-start.ts";
import { targetsOf } from "./targets.ts";

const distFolder = join(import.meta.dirname, "../dist");
/** Keeps its name inside the binary, where unpack-prepared-database.ts looks for it. */
const archive = join(distFolder, "prepared-database.tar.gz");
const profile = join(distFolder, "start.order");

try {
  const targets = targetsOf(process.argv.slice(2));
  await prepareDatabase(archive);
  await recordProfile();
  if (targets === null) await build("pr-service");
  else for (const target of targets) await build(`pr-service-${target.name}`, fetchRuntime(target));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function build(name: string, runtime?: string): Promise<void> {
  const outfile = join(distFolder, name);
  const bytes = await compileBinary(outfile, { archive, runtime, profile });
  console.log(`${relative(process.cwd(), outfile)}  ${(bytes / 1e6).toFixed(1)} MB`);
}

/** Which functions a start uses is known only from one: a binary of this machine makes it, and is thrown away. */
async function recordProfile(): Promise<void> {
  const recorded = join(distFolder, "recorded");
  await compileBinary(recorded, { archive });
  await recordStart(recorded, profile);
  rmSync(recorded);
}
