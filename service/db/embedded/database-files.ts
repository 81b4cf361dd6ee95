import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import initdbPath from "@electric-sql/pglite/initdb.wasm" with { type: "file" };
import dataPath from "@electric-sql/pglite/pglite.data" with { type: "file" };
import programPath from "@electric-sql/pglite/pglite.wasm" with { type: "file" };

/** `program` is still being compiled when `fsBundle` has long been read. */
export type DatabaseFiles = { program: Promise<WebAssembly.Module>; fsBundle: Promise<Blob> };

type CreationFiles = { pgliteWasmModule: WebAssembly.Module; initdbWasmModule: WebAssembly.Module };

/** Begins to read PGlite's own files, from node_modules or from inside the compiled binary. */
export function readDatabaseFiles(): DatabaseFiles {
  return {
    program: compile(programPath),
    fsBundle: readFile(dataPath).then((data) => new Blob([data])),
  };
}

/** What PGlite needs besides where `directory` holds no database yet; where it does, that is not compiled. */
export async function readCreationFiles(
  directory: string,
  { program }: DatabaseFiles,
): Promise<CreationFiles | undefined> {
  if (existsSync(join(directory, "PG_VERSION"))) return undefined;
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all([program, compile(initdbPath)]);
  return { pgliteWasmModule, initdbWasmModule };
}

async function compile(path: string): Promise<WebAssembly.Module> {
  return await WebAssembly.compile(await readFile(path));
}
