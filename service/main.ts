#!/usr/bin/env bun
import { namesDatabase } from "./config.ts";
import { prepareDatabaseThread } from "./db/embedded/database-thread.ts";

const args = process.argv.slice(2);
// First of all: loading the rest of the program takes as long as half of this does.
if (args[0] === "serve" && !namesDatabase()) prepareDatabaseThread();
const { run } = await import("./cli/run.ts");
process.exitCode = await run(args);
