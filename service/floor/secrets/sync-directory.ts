// As one object, whose functions the test of power cuts replaces.
import fs from "node:fs";
import { codeOf } from "../../errors.ts";

/** Puts the names in a directory on disk: a file that is synced can still lose its name in a power cut. */
export function syncDirectory(path: string): void {
  const descriptor = fs.openSync(path, "r");
  try {
    fs.fsyncSync(descriptor);
  } catch (error) {
    if (!refusesSyncs(error)) throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Some file systems can't sync a directory: PostgreSQL goes on there too. */
export function refusesSyncs(error: unknown): boolean {
  return codeOf(error) === "EINVAL";
}
