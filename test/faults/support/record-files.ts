/**
 * Lays a forgetful disk under a thread: what is called as a function of the object `fs` afterwards is recorded. PGlite's files
 * and ours are written so. Functions that were imported by their names are not replaced.
 */
import fs from "node:fs";
import { seededChance } from "../../support/seeded-chance.ts";
import { createForgetfulDisk } from "./forgetful-disk.ts";

export type Recording = {
  /** What the disk holds at the start. */
  image: string;
  /** Where the database works, and an empty folder beside it. */
  live: string;
  spare: string;
  /** Where the disk is to be found after the cut. */
  out: string;
  /** The power is cut at this operation, counted from the start. */
  cutAt: number;
  seed: number;
};

type AnyFunction = (...inputs: unknown[]) => unknown;

/** Replaces the functions of `node:fs` in this thread. The process ends itself, as by a power cut, when the moment has come. */
export function recordFiles({ cutAt, seed, out, ...folders }: Recording): void {
  const disk = createForgetfulDisk(folders);
  const files = fs as unknown as Record<string, AnyFunction>;
  const openPaths = new Map<number, string>();
  let operations = 0;

  function replace(name: string, around: (run: () => unknown, inputs: unknown[]) => unknown): void {
    const original = files[name];
    if (original === undefined) throw new Error(`node:fs has no ${name}.`);
    files[name] = (...inputs) => around(() => original(...inputs), inputs);
  }
  function step(): void {
    operations += 1;
    if (operations < cutAt) return;
    disk.cut(out, seededChance(seed));
    process.kill(process.pid, "SIGKILL");
    // The signal may need a moment, in which nothing may be acknowledged.
    for (;;);
  }

  replace("openSync", (run, [path]) => {
    const descriptor = run();
    openPaths.set(Number(descriptor), String(path));
    return descriptor;
  });
  for (const name of ["writeFileSync", "mkdirSync"])
    replace(name, (run, [path]) => {
      step();
      const result = run();
      disk.created(String(path));
      return result;
    });
  for (const name of ["unlinkSync", "rmdirSync", "rmSync"])
    replace(name, (run, [path]) => {
      step();
      disk.removed(String(path));
      return run();
    });
  replace("renameSync", (run, [from, to]) => {
    step();
    disk.renamed(String(from), String(to));
    return run();
  });
  replace("writeSync", (run, [descriptor, buffer, offset, , position]) => {
    step();
    const length = Number(run());
    const { buffer: memory, byteOffset } = buffer as Uint8Array;
    const bytes = new Uint8Array(memory, byteOffset + Number(offset), length);
    disk.written(Number(descriptor), Number(position), bytes);
    return length;
  });
  for (const name of ["truncateSync", "ftruncateSync"])
    replace(name, (run, [path, size]) => {
      step();
      const result = run();
      disk.resized(typeof path === "number" ? path : String(path), Number(size));
      return result;
    });
  // The real syncs would take their time and change nothing: the disk is the one above.
  const sync = (descriptor: unknown) => {
    step();
    disk.synced(Number(descriptor), openPaths.get(Number(descriptor)));
  };
  for (const name of ["fsyncSync", "fdatasyncSync"]) replace(name, (_run, [descriptor]) => sync(descriptor));
  replace("fsync", (_run, [descriptor, done]) => {
    sync(descriptor);
    (done as (error: null) => void)(null);
  });
}
