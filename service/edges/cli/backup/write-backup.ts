import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { type FileHandle, lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createTarPacker } from "modern-tar";
import { appendStream, onlyOwner, writeWholeFile } from "../write-whole-file.ts";
import { keyNames, type Manifest, type ManifestFile, manifestName } from "./manifest.ts";

/** What is read at a time: large enough that system calls do not count. */
const chunkBytes = 256 * 1024;

type Entry = { name: string; path: string; stats: Stats };

/**
 * Writes the database of `dataDirectory` to `file` as a tar archive with a manifest of hashes; the caller pauses the database
 * meanwhile. The file appears complete and on disk, or not at all. `show` gets the share that is done, from 0 to 1. `keys` are
 * the files in it that decrypt its secrets and sign its reports: none with `withoutKeys`, or where they lie elsewhere. Throws what
 * `assertPaused` throws; a file that was there before stays then.
 */
export async function writeBackup(
  dataDirectory: string,
  file: string,
  {
    show,
    withoutKeys = false,
    assertPaused,
  }: { show: (share: number) => void; withoutKeys?: boolean; assertPaused: () => Promise<void> },
): Promise<{ bytes: number; files: number; keys: string[] }> {
  const entries = await listEntries(dataDirectory, withoutKeys ? [] : keyNames);
  const bytes = await writeWholeFile(file, async (out) => {
    const packed = await pack(entries, out, show);
    // Before the file gets its name: a copy of files that changed fits its own manifest, and would take the place of the last good one.
    await assertPaused();
    return packed;
  });
  const files = entries.filter(({ stats }) => stats.isFile());
  const keys = files.map(({ name }) => name).filter((name) => keyNames.includes(name));
  return { bytes, files: files.length, keys };
}

async function pack(
  entries: readonly Entry[],
  out: FileHandle,
  show: (share: number) => void,
): Promise<number> {
  const { readable, controller } = createTarPacker();
  const written = appendStream(out, readable);
  const bytesTotal = entries.reduce((sum, { stats }) => sum + (stats.isFile() ? stats.size : 0), 0);
  const files: ManifestFile[] = [];
  let bytesDone = 0;
  try {
    for (const { name, path, stats } of entries) {
      if (stats.isDirectory()) {
        const folder = controller.add({ name: `${name}/`, size: 0, type: "directory", mode: 0o700 });
        await folder.getWriter().close();
        continue;
      }
      const size = stats.size;
      const writer = controller.add({ name, size, mode: onlyOwner, mtime: stats.mtime }).getWriter();
      const sha256 = await copyFile(path, size, async (chunk) => {
        await writer.write(chunk);
        bytesDone += chunk.byteLength;
        show(bytesDone / bytesTotal);
      });
      await writer.close();
      files.push({ name, bytes: size, sha256 });
    }
    const manifest: Manifest = {
      format: "pr-service-backup",
      version: 1,
      createdAt: new Date().toISOString(),
      files,
    };
    const text = new TextEncoder().encode(JSON.stringify(manifest));
    const writer = controller.add({ name: manifestName, size: text.byteLength, mode: onlyOwner }).getWriter();
    await writer.write(text);
    await writer.close();
    controller.finalize();
  } catch (error) {
    controller.error(error);
    await written.catch(() => undefined);
    throw error;
  }
  return await written;
}

/**
 * Hands exactly `size` bytes to `take` and returns their SHA-256. A file that became shorter was written to during the pause.
 */
async function copyFile(
  path: string,
  size: number,
  take: (chunk: Uint8Array) => Promise<void>,
): Promise<string> {
  const hash = createHash("sha256");
  const source = await open(path, "r");
  try {
    for (let left = size; left > 0; ) {
      const buffer = new Uint8Array(Math.min(chunkBytes, left));
      const { bytesRead } = await source.read(buffer, 0, buffer.byteLength);
      if (bytesRead === 0) throw new Error(`${path} became shorter while it was read.`);
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      await take(chunk);
      left -= bytesRead;
    }
  } finally {
    await source.close();
  }
  return hash.digest("hex");
}

async function listEntries(dataDirectory: string, keys: readonly string[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  async function add(name: string): Promise<void> {
    const path = join(dataDirectory, name);
    const stats = await lstat(path).catch(() => null);
    if (stats === null) return;
    if (stats.isFile() || stats.isDirectory()) entries.push({ name, path, stats });
    if (!stats.isDirectory()) return;
    const children = await readdir(path);
    for (const child of children.sort()) await add(`${name}/${child}`);
  }
  for (const name of ["database", ...keys]) await add(name);
  if (entries[0]?.name !== "database") {
    throw new Error(`There is no embedded database in ${dataDirectory}. Name its directory with --data-dir.`);
  }
  return entries;
}
