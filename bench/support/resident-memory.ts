import { readFileSync } from "node:fs";

export type ResidentMemory = { residentMb: number; proportionalMb: number; ownMb: number };

/**
 * What the kernel says of a process: all its pages in memory, the same with shared ones divided among those who share them, and
 * the pages that are no file's.
 */
export function residentMemory(pid: number): ResidentMemory {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const read = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? Number.NaN) / 1024;
  return { residentMb: read("Rss"), proportionalMb: read("Pss"), ownMb: read("Anonymous") };
}
