#!/usr/bin/env bun
import { run } from "./cli/run.ts";

// The kernel drops a signal that the first process of a container does not handle: a stop during the start would wait for SIGKILL.
if (process.pid === 1) {
  process.on("SIGTERM", () => process.listenerCount("SIGTERM") === 1 && process.exit(143));
  process.on("SIGINT", () => process.listenerCount("SIGINT") === 1 && process.exit(130));
}
process.exitCode = await run(process.argv.slice(2));
