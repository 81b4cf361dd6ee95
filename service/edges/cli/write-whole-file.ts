import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { isUuid } from "../../floor/db/keyset-list.ts";
import { syncDirectory } from "../../floor/secrets/sync-directory.ts";

/** What a command writes holds an agency's data. */
export const onlyOwner = 0o600;

/** Of a terminal that was closed, a Ctrl-C, and a timeout; with the code by which shells know each. */
const exitCodeBySignal = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Nobody has been writing a file for a day in which nothing was written. */
const leftOverMs = 24 * 3600 * 1000;

/** Writes a file that appears complete and on disk, or not at all. */
export async function writeWholeFile<T>(file: string, write: (out: FileHandle) => Promise<T>): Promise<T> {
  const folder = dirname(resolve(file));
  await removeLeftOver(folder, basename(file));
  // Random, because each process of a container has the same id, and one that was killed left its file there.
  const unfinished = join(folder, `.${basename(file)}.${randomUUID()}`);
  const out = await open(unfinished, "wx", onlyOwner);
  const restore = removeAtSignal(unfinished);
  try {
    const written = await write(out);
    await out.sync();
    await out.close();
    await rename(unfinished, file);
    syncDirectory(folder);
    return written;
  } catch (error) {
    await out.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    restore();
  }
}

/** A hidden file with personal data would stay where nobody looks for it. Returns what ends that. */
function removeAtSignal(file: string): () => void {
  const handlers = Object.entries(exitCodeBySignal).map(([signal, code]) => {
    const end = () => {
      rmSync(file, { force: true });
      process.exit(code);
    };
    process.on(signal, end);
    return () => void process.off(signal, end);
  });
  return () => {
    for (const off of handlers) off();
  };
}

/** Appends a stream as it comes. Returns its bytes. */
export async function appendStream(out: FileHandle, stream: ReadableStream<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream) {
    await out.writeFile(chunk);
    bytes += chunk.byteLength;
  }
  return bytes;
}

/**
 * Removes what killed processes left of a file: it may hold keys, and a nightly backup would fill the disk with them. Best effort: what
 * can't be read or is gone already keeps no file from being written.
 */
async function removeLeftOver(folder: string, name: string): Promise<void> {
  const prefix = `.${name}.`;
  const names = await readdir(folder).catch(() => []);
  for (const each of names.filter(
    (found) => found.startsWith(prefix) && isUuid(found.slice(prefix.length)),
  )) {
    const path = join(folder, each);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > leftOverMs) await rm(path, { force: true });
  }
}
