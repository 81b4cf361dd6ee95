import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Environment } from "../../service/program/environment/plain-reader.ts";
import { childEnvironment } from "./environment.ts";
import { keepLog } from "./kept-logs.ts";

export type RuntimeService = { url: string; stop(): Promise<void> };

/** What the tests' own process may have set must not reach the service. */
const settings =
  /^(?:DATABASE_URL|REDIS_URL|DATA_DIR|HOST|PORT|PUBLIC_URL|NODE_ENV|[A-Z]+_PROXY|[a-z]+_proxy)$/;

/**
 * Starts the service as a child process by `commandLine`; `take` gets each line that it logs. Throws with its last lines
 * when it ends before it listens.
 */
export async function startOnOtherRuntime(
  commandLine: readonly string[],
  environment: Environment,
  take: (line: string) => void = () => {},
): Promise<RuntimeService> {
  const [command = "", ...args] = commandLine;
  const inherited = Object.entries(childEnvironment()).filter(([name]) => !settings.test(name));
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...Object.fromEntries(inherited), ...environment },
  });
  const endWithTest = () => child.kill("SIGKILL");
  process.on("exit", endWithTest);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const lastLines: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    lastLines.splice(0, lastLines.length - 20);
    lastLines.push(line);
    keepLog(line);
    if (line.startsWith("{")) take(line);
  });
  const url = await Promise.race([addressOf(child), ended.then(() => null)]);
  if (url === null) throw new Error(`${command} ended before it listened:\n${lastLines.join("\n")}`);
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      const exitCode = await ended;
      process.off("exit", endWithTest);
      if (exitCode !== 0) throw new Error(`${command} ended with ${exitCode}:\n${lastLines.join("\n")}`);
    },
  };
}

/** The first line on stdout says where it listens. */
function addressOf({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    if (stdout === null) return;
    createInterface({ input: stdout }).once("line", (line) =>
      resolve((JSON.parse(line) as { url: string }).url),
    );
  });
}
