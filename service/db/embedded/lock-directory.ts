import { readFileSync, rmSync } from "node:fs";
import { mkdir, open, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";

export class DirectoryInUseError extends Error {
  constructor(directory: string, owner: string) {
    super(
      `The data directory ${directory} is in use by process ${owner.split(" ")[0]}. Stop it, or name another with --data-dir.`,
    );
    this.name = "DirectoryInUseError";
  }
}

/**
 * Takes the data directory for this process and returns the function that gives it back.
 * Throws DirectoryInUseError while another living process holds it: two PGlite instances would destroy the files.
 */
export async function lockDirectory(directory: string): Promise<() => void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, "lock");
  const self = `${process.pid} ${startTime(process.pid)}`;
  for (;;) {
    try {
      const file = await open(path, "wx", 0o600);
      await file.writeFile(self);
      await file.close();
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    await removeStaleLock(path, directory);
  }
}

async function removeStaleLock(path: string, directory: string): Promise<void> {
  const owner = await readFile(path, "utf8").catch(() => null);
  if (owner === null) return;
  const [pid = "", started = ""] = owner.split(" ");
  if (owner !== "" && startTime(Number(pid)) === started) throw new DirectoryInUseError(directory, owner);
  // Renaming is atomic, so of two processes that both saw the stale lock only one removes it.
  const aside = `${path}.${process.pid}`;
  await rename(path, aside).then(
    () => unlink(aside),
    () => {},
  );
}

/** Start time of a process in clock ticks since boot; tells a living owner from a new process with the same number. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return isAlive(pid) ? "alive" : "gone";
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
