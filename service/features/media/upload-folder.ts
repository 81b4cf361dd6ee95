import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../errors.ts";

/** Nobody but the service may read what agencies upload. */
const folderMode = 0o700;
const fileMode = 0o600;
/** Of one file. A larger one is a film, which a video service plays better. */
export const fileBytesMax = 100_000_000;
/** A folder of this age was left by a process that was killed: the longest upload takes minutes. */
const leftAfterMs = 3_600_000;
/** Folders looked at in one round. */
const foldersMax = 1_000;

export type UploadFolder = {
  /**
   * Writes the chunks into a file as they come, runs `work` with its path and a folder for more, and removes both. Throws
   * `payload_too_large` past `fileBytesMax` without reading on, and `service_unavailable` where nothing can be written.
   */
  during<T>(
    chunks: AsyncIterable<Uint8Array>,
    work: (input: { path: string; folder: string }) => Promise<T>,
  ): Promise<T>;
  /** Removes what killed processes left. */
  removeLeft(): Promise<void>;
};

/** Where files wait to be looked at: in the data directory, since nothing else may be writable. Opens nothing. */
export function createUploadFolder(dataDirectory: string): UploadFolder {
  const uploads = join(dataDirectory, "uploads");
  return {
    async during(chunks, work) {
      const folder = join(uploads, uuidv7());
      try {
        await mkdir(folder, { recursive: true, mode: folderMode }).catch(refuseWriting);
        const path = join(folder, "uploaded");
        await writeChunks(path, chunks);
        return await work({ path, folder });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async removeLeft() {
      const names = await readdir(uploads).catch(() => []);
      for (const name of names.slice(0, foldersMax)) {
        const folder = join(uploads, name);
        const found = await stat(folder).catch(() => null);
        if (found !== null && found.mtimeMs < Date.now() - leftAfterMs)
          await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/**
 * The bytes of a file on the disk as the store takes them. It is opened where they are read: a stream that nobody read, because the store
 * refused first, found its folder removed and ended the process.
 */
export async function* chunksOfFile(path: string): AsyncIterable<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>;
}

async function writeChunks(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, "wx", fileMode).catch(refuseWriting);
  try {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > fileBytesMax) throw tooLarge();
      // Each is awaited and written whole: a full disk shows here and not as a short file.
      await file.writeFile(chunk).catch(refuseWriting);
    }
    if (bytes === 0)
      throw new ServiceError("file_type_refused", "The file is empty. Choose one with content.");
  } finally {
    await file.close();
  }
}

export function tooLarge(): ServiceError {
  return new ServiceError(
    "payload_too_large",
    `A file may have at most ${fileBytesMax / 1_000_000} MB. Make it smaller, or offer it on a video service and link to it.`,
    { facts: { bytesMax: fileBytesMax } },
  );
}

/** For what can't be written on the disk, by the thread of pictures as well. */
export function refuseWriting(cause: unknown): never {
  throw new ServiceError(
    "service_unavailable",
    "The file can't be taken: the data directory has no room, or can't be written. Nothing of it was kept. Try again when the operator has made room.",
    { cause },
  );
}
