#!/usr/bin/env bun
import { run } from "./edges/cli/run.ts";

// The kernel drops a signal that the first process of a container does not handle: a stop during the start would wait for SIGKILL.
if (process.pid === 1) {
  process.on("SIGTERM", () => process.listenerCount("SIGTERM") === 1 && process.exit(143));
  process.on("SIGINT", () => process.listenerCount("SIGINT") === 1 && process.exit(130));
}
const exitCode = await run(process.argv.slice(2));
// What still waits for a server that gives no answer would keep the process alive. Pipes take what was printed first.
process.stdout.write("", () => process.stderr.write("", () => process.exit(exitCode)));
