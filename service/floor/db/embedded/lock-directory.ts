import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type DirectoryOwner, type OwnerKind, ownerOf, thisProcess, writeOwner } from "./directory-owner.ts";
import { createDirectory } from "./durable-files.ts";

export class DirectoryInUseError extends Error {
  /** Null where the owner could not write down who it is. */
  readonly owner: DirectoryOwner | null;

  constructor(directory: string, owner: DirectoryOwner | null) {
    super(
      `The data directory ${directory} is in use by ${nameOf(owner)}. Stop it, or name another with --data-dir.`,
    );
    this.name = "DirectoryInUseError";
    this.owner = owner;
  }
}

/** What the system and SQLite say of a directory, or of a lock file in it, that belongs to somebody else. */
const unwritable = new Set(["EACCES", "EPERM", "EROFS", "SQLITE_CANTOPEN", "SQLITE_READONLY"]);

/** A lock that nobody refers to would be closed, and with it given up, by the garbage collector. */
const held = new Set<object>();

/**
 * Takes the data directory for this process and returns the function that gives it back.
 * Throws DirectoryInUseError while another process holds it: two embedded databases would destroy the files.
 *
 * The lock is the kernel's, which SQLite takes for us on a file that stays empty. The kernel gives it up with the process, however
 * that ends, and knows the owner in another container too, where its process id means nothing.
 */
export async function lockDirectory(directory: string, kind: OwnerKind): Promise<() => void> {
  createDirectory(directory);
  // Loaded here, because other runtimes load this file and have no such module.
  const { Database } = await import("bun:sqlite");
  const path = join(directory, "owner.lock");
  try {
    // Made here, because SQLite lets others of the machine read the file, and who can read it can lock the owner out.
    closeSync(openSync(path, "a", 0o600));
    const lock = new Database(path, { create: true });
    held.add(lock);
    // Without a journal in a file: a lock has to be had on a full disk too.
    lock.run("pragma journal_mode = memory");
    lock.run("begin immediate");
    const ownerFile = writeOwner(directory, thisProcess(kind));
    return () => {
      rmSync(ownerFile, { force: true });
      held.delete(lock);
      lock.close();
    };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "SQLITE_BUSY") throw new DirectoryInUseError(directory, ownerOf(directory));
    if (!unwritable.has(String(code))) throw error;
    throw new Error(
      `The data directory ${directory} can't be written to. Give it to this user (chown -R ${process.getuid?.()}:${process.getgid?.()}, with a container on the folder that is mounted there), or name another with --data-dir.`,
      { cause: error },
    );
  }
}

function nameOf(owner: DirectoryOwner | null): string {
  if (owner === null) return "another process";
  const { host } = thisProcess("command");
  return owner.host === host ? `process ${owner.pid}` : `process ${owner.pid} on ${owner.host}`;
}
