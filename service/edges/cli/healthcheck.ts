import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Command } from "commander";
import type { Config } from "../../program/config.ts";
import { parsePort } from "./arguments.ts";
import { print } from "./print.ts";
import { configOf } from "./with-database.ts";

/** Shorter than the time-out of any container engine's health check, so that our reason is the one shown. */
const answerTimeoutMs = 3_000;
/** Addresses that a server listens on, and the one to reach it at from the same machine. */
const wildcards: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

export function addHealthcheckCommand(program: Command): void {
  program
    .command("healthcheck")
    .description(
      "ask the service of this machine for /health; for container engines, which need no shell then",
    )
    .option("--port <port>", "port it listens on (default: PORT or 3000)", parsePort)
    .action(async (options: { port?: number }, command: Command) => {
      const config = configOf(command);
      const url = healthUrlOf({ ...config, port: options.port ?? config.port });
      const status = await healthStatusOf(url);
      if (status !== 200) throw new Error(`${url} answered ${status}.`);
      print(command, { status: "ok" }, ["ok"]);
    });
}

/** Where the service that has this configuration answers for its health. */
export function healthUrlOf({ host, port, tls }: Pick<Config, "host" | "port" | "tls">): string {
  const address = wildcards[host] ?? host;
  const name = address.includes(":") ? `[${address}]` : address;
  return `${tls === null ? "http" : "https"}://${name}:${port}/health`;
}

/** The status that `url` answers with. Throws an Error that says why where nothing answers. */
export function healthStatusOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith("https:") ? requestHttps : requestHttp;
    // The certificate names the public host, not this address; and the answer is no secret.
    const request = send(url, { rejectUnauthorized: false, timeout: answerTimeoutMs }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    request.on("timeout", () => request.destroy(new Error(`no answer within ${answerTimeoutMs} ms`)));
    request.on("error", (error) =>
      reject(new Error(`${url} does not answer: ${error.message}`, { cause: error })),
    );
    request.end();
  });
}
