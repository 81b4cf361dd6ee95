/** Runs the program as operators do: with arguments, an environment, two streams and an exit code. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import { childEnvironment, layOverProcess } from "../../support/environment.ts";
import { keepLog } from "../../support/kept-logs.ts";
import { ownProgram } from "../../support/own-program.ts";
import { until } from "../../support/until.ts";

export type Ended = { exitCode: number | null; stdout: string; stderr: string };

/** What `client create` takes so that something can be published. */
export const imprint = ["--imprint", "https://example.org/impressum"];

/** A command takes 1 to 3 s, the whole demo 8 s, and several times that on a busy machine; its budget is 60 s. */
const endTimeoutMs = 200_000;
/** What this process has set for itself must not lead a command to another database. */
const clean = { DATABASE_URL: "", REDIS_URL: "", DATA_DIR: "", PORT: "", PUBLIC_URL: "", NODE_ENV: "" };

/** They go on until a signal, or end their process themselves. */
const ownProcess = new Set(["serve", "demo"]);

let lastCommand: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process, which saves a second of processor time for each, one after another since they share the
 * environment and the streams. `serve` and `demo` get a process of their own.
 */
export async function runProgram(
  args: readonly string[],
  environment: Record<string, string> = {},
  input = "",
): Promise<Ended> {
  if (args.some((arg) => ownProcess.has(arg))) return await runProcess(args, environment, input);
  const ended = lastCommand.then(() => runHere(args, environment, input));
  lastCommand = ended.catch(() => undefined);
  return await ended;
}

/** Runs the program as a child process, for what only a process shows: that it ends by itself, and with which code. */
export async function runProcess(
  args: readonly string[],
  environment: Record<string, string> = {},
  input = "",
): Promise<Ended> {
  const child = start(args, environment);
  child.stdin?.end(input);
  const timer = setTimeout(() => child.kill("SIGKILL"), endTimeoutMs);
  try {
    return await ended(child);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs a command with `--json`, expects success and an empty stderr, and returns its document. */
export async function runJson(
  args: readonly string[],
  environment?: Record<string, string>,
): Promise<unknown> {
  const { exitCode, stdout, stderr } = await runProgram([...args, "--json"], environment);
  if (exitCode !== 0 || stderr !== "") throw new Error(`${args.join(" ")} ended with ${exitCode}: ${stderr}`);
  if (stdout.trimEnd().includes("\n"))
    throw new Error(`${args.join(" ")} printed more than one line: ${stdout}`);
  return JSON.parse(stdout);
}

export type Serving = { url: string; pid: number; stop(signal: NodeJS.Signals): Promise<Ended> };

/** Starts `serve` on a free port and resolves when it listens. */
export async function startServe(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Serving> {
  const child = start(["serve", "--port", "0", "--json", ...args], environment);
  child.stdin?.end();
  const end = ended(child);
  const firstLine = new Promise<string>((resolve) => {
    if (child.stdout !== null) createInterface({ input: child.stdout }).once("line", resolve);
  });
  const line = await Promise.race([firstLine, end]);
  if (typeof line !== "string") throw new Error(`serve ended with ${line.exitCode}: ${line.stderr}`);
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    pid: child.pid ?? 0,
    async stop(signal) {
      child.kill(signal);
      const all = await end;
      // Whoever starts a service reads where it listens, and nothing else may stand there: a library has written to it.
      if (all.stdout.trimEnd() !== line) throw new Error(`serve printed more than its line: ${all.stdout}`);
      return all;
    },
  };
}

async function runHere(
  args: readonly string[],
  environment: Record<string, string>,
  input: string,
): Promise<Ended> {
  const { run } = await import("../../../service/edges/cli/run.ts");
  const stdout = collectText();
  const stderr = collectText();
  const stdin = Readable.from([Buffer.from(input)]);
  const streams = { stdin, stdout: stdout.stream, stderr: stderr.stream };
  const restore = layOverProcess(streams, childEnvironment({ ...clean, ...environment }));
  try {
    const exitCode = await run(args);
    keepLog(stderr.text());
    return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    restore();
  }
}

function collectText(): { stream: Writable; text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
}

function start(args: readonly string[], environment: Record<string, string>): ChildProcess {
  return spawn(...ownProgram(args), {
    env: childEnvironment({ ...clean, ...environment }),
    stdio: ["pipe", "pipe", "pipe"],
  });
}

function ended(child: ChildProcess): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (bytes: Buffer) => {
    stdout += bytes.toString("utf8");
  });
  child.stderr?.on("data", (bytes: Buffer) => {
    stderr += bytes.toString("utf8");
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) => {
      keepLog(stderr);
      resolve({ exitCode, stdout, stderr });
    });
  });
}

/** A service whose database is busy is not ready for a moment: on a loaded machine one look says nothing. */
export async function untilReady({ url }: Serving): Promise<void> {
  await until(`${url} is ready`, async () => (await fetch(`${url}/ready`)).status === 200);
}
