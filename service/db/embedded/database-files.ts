import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import initdbPath from "@electric-sql/pglite/initdb.wasm" with { type: "file" };
import dataPath from "@electric-sql/pglite/pglite.data" with { type: "file" };
import programPath from "@electric-sql/pglite/pglite.wasm" with { type: "file" };

export type DatabaseFiles = { pgliteWasmModule: WebAssembly.Module; fsBundle: Blob };

/** PGlite's own files, read from node_modules or from inside the compiled binary, as `PGlite.create` takes them. */
export async function readDatabaseFiles(): Promise<DatabaseFiles> {
  const [pgliteWasmModule, data] = await Promise.all([compile(programPath), readFile(dataPath)]);
  return { pgliteWasmModule, fsBundle: new Blob([data]) };
}

/** What `PGlite.create` needs besides where `directory` holds no database yet; where it does, that is not compiled. */
export async function readCreationFiles(
  directory: string,
): Promise<{ initdbWasmModule?: WebAssembly.Module }> {
  if (existsSync(join(directory, "PG_VERSION"))) return {};
  return { initdbWasmModule: await compile(initdbPath) };
}

async function compile(path: string): Promise<WebAssembly.Module> {
  return await WebAssembly.compile(await readFile(path));
}
