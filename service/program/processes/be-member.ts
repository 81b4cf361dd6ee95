import { createInterface } from "node:readline";
import { servingWord, wakeWord } from "./start-member.ts";

/** Several wakes of a loop within this time are one: each conversion would be a line to another process otherwise. */
const wakesTogetherMs = 20;

/** This process as one of several: what it says to its supervisor and hears from it. */
export type Supervision = {
  sayServing(url: string): void;
  /** Has a loop woken in the process that has the loops. */
  wakeElsewhere(loopName: string): void;
  /** Calls back for each loop that another process wakes here. */
  onWake(wake: (loopName: string) => void): void;
  /** Resolves at SIGTERM, or when the supervisor is gone. */
  untilEnd: Promise<void>;
};

/**
 * Listens to the supervisor from now on. Further signals are ignored: systemd sends SIGTERM to all processes of a service, and a
 * terminal SIGINT, so each comes twice. It is the supervisor who ends all at once at a later one.
 */
export function openSupervision(): Supervision {
  const ended = Promise.withResolvers<void>();
  process.on("SIGTERM", () => ended.resolve());
  process.on("SIGINT", () => undefined);
  let wakeHere: (loopName: string) => void = () => undefined;
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    const [word, loopName = ""] = line.split(" ", 2);
    if (word === wakeWord) wakeHere(loopName);
  });
  lines.once("close", () => ended.resolve());
  // A supervisor that is gone reads nothing more.
  process.stdout.on("error", () => undefined);
  const waiting = new Set<string>();
  return {
    sayServing: (url) => void process.stdout.write(`${servingWord} ${url}\n`),
    wakeElsewhere(loopName) {
      if (waiting.size === 0) setTimeout(sayWakes, wakesTogetherMs);
      waiting.add(loopName);
    },
    onWake(wake) {
      wakeHere = wake;
    },
    untilEnd: ended.promise,
  };

  function sayWakes(): void {
    const text = [...waiting].map((loopName) => `${wakeWord} ${loopName}\n`).join("");
    waiting.clear();
    process.stdout.write(text);
  }
}
