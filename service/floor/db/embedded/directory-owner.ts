import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join, resolve } from "node:path";

/** A service owns the directory for as long as it runs, a command for as long as its work takes. */
export type OwnerKind = "service" | "command";

/** `url` is where a service is reached, once it listens. */
export type DirectoryOwner = { pid: number; host: string; kind: OwnerKind; url: string | null };

export function thisProcess(kind: OwnerKind): DirectoryOwner {
  return { pid: process.pid, host: hostname(), kind, url: null };
}

/** Writes down who owns the directory, for the messages of others, and returns the path of the file. */
export function writeOwner(directory: string, owner: DirectoryOwner): string {
  const path = ownerFileIn(directory);
  try {
    // Renamed when whole, because others read it meanwhile.
    writeFileSync(`${path}.new`, JSON.stringify(owner), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch {
    // A full disk: the lock holds all the same, and nobody learns whose it is.
  }
  return path;
}

/** What the present owner wrote down, or the last one, where nobody owns the directory now; null where nothing is readable. */
export function ownerOf(directory: string): DirectoryOwner | null {
  try {
    const owner: unknown = JSON.parse(readFileSync(ownerFileIn(directory), "utf8"));
    return isOwner(owner) ? owner : null;
  } catch {
    return null;
  }
}

function isOwner(value: unknown): value is DirectoryOwner {
  return (
    typeof value === "object" &&
    value !== null &&
    "pid" in value &&
    typeof value.pid === "number" &&
    "host" in value &&
    typeof value.host === "string" &&
    "kind" in value &&
    (value.kind === "service" || value.kind === "command") &&
    "url" in value &&
    (value.url === null || typeof value.url === "string")
  );
}

function ownerFileIn(directory: string): string {
  return join(resolve(directory), "owner.json");
}
