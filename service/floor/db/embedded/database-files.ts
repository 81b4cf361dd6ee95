import { readFile } from "node:fs/promises";
import initdbPath from "@electric-sql/pglite/initdb.wasm" with { type: "file" };
import dataPath from "@electric-sql/pglite/pglite.data" with { type: "file" };
import programPath from "@electric-sql/pglite/pglite.wasm" with { type: "file" };

export type DatabaseFiles = {
  pgliteWasmModule: WebAssembly.Module;
  initdbWasmModule: WebAssembly.Module;
  fsBundle: Blob;
};

/** Reads PGlite's own files, from node_modules or from inside the compiled binary. */
export async function readDatabaseFiles(): Promise<DatabaseFiles> {
  const [pgliteWasmModule, initdbWasmModule, data] = await Promise.all([
    compile(programPath),
    compile(initdbPath),
    readFile(dataPath),
  ]);
  return { pgliteWasmModule, initdbWasmModule, fsBundle: new Blob([data]) };
}

async function compile(path: string): Promise<WebAssembly.Module> {
  return await WebAssembly.compile(await readFile(path));
}
