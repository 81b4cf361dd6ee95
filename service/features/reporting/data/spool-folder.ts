import { type FileHandle, mkdir, open, readdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../errors.ts";
import type { Log } from "../../../log.ts";
import { spoolBytesMax } from "./spool-room.ts";

/** Nobody but the service may read what agencies export. */
const folderMode = 0o700;
const fileMode = 0o600;

export type SpoolFolder = {
  /** Opens a file without a name, so that it goes with its process. Throws `service_unavailable` where nothing can be written. */
  openFile(): Promise<FileHandle>;
  /** Bytes that spools may take, of which they have `takenBytes` now: they leave half of what is free to the database. */
  bytesMax(takenBytes: number): Promise<number>;
};

/** Where data exports wait for their readers: in the data directory, since nothing else may be writable. Opens nothing. */
export function createSpoolFolder(dataDirectory: string): SpoolFolder {
  const folder = spoolFolderIn(dataDirectory);
  return {
    async openFile() {
      const path = join(folder, `${uuidv7()}.json`);
      try {
        await mkdir(folder, { recursive: true, mode: folderMode });
        const file = await open(path, "wx+", fileMode);
        // POSIX keeps the bytes for as long as the file is open.
        await rm(path, { force: true });
        return file;
      } catch (cause) {
        throw new ServiceError("service_unavailable", notWritable(dataDirectory), { cause });
      }
    },
    async bytesMax(takenBytes) {
      const { bavail, bsize } = await statfs(dataDirectory).catch((cause: unknown) => {
        throw new ServiceError("service_unavailable", notWritable(dataDirectory), { cause });
      });
      return Math.min(spoolBytesMax, Math.floor((bavail * bsize + takenBytes) / 2));
    },
  };
}

/**
 * Removes what a killed process left in the folder, in the moment between a file's opening and the removal of its name. Warns
 * where the folder can't be written: all but the data export works without it.
 */
export async function clearSpoolFolder(dataDirectory: string, log: Log): Promise<void> {
  const folder = spoolFolderIn(dataDirectory);
  try {
    await mkdir(folder, { recursive: true, mode: folderMode });
    const left = await readdir(folder);
    await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
  } catch (error) {
    log.warn("data_directory_not_writable", { message: notWritable(dataDirectory), error });
  }
}

function spoolFolderIn(dataDirectory: string): string {
  return join(dataDirectory, "spool");
}

function notWritable(dataDirectory: string): string {
  return `The data export needs a data directory that can be written: ${dataDirectory} can't. Mount a volume there, or set DATA_DIR to another.`;
}
