import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { threadModules } from "../service/floor/concurrency/thread-url.ts";

const serviceFolder = join(import.meta.dirname, "../service");

/**
 * Compiles the program into one file: Bun's runtime (`runtime`, without one this process' own), all code as bytecode, and
 * every file that is imported with `type: "file"` or `type: "text"`, and the prepared database in `archive`. Returns its
 * size in bytes.
 */
export async function compileBinary(
  outfile: string,
  { archive, runtime = process.execPath }: { archive: string; runtime?: string | undefined },
): Promise<number> {
  mkdirSync(dirname(outfile), { recursive: true });
  // The file of a running program can't be written to, but it can be replaced.
  rmSync(outfile, { force: true });
  const result = await Bun.build({
    entrypoints: [
      join(serviceFolder, "main.ts"),
      ...threadModules.map((module) => join(serviceFolder, `${module}.ts`)),
    ],
    // Threads are found in the binary by their path below this folder: see service/floor/concurrency/thread-url.ts.
    root: serviceFolder,
    format: "esm",
    // Names stay: the router reads the parameters of handlers from their source.
    minify: { whitespace: true, syntax: true, identifiers: false },
    // Makes a start a third faster, for a binary that is 16 MB larger.
    bytecode: true,
    compile: {
      outfile,
      executablePath: runtime,
      assets: [archive],
      // Files in the folder where the program is started must not configure it.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  });
  if (!result.success) throw new AggregateError(result.logs, "the build failed");
  return Bun.file(outfile).size;
}
