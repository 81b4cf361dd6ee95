import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { syncDirectory } from "../../floor/secrets/sync-directory.ts";

/** What a command writes holds an agency's data. */
export const onlyOwner = 0o600;

/** Writes a file that appears complete and on disk, or not at all. */
export async function writeWholeFile<T>(file: string, write: (out: FileHandle) => Promise<T>): Promise<T> {
  const folder = dirname(resolve(file));
  const unfinished = join(folder, `.${basename(file)}.${process.pid}`);
  const out = await open(unfinished, "wx", onlyOwner);
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
  }
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
