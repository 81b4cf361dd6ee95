import { Command, CommanderError } from "commander";
import packageJson from "../../../package.json" with { type: "json" };
import { ConfigError } from "../../program/config.ts";
import { registerFormats } from "../../schema.ts";
import { addServeCommand } from "./serve.ts";
import { UsageError } from "./usage-error.ts";

const exitOk = 0;
const exitFailed = 1;
const exitWrongUsage = 2;

const migrationNote = `
Each command brings the database up to date first, but for doctor, backup, restore and healthcheck.
Make a backup before the first command of a new version.`;

/** Runs the program with `args` and returns its exit code: 0, 1 after an error (one line on stderr), 2 for wrong usage. */
export async function run(args: readonly string[]): Promise<number> {
  registerFormats();
  const program = new Command("pr-service")
    .description("Newsrooms, measurement and reports for PR agencies.")
    .version(packageJson.version)
    .option("--json", "print one JSON document on stdout and nothing else")
    .option("--data-dir <directory>", "where the embedded database lives (default: DATA_DIR or ./data)")
    .addHelpText("afterAll", migrationNote)
    .configureOutput({ outputError: (text, write) => write(`pr-service: ${usageLineOf(text)}\n`) })
    .exitOverride()
    .enablePositionalOptions(false);
  addServeCommand(program);
  // A service that runs needs none of the others, which take 1.5 MB.
  if (args[0] !== "serve") (await import("./operator-commands.ts")).addOperatorCommands(program);
  // `--json` and `--data-dir` are understood before and after the command's own name.
  for (const command of leavesOf(program)) {
    command
      .exitOverride()
      .option("--json", "print one JSON document")
      .option("--data-dir <directory>", "data directory");
  }
  try {
    await program.parseAsync(args, { from: "user" });
    return exitOk;
  } catch (error) {
    return report(error);
  }
}

function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitOk : exitWrongUsage;
  process.stderr.write(`pr-service: ${lineOf(error)}\n`);
  return error instanceof UsageError ? exitWrongUsage : exitFailed;
}

/** One line, whatever happened: scripts and log collectors take errors by the line. */
function lineOf(error: unknown): string {
  if (error instanceof ConfigError) return `the configuration is wrong: ${error.problems.join(" ")}`;
  const message = error instanceof Error ? error.message : String(error);
  return message.split("\n", 1)[0] ?? message;
}

function usageLineOf(text: string): string {
  const line = text
    .replace(/^error: /, "")
    .trim()
    .replaceAll(/\s*\n\s*/g, " ");
  return `${line.replace(/[.)]?$/, (end) => (end === "" ? "." : end))} See pr-service --help.`;
}
