import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A runtime starts within a second; our machines may be busy with other tests. */
const startTimeoutMs = 120_000;
const lookAgainMs = 20;

export type Workerd = { printed: () => string; stop: () => Promise<void> };

/**
 * Serves a Worker on a loopback port, by workerd, the runtime of Cloudflare Workers. `module` is JavaScript, `bindings` are
 * its texts. It may reach this machine only.
 */
export async function startWorkerd(input: {
  module: string;
  port: number;
  bindings?: Record<string, string>;
}): Promise<Workerd> {
  const folder = mkdtempSync(join(tmpdir(), "prs-workerd-"));
  writeFileSync(join(folder, "worker.mjs"), input.module);
  writeFileSync(join(folder, "workerd.capnp"), configuration(input.port, input.bindings ?? {}));
  const program = createRequire(import.meta.url).resolve("workerd/bin/workerd");
  const child = spawn(program, ["serve", join(folder, "workerd.capnp")], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + startTimeoutMs;
  while (!(await isListening(input.port))) {
    if (Date.now() > deadline || child.exitCode !== null) {
      await stop();
      throw new Error(`workerd does not listen: ${printed}`);
    }
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
  return { printed: () => printed, stop };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

function configuration(port: number, bindings: Record<string, string>): string {
  const texts = Object.entries(bindings).map(
    ([name, value]) => `( name = ${JSON.stringify(name)}, text = ${JSON.stringify(value)} )`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ( name = "worker", worker = (
      modules = [ ( name = "worker", esModule = embed "worker.mjs" ) ],
      compatibilityDate = "2026-01-01",
      bindings = [ ${texts.join(", ")} ],
      globalOutbound = "this-machine",
    ) ),
    ( name = "this-machine", network = ( allow = ["local"] ) ),
  ],
  sockets = [ ( name = "http", address = "127.0.0.1:${port}", http = (), service = "worker" ) ],
);
`;
}
