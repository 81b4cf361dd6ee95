/** The folder of a whole run: for its servers, its databases and what its tests write. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { keepTemplateFolder, useTemporaryFolder } from "./environment.ts";

/** A file system in memory, on Linux. */
const inMemory = "/dev/shm";
/** A run fills up to 1 GB; the rest is for the programs of its tests. */
const roomBytesMin = 4 * 1024 ** 3;

/**
 * Creates the folder, which goes with this process, and makes it the temporary one of this process. In memory where there is
 * room: an embedded database begins as a copy of 1,200 files, which takes a second of processor time on a disk, 5 to 14 s
 * where others write to it too, and a tenth of a second there.
 */
export function createRunFolder({ mayBeInMemory }: { mayBeInMemory: boolean }): string {
  const folder = mkdtempSync(join(mayBeInMemory && hasRoomInMemory() ? inMemory : tmpdir(), "test-run-"));
  // PostgreSQL runs as a user of its own, who has to get through to its data.
  chmodSync(folder, 0o711);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  keepTemplateFolder();
  useTemporaryFolder(folder);
  return folder;
}

function hasRoomInMemory(): boolean {
  if (!existsSync(inMemory) || freemem() < roomBytesMin) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= roomBytesMin && mayExecute();
}

/** Tests build programs and start them; containers often forbid it there. */
function mayExecute(): boolean {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const options = mounts.map((line) => line.split(" ")).findLast(([, path]) => path === inMemory)?.[3];
  return options !== undefined && !options.split(",").includes("noexec");
}
