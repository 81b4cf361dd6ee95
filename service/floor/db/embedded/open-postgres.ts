import { readFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import initdbPath from "@electric-sql/pglite/initdb.wasm" with { type: "file" };
import { NodeFS } from "@electric-sql/pglite/nodefs";
import dataPath from "@electric-sql/pglite/pglite.data" with { type: "file" };
import programPath from "@electric-sql/pglite/pglite.wasm" with { type: "file" };
import { withSyncs } from "./durable-files.ts";

type DatabaseFiles = {
  pgliteWasmModule: WebAssembly.Module;
  initdbWasmModule: WebAssembly.Module;
  fsBundle: Blob;
};

/**
 * PGlite clears its shared buffers at each start and keeps them in memory. PostgreSQL's default of 128 MB makes each start
 * slower and the process 80 MB larger. What 16 MB can't hold comes from the kernel's file cache, which is somewhat slower.
 */
const sharedBuffers = "16MB";
/** Files of the log beyond this are deleted and not kept for later: twice what is written between two checkpoints. */
const keptLog = "128MB";

/** PGlite's own parameter that turns off every sync. */
const withoutSyncs = "-F";
/** PostgreSQL's default, `fdatasync`, is answered with success by Emscripten, which does nothing; `fsync` reaches the files. */
const syncMethod = "fsync";

/**
 * Opens the database in `directory`, and makes one where there is none. Where it `isSynced`, a commit is on disk when it is
 * acknowledged; else a power cut may cost the last commits, or all of it.
 */
export async function openPostgres(directory: string, { isSynced }: { isSynced: boolean }): Promise<PGlite> {
  const files = new NodeFS(directory);
  return await PGlite.create({
    fs: isSynced ? withSyncs(files) : files,
    ...(await readDatabaseFiles()),
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => !(isSynced && parameter === withoutSyncs)),
      ...["-c", `wal_sync_method=${syncMethod}`],
      ...["-c", `shared_buffers=${sharedBuffers}`],
      ...["-c", `max_wal_size=${keptLog}`],
    ],
  });
}

/** Reads PGlite's own files, from node_modules or from inside the compiled binary. */
async function readDatabaseFiles(): Promise<DatabaseFiles> {
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
