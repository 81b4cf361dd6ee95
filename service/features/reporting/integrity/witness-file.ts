import { access, constants, mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { codeOf } from "../../../errors.ts";
import { syncDirectory } from "../../../floor/secrets/sync-directory.ts";
import { writeAside } from "../../../floor/secrets/write-aside.ts";
import { compacted, textOf, type WitnessLine, type WitnessStore } from "./witness.ts";

const onlyOwner = 0o600;
/** Some 4,000 lines; a file below it is read in a few milliseconds. */
const compactFromBytes = 1_000_000;
/** The file is exchanged once in months. */
const attemptsMax = 5;

/** Keeps heads in a file of the data directory that is appended to and synced. Several processes may share it. */
export function openWitnessFile(dataDirectory: string): WitnessStore {
  const path = join(dataDirectory, "report-witness.jsonl");
  const append = (text: string) => appendSynced(path, text);
  return {
    name: path,
    read: () => readText(path),
    append: (lines: readonly WitnessLine[]) => append(textOf(lines)),
    async compact() {
      const text = await readText(path);
      if (text.length < compactFromBytes || compacted(text).length * 2 > text.length) return;
      const before = await open(path, "r");
      try {
        const read = await before.readFile();
        await writeAside(path, compacted(read.toString("utf8")), rename);
        // Lines that other processes appended to the old file while it was compacted.
        const late = Buffer.alloc((await before.stat()).size - read.length);
        if (late.length === 0) return;
        await before.read(late, 0, late.length, read.length);
        await append(late.toString("utf8"));
      } finally {
        await before.close();
      }
    },
    examine: () => refuseUnwritable(path),
  };
}

async function appendSynced(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const file = await open(path, "a", onlyOwner);
    try {
      await file.appendFile(text);
      await file.sync();
      syncDirectory(dirname(path));
      // Where the file was exchanged meanwhile the line may be in the old one only; twice does no harm.
      if ((await file.stat()).ino === (await stat(path)).ino) return;
    } finally {
      await file.close();
    }
  }
  throw new Error(`${path} was exchanged again and again.`);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "";
    throw error;
  }
}

/** Refuses a path that can't be written. Where it does not exist yet, the folder above is checked. */
async function refuseUnwritable(path: string): Promise<void> {
  try {
    await access(path, constants.W_OK);
  } catch (error) {
    const parent = dirname(resolve(path));
    const isMissing = codeOf(error) === "ENOENT";
    if (!isMissing || parent === path) throw error;
    await refuseUnwritable(parent);
  }
}
