import { rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  createFolder,
  removeFolder,
  type ServerProcess,
  startServer,
  untilReady,
} from "../../support/server-process.ts";

/** A disk of its own, of which the rest of the machine notices nothing. */
export type SmallDisk = {
  folder: string;
  /** Leaves `bytes` of it free. */
  fillUpTo(bytes: number): void;
  makeRoom(): void;
  close(): Promise<void>;
};

/** The mount lives in a namespace of this process, and goes with it. */
const holdMount = 'mount -t tmpfs -o size="$1",mode=700,"$2" tmpfs "$0" && exec sleep infinity';

/** Needs no rights where the kernel gives namespaces to everyone; others reach the disk through the holder's root. */
export async function openSmallDisk(sizeBytes: number, access: "rw" | "ro" = "rw"): Promise<SmallDisk> {
  const folder = createFolder("disk-");
  const asRoot = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  const holder: ServerProcess = startServer({
    command: "unshare",
    args: [...asRoot, "--mount", "sh", "-c", holdMount, folder, String(sizeBytes), access],
    folder,
    exitSignal: "SIGKILL",
  });
  const inside = `/proc/${holder.pid}/root${folder}`;
  await untilReady(holder, folder, async () => isMounted(inside, folder));
  const filler = join(inside, "filler");
  return {
    folder: inside,
    fillUpTo(bytes) {
      const { bavail, bsize } = statfsSync(inside);
      try {
        writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
      } catch (error) {
        // Others wrote meanwhile, and less is left than was asked for: the disk is full all the same.
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    async close() {
      await holder.end("SIGKILL");
      removeFolder(folder);
    },
  };
}

/** By another device than that of the folder, which is seen until then and may lie in memory too. */
function isMounted(path: string, folder: string): boolean {
  try {
    return statSync(path).dev !== statSync(folder).dev;
  } catch {
    return false;
  }
}
