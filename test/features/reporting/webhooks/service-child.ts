import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { childEnvironment } from "../../../support/environment.ts";
import { keepLog } from "../../../support/kept-logs.ts";
import { ownProgram } from "../../../support/own-program.ts";
import { testKey } from "./webhook-calls.ts";

export type ServiceChild = { url: string; kill(): Promise<void> };

/** Starts the program itself as a process of its own, on the database `databaseUrl`; `kill` is SIGKILL. */
export async function startServiceChild(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<ServiceChild> {
  const child = spawn(...ownProgram(["serve", "--port", "0", "--json", "--no-migrate"]), {
    stdio: ["ignore", "pipe", "pipe"],
    env: childEnvironment({
      DATABASE_URL: databaseUrl,
      REDIS_URL: "",
      SECRET_KEY: Buffer.from(testKey).toString("hex"),
      WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
      LOG_LEVEL: "info",
      ...environment,
    }),
  });
  createInterface({ input: child.stderr }).on("line", (line) => {
    keepLog(line);
    process.stderr.write(`${line}\n`);
  });
  const endWithTest = () => child.kill("SIGKILL");
  process.on("exit", endWithTest);
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    url: await readUrl(child),
    async kill() {
      child.kill("SIGKILL");
      await exited;
      process.off("exit", endWithTest);
    },
  };
}

/** The program says where it listens in its first line. */
async function readUrl(child: ChildProcess): Promise<string> {
  let output = "";
  for await (const chunk of child.stdout ?? []) {
    output += String(chunk);
    const end = output.indexOf("\n");
    if (end !== -1) return (JSON.parse(output.slice(0, end)) as { url: string }).url;
  }
  throw new Error("the service ended before it listened");
}
