import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { isCompiled } from "../../floor/concurrency/thread-url.ts";

export type MemberEnd = { exitCode: number | null; signal: NodeJS.Signals | null };

/** A child process that serves. It ends by itself when this process is gone, because its stdin ends then. */
export type MemberProcess = {
  /** The address at which it serves; null where it ended before. */
  serving: Promise<string | null>;
  ended: Promise<MemberEnd>;
  wake(loopName: string): void;
  kill(signal: NodeJS.Signals): void;
};

/** Lines between the two: `serving URL` once, and `wake LOOP` in both directions. */
export const servingWord = "serving";
export const wakeWord = "wake";

/** Starts this program once more with `args`; `onWake` gets the names of loops that it wants to have woken elsewhere. */
export function startMember(args: readonly string[], onWake: (loopName: string) => void): MemberProcess {
  const { command, firstArgs } = ownProgram();
  const child = spawn(command, [...firstArgs, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<MemberEnd>((resolve) => {
    child.once("error", () => resolve({ exitCode: null, signal: null }));
    child.once("exit", (exitCode, signal) => resolve({ exitCode, signal }));
  });
  // What was written to one that has just died is lost with it.
  child.stdin.on("error", () => undefined);
  const serving = Promise.withResolvers<string | null>();
  void ended.then(() => serving.resolve(null));
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [word, value = ""] = line.split(" ", 2);
    if (word === servingWord) serving.resolve(value);
    else if (word === wakeWord) onWake(value);
  });
  return {
    serving: serving.promise,
    ended,
    wake: (loopName) => void child.stdin.write(`${wakeWord} ${loopName}\n`),
    kill: (signal) => void child.kill(signal),
  };
}

/**
 * How this very program is started again. The compiled one by the kernel's link, because its file may have been replaced by an
 * update meanwhile: an old supervisor would start new processes.
 */
function ownProgram(): { command: string; firstArgs: string[] } {
  return isCompiled
    ? { command: "/proc/self/exe", firstArgs: [] }
    : { command: process.execPath, firstArgs: [process.argv[1] ?? ""] };
}
