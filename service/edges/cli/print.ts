import type { Command } from "commander";

/** Prints the result of a command: one JSON document with `--json`, else the lines made for people. */
export function print(command: Command, result: unknown, lines: readonly string[]): void {
  const isJson = command.optsWithGlobals().json === true;
  process.stdout.write(isJson ? `${JSON.stringify(result)}\n` : `${lines.join("\n")}\n`);
}
