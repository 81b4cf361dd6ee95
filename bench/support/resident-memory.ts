import { readFileSync } from "node:fs";

export type ResidentMemory = { residentMb: number; proportionalMb: number; ownMb: number };

/**
 * What the kernel says of a process: all its pages in memory, the same with shared ones divided among those who share them, and
 * the pages that are no file's.
 */
export function residentMemory(pid: number): ResidentMemory {
  const read = readSizes(pid);
  return { residentMb: read("Rss"), proportionalMb: read("Pss"), ownMb: read("Anonymous") };
}

/** Of a process and its children together, what they share counted once: all pages, and those that are no file's and not shared memory. */
export function familyMemory(pid: number): { proportionalMb: number; ownMb: number } {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean);
  const sum = { proportionalMb: 0, ownMb: 0 };
  for (const each of [pid, ...children.map(Number)]) {
    try {
      const read = readSizes(each);
      // One that is ending has no memory to speak of.
      sum.proportionalMb += read("Pss") || 0;
      sum.ownMb += read("Pss_Anon") || 0;
    } catch {
      // It ended after the list was read.
    }
  }
  return sum;
}

function readSizes(pid: number): (name: string) => number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? Number.NaN) / 1024;
}
