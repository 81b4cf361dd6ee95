import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { closeToOthers } from "./close-to-others.ts";
import { parseSecretKey, secretKeyBytes } from "./secret-key.ts";
import { linkUnlessThere, writeAside } from "./write-aside.ts";

const fileName = "secret.key";

/**
 * Returns the key of the data directory's file `secret.key`, and makes it first where there is none.
 * Of any number of processes that start at once all return the same key: the file appears complete or not at all.
 * Throws when the file holds no key; it is never replaced, because what it encrypted would be lost.
 */
export async function openSecretKey(dataDirectory: string, log: Log): Promise<Uint8Array> {
  const path = join(dataDirectory, fileName);
  closeToOthers(path, log);
  const present = await readKey(path);
  if (present !== null) return present;
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  await writeAside(path, `${randomBytes(secretKeyBytes).toString("hex")}\n`, linkUnlessThere);
  const created = await readKey(path);
  if (created === null) throw new Error(`${path} vanished while the service started.`);
  return created;
}

/** Whether the data directory has a key, of whatever worth. */
export function hasSecretKey(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, fileName));
}

async function readKey(path: string): Promise<Uint8Array | null> {
  try {
    const key = parseSecretKey((await readFile(path, "utf8")).trim());
    if (key === null) throw new Error(`${path} holds no key: restore it, or set SECRET_KEY.`);
    return key;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}
