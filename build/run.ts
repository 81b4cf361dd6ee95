/** `bun run build [--all | --target NAMES]`: the program as one file, `dist/pr-service`, or one for each target. */
import { join, relative } from "node:path";
import { compileBinary } from "./compile-binary.ts";
import { fetchRuntime } from "./fetch-runtime.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { targetsOf } from "./targets.ts";

const distFolder = join(import.meta.dirname, "../dist");
/** Keeps its name inside the binary, where unpack-prepared-database.ts looks for it. */
const archive = join(distFolder, "prepared-database.tar.gz");

try {
  const targets = targetsOf(process.argv.slice(2));
  await prepareDatabase(archive);
  if (targets === null) await build("pr-service");
  else for (const target of targets) await build(`pr-service-${target.name}`, fetchRuntime(target));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function build(name: string, runtime?: string): Promise<void> {
  const outfile = join(distFolder, name);
  const bytes = await compileBinary(outfile, { archive, runtime });
  console.log(`${relative(process.cwd(), outfile)}  ${(bytes / 1e6).toFixed(1)} MB`);
}
