import { readFile } from "node:fs/promises";
import initdbPath from "@electric-sql/pglite/initdb.wasm" with { type: "file" };
import dataPath from "@electric-sql/pglite/pglite.data" with { type: "file" };
import programPath from "@electric-sql/pglite/pglite.wasm" with { type: "file" };

/** PGlite's own files, read from node_modules or from inside the compiled binary, as `PGlite.create` takes them. */
export async function readDatabaseFiles(): Promise<{
  pgliteWasmModule: WebAssembly.Module;
  initdbWasmModule: WebAssembly.Module;
  fsBundle: Blob;
}> {
  const [program, initdb, data] = await Promise.all([
    readFile(programPath),
    readFile(initdbPath),
    readFile(dataPath),
  ]);
  const [pgliteWasmModule, initdbWasmModule] = await Promise.all([
    WebAssembly.compile(program),
    WebAssembly.compile(initdb),
  ]);
  return { pgliteWasmModule, initdbWasmModule, fsBundle: new Blob([data]) };
}
