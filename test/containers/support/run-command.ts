import { spawn } from "node:child_process";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { childEnvironment } from "../../support/environment.ts";
import { until as untilFound } from "../../support/until.ts";

export type Ended = { exitCode: number | null; stdout: string; stderr: string; seconds: number };
export type CommandOptions = {
  environment?: Record<string, string>;
  /** Where a failure is an answer too. */
  mayFail?: boolean;
  /** For what is asked again and again until it is so. */
  isQuiet?: boolean;
};

const projectFolder = join(import.meta.dirname, "../../..");
/** Podman says this four times at each start and stop where there is no systemd; nothing depends on it. */
const ofNoUse = /unable to get systemd connection/;

/** Runs a command to its end and prints it with all that it said. Throws where it fails, unless it may. */
export async function runCommand(
  [program = "", ...args]: readonly string[],
  { environment = {}, mayFail = false, isQuiet = false }: CommandOptions = {},
): Promise<Ended> {
  const started = performance.now();
  const line = [basename(program), ...args].join(" ");
  const print = (text: string) => (isQuiet ? undefined : console.log(text));
  print(`$ ${line}`);
  const child = spawn(program, args, {
    cwd: projectFolder,
    env: childEnvironment(environment),
    stdio: ["ignore", "pipe", "pipe"],
  });
  /** Shown at once, because a build takes minutes. */
  const read = async (stream: Readable) => {
    let text = "";
    for await (const each of createInterface({ input: stream })) {
      if (ofNoUse.test(each)) continue;
      text += `${each}\n`;
      print(`  ${each}`);
    }
    return text;
  };
  const exitCodeLater = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [exitCode, stdout, stderr] = await Promise.all([
    exitCodeLater,
    read(child.stdout),
    read(child.stderr),
  ]);
  const seconds = (performance.now() - started) / 1000;
  print(`  (ended with ${exitCode} after ${seconds.toFixed(1)} s)`);
  if (exitCode !== 0 && !mayFail) throw new Error(`${line} ended with ${exitCode}: ${stderr}`);
  return { exitCode, stdout, stderr, seconds };
}

/** What engines start takes longer than what we start ourselves. */
export async function until(what: string, isSo: () => Promise<boolean>, timeoutMs = 120_000): Promise<void> {
  await untilFound(what, isSo, timeoutMs);
}
