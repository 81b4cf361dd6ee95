import type { Command } from "commander";
import { ConfigError } from "../../../program/config.ts";
import { print } from "../print.ts";
import { configOf } from "../with-database.ts";
import { type Check, unwell } from "./check.ts";
import { examine } from "./examine.ts";

export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description("look for what is wrong with this set-up, and say what to do")
    .action(async (_options: unknown, command: Command) => {
      const checks = await examineEnvironment(command);
      const ok = checks.every((check) => check.ok);
      print(
        command,
        { ok, checks },
        checks.map((check) => `${check.ok ? "ok   " : "WRONG"}  ${check.name}: ${check.message}`),
      );
      if (!ok)
        throw new Error(`${checks.filter((check) => !check.ok).length} of ${checks.length} checks failed.`);
    });
}

async function examineEnvironment(command: Command): Promise<Check[]> {
  try {
    return await examine(configOf(command));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => unwell("configuration", problem));
  }
}
