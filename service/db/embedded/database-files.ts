import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import initdbPath from "@electric-sql/pglite/initdb.wasm" with { type: "file" };
import dataPath from "@electric-sql/pglite/pglite.data" with { type: "file" };
import programPath from "@electric-sql/pglite/pglite.wasm" with { type: "file" };

/** Both are being made ready: compiling takes longest of all that a start does. */
export type DatabaseFiles = { program: Promise<WebAssembly.Module>; fsBundle: Promise<Blob> };

type CreationFiles = { pgliteWasmModule: WebAssembly.Module; initdbWasmModule: WebAssembly.Module };

/** Compiles PGlite's own program, from node_modules or from inside the compiled binary. */
export function compileProgram(): Promise<WebAssembly.Module> {
  // At once: a thread that still loads its modules would come to what was read only after them.
  return WebAssembly.compile(readFileSync(programPath));
}

/** The share files of PostgreSQL, which PGlite unpacks in memory. */
export async function readShareFiles(): Promise<Blob> {
  return new Blob([await readFile(dataPath)]);
}

/** What PGlite needs besides where `directory` holds no database yet; where it does, that is not compiled. */
export async function readCreationFiles(
  directory: string,
  { program }: DatabaseFiles,
): Promise<CreationFiles | undefined> {
  if (existsSync(join(directory, "PG_VERSION"))) return undefined;
  const initdb = WebAssembly.compile(await readFile(initdbPath));
  return { pgliteWasmModule: await program, initdbWasmModule: await initdb };
}
