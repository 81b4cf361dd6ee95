import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { missingProgram } from "../../support/server-process.ts";

/** For so long a process goes by the clock that it read last, in whole seconds of which more than these have to have passed. */
const keptSeconds = 1;
const noticedWithinMs = (keptSeconds + 1) * 1_000;

/** The wall clock of other processes, which can jump while they run; their monotonic clock goes on. */
export type ShiftedClock = {
  /** For the environment of the processes that live by this clock. */
  environment: Record<string, string>;
  /** Seconds before (-) or after the right time. Resolves when every process has noticed. */
  shift(seconds: number): Promise<void>;
  remove(): void;
};

export async function createShiftedClock(): Promise<ShiftedClock> {
  const library = findLibrary();
  const file = join(tmpdir(), `clock-${crypto.randomUUID()}`);
  writeFileSync(file, "+0s\n", { mode: 0o644 });
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: String(keptSeconds),
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
    async shift(seconds) {
      writeFileSync(file, `${seconds < 0 ? "-" : "+"}${Math.abs(seconds)}s\n`);
      await Bun.sleep(noticedWithinMs * 1.05);
    },
    remove: () => rmSync(file, { force: true }),
  };
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
