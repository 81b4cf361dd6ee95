import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { DatabasePaths, ThreadMessage } from "../../../service/floor/db/embedded/database-thread.ts";
import { childEnvironment } from "../../support/environment.ts";
import type { Recording } from "./record-files.ts";

const program = new URL("forgetful-database.ts", import.meta.url).pathname;
const startTimeoutMs = 60_000;
/** `DB_SHUTDOWNED` of PostgreSQL's `pg_control.h`, and where the state stands in the file. */
const closedInOrder = 1;
const stateAt = 16;

export type CutDatabase = {
  socketPath: string;
  /** Settles when it serves; "cut" when the power went before that. Rejects when it does not start. */
  started: Promise<"serving" | "cut">;
  /** Settles when the power is off. */
  ended: Promise<void>;
  /** The data directory as the disk has it after the cut. */
  image: string;
  kill(): void;
};

/** Starts the embedded database on what `image` holds, in `folder`, and cuts the power at the operation `cutAt`. */
export function startCutDatabase(input: {
  image: string;
  folder: string;
  cutAt: number;
  seed: number;
  isSynced: boolean;
}): CutDatabase {
  const { image, folder, cutAt, seed, isSynced } = input;
  const [live, spare, out] = ["live", "spare", "disk"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(spare, { recursive: true });
  const recording: Recording = { image, live, spare, out, cutAt, seed };
  const socketPath = join(live, ".s.PGSQL.5432");
  const paths: DatabasePaths = {
    directory: join(live, "database"),
    socketPath,
    pauseSocket: join(live, ".s.pause"),
    isSynced,
  };
  const child = spawn(process.execPath, [program, JSON.stringify(recording), JSON.stringify(paths)], {
    env: childEnvironment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) =>
    child.once("close", () => {
      for (const doomed of [live, spare]) rmSync(doomed, { recursive: true, force: true });
      resolve();
    }),
  );
  return {
    socketPath,
    started: startOf(child, ended),
    ended,
    image: out,
    kill: () => child.kill("SIGKILL"),
  };
}

async function startOf(child: ChildProcess, ended: Promise<void>): Promise<"serving" | "cut"> {
  const answer = new Promise<ThreadMessage>((resolve) => {
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).once("line", (line) =>
      resolve(JSON.parse(line) as ThreadMessage),
    );
  });
  const timer = setTimeout(() => child.kill("SIGTERM"), startTimeoutMs);
  const first = await Promise.race([answer, ended]);
  clearTimeout(timer);
  if (first === undefined) {
    if (child.signalCode === "SIGKILL") return "cut";
    throw new Error(`The database ended with ${child.exitCode ?? child.signalCode}.`);
  }
  if ("ready" in first) return "serving";
  child.kill("SIGKILL");
  throw new Error("failure" in first ? first.failure : JSON.stringify(first));
}

/** Whether the database in the data directory `image` has to repeat its log. */
export function needsRecovery(image: string): boolean {
  const descriptor = openSync(join(image, "database", "global", "pg_control"), "r");
  const state = Buffer.alloc(4);
  readSync(descriptor, state, 0, state.length, stateAt);
  closeSync(descriptor);
  return state.readUInt32LE() !== closedInOrder;
}
