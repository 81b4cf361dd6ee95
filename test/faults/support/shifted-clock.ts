import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { missingProgram } from "../../support/server-process.ts";

/** The wall clock of other processes, which can jump while they run; their monotonic clock goes on. */
export type ShiftedClock = {
  /** For the environment of the processes that live by this clock. */
  environment: Record<string, string>;
  /** Seconds before (-) or after the right time. Who reads the clock from now on reads it so. */
  shift(seconds: number): void;
  remove(): void;
};

export function createShiftedClock(): ShiftedClock {
  const library = findLibrary();
  const file = join(tmpdir(), `clock-${crypto.randomUUID()}`);
  writeFileSync(file, offset(0), { mode: 0o644 });
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      // The file is read with the clock: a process that kept it would notice a jump two seconds later.
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
    shift(seconds) {
      const next = `${file}-next`;
      writeFileSync(next, offset(seconds), { mode: 0o644 });
      // A file that is being written is empty for a moment, and would be read as no shift at all.
      renameSync(next, file);
    },
    remove: () => rmSync(file, { force: true }),
  };
}

function offset(seconds: number): string {
  return `${seconds < 0 ? "-" : "+"}${Math.abs(seconds)}s\n`;
}

/** Debian keeps it in a folder for each architecture. */
function findLibrary(): string {
  const found = readdirSync("/usr/lib")
    .filter((folder) => folder.endsWith("-linux-gnu"))
    .map((folder) => join("/usr/lib", folder, "faketime/libfaketimeMT.so.1"))
    .find((path) => readableFiles(join(path, "..")).includes("libfaketimeMT.so.1"));
  if (found === undefined) throw missingProgram("libfaketimeMT.so.1", "libfaketime");
  return found;
}

function readableFiles(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
