import { mkdir, readFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf } from "../../../errors.ts";
import { linkUnlessThere, writeAside } from "../../../floor/secrets/write-aside.ts";
import { type KeyRing, newKeyFile, parseKeyFile } from "./signing-key.ts";

/** Where the key that signs reports lies: the file that the operator names, or one of the data directory. */
export type KeyFileSettings = { reportSigningKeyFile: string | null; dataDirectory: string };

export function keyFilePath({ reportSigningKeyFile, dataDirectory }: KeyFileSettings): string {
  return reportSigningKeyFile ?? join(dataDirectory, "report-signing.key");
}

/**
 * Makes the key file of the data directory where there is none; one that the operator names is theirs to make. Of any number of
 * processes that start at once all find the same key: the file appears complete or not at all.
 */
export async function ensureKeyFile(settings: KeyFileSettings): Promise<void> {
  const path = keyFilePath(settings);
  if (settings.reportSigningKeyFile !== null || (await readOrNull(path)) !== null) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeAside(path, newKeyFile(null), linkUnlessThere);
}

export async function hasKeyFile(settings: KeyFileSettings): Promise<boolean> {
  return (await readOrNull(keyFilePath(settings))) !== null;
}

/** Throws where the file is missing or holds no key; the messages name the file and never what it holds. */
export async function readKeyFile(settings: KeyFileSettings): Promise<KeyRing> {
  const path = keyFilePath(settings);
  const text = await readOrNull(path);
  if (text === null)
    throw new Error(
      `There is no key for signing reports at ${path}. Restore it, or make one: openssl genpkey -algorithm ed25519 -out ${path}`,
    );
  const ring = parseKeyFile(text);
  if (ring === null)
    throw new Error(`${path} holds no Ed25519 key for signing reports: restore it. It is never replaced.`);
  return ring;
}

/**
 * Puts a new key into the file, in front of the public keys that were used before: what they signed stays valid. The file is
 * exchanged in one step, so that a running service reads the old or the new one. Returns the new keys.
 */
export async function rotateKeyFile(settings: KeyFileSettings): Promise<KeyRing> {
  const path = keyFilePath(settings);
  const before = await readKeyFile(settings);
  await writeAside(path, newKeyFile(before), rename);
  return await readKeyFile(settings);
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}
