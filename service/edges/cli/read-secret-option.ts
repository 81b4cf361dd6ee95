import { type Command, Option } from "commander";
import { readTextFile } from "./read-text-file.ts";
import { UsageError } from "./usage-error.ts";

/** Longer than any URL that a database or a feed has; a file beyond this is another one. */
const secretBytesMax = 16_384;

/**
 * Adds `--NAME <url>` for addresses without credentials and `--NAME-file <file>` for those with: arguments stand in the list
 * of processes, where every user of the machine can read them. Read the value by `readSecretOption`.
 */
export function addSecretOption(command: Command, name: string, description: string): Command {
  return command
    .option(`--${name} <url>`, description)
    .option(
      `--${name}-file <file>`,
      `file that holds what --${name} takes, for one with a credential; - is stdin`,
    );
}

/** The value of such an option, or of one that has a file alone. Throws UsageError for none, for both, and for a password among the arguments. */
export async function readSecretOption(command: Command, name: string): Promise<string> {
  const options = command.opts<Record<string, string | undefined>>();
  const given = (flag: string) => options[new Option(flag).attributeName()];
  const value = given(`--${name}`);
  const file = given(`--${name}-file`);
  if (value !== undefined && file !== undefined) {
    throw new UsageError(`--${name} and --${name}-file are both given: give one of them.`);
  }
  if (file !== undefined) return file === "-" ? await readStdin() : limited(await readTextFile(file), file);
  if (value === undefined) {
    throw new UsageError(
      command.options.some(({ long }) => long === `--${name}`)
        ? `--${name} is missing; or name a file that holds it with --${name}-file.`
        : `--${name}-file is missing: name the file that holds the secret; - is stdin.`,
    );
  }
  const { password, search } = secretsOf(value);
  const advice = `Write it to a file and name that with --${name}-file; - reads it from stdin.`;
  if (password !== "") {
    throw new UsageError(
      `--${name} holds a password, which others can read in the list of processes. ${advice}`,
    );
  }
  if (search !== "") {
    process.stderr.write(
      `pr-service: others can read --${name} in the list of processes. If its query holds a token: ${advice}\n`,
    );
  }
  return value;
}

/** A list of servers is no URL to the runtime, and its password is one all the same. */
function secretsOf(value: string): { password: string; search: string } {
  if (URL.canParse(value)) return new URL(value);
  const [, password = ""] = /^[^/?#]*\/\/[^/?#:]*:([^/?#]*)@/.exec(value) ?? [];
  const [, search = ""] = /\?([^#]*)/.exec(value) ?? [];
  return { password, search };
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    const part = Buffer.from(chunk);
    chunks.push(part);
    bytes += part.length;
    if (bytes > secretBytesMax) break;
  }
  return limited(Buffer.concat(chunks).toString("utf8"), "stdin");
}

function limited(text: string, source: string): string {
  const value = text.trim();
  if (value === "") throw new UsageError(`There is nothing in ${source}.`);
  if (Buffer.byteLength(value) > secretBytesMax) {
    throw new UsageError(`${source} has more than ${secretBytesMax} bytes.`);
  }
  return value;
}
