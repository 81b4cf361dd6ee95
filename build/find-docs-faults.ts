import { posix } from "node:path";
import type { Command } from "commander";
import type { Code, Document } from "./docs-facts.ts";

/** What a reader puts in, and names of other programs that our code does not hold. */
const foreignWords = new Set(["LOGO_ID", "PICTURE_ID", "SO_REUSEPORT"]);
/** Each command has them (`cli/run.ts`, and commander's own). */
const optionsOfAll = ["--json", "--data-dir", "--help", "--version"];
const isPath = /^[\w.@*-]+(?:\/[\w.@*-]+)*\/?$/;
/** `agency_work`, `DATABASE_URL`, `createClient`: no word of a language, so it has to be one of the code. */
const isName =
  /^(?:[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+[a-z0-9]*[A-Z][A-Za-z0-9]*)$/;

type Fault = { at: number; message: string };

/** What a document names that is not there, as `docs/x.md:12: …`. */
export function findDocsFaults({ path, text }: Document, code: Code): string[] {
  const faults = [
    ...codeOf(text).flatMap(({ at, code: quoted, isBlock }) =>
      [
        ...scriptFaults(quoted, code),
        ...(isBlock ? commandsOfBlock(quoted) : commandsOfLine(quoted, code)).flatMap((words) =>
          commandFaults(words, code),
        ),
        ...(isBlock ? [] : nameFaults(quoted, code)),
      ].map((message) => ({ at, message })),
    ),
    ...linkFaults(path, text, code),
    ...(path === "docs/operations.md" ? settingFaults(text, code) : []),
  ];
  return faults
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, message }) => `${path}:${text.slice(0, at).split("\n").length}: ${message}`);
}

/** Blocks between fences line by line (what a backslash continues counts as one), and what stands in backticks. */
function codeOf(text: string): { at: number; code: string; isBlock: boolean }[] {
  const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
  const lines = blocks
    .filter(([, language = ""]) => ["", "sh", "bash", "text"].includes(language))
    .flatMap((block) =>
      [...(block[2] ?? "").matchAll(/(?:[^\n]*\\\n)*[^\n]*\n/g)].map((line) => ({
        at: block.index + block[0].indexOf("\n") + 1 + line.index,
        code: line[0].replaceAll("\\\n", " ").trim(),
        isBlock: true,
      })),
    );
  const rest = blocks.reduce(
    (left, { 0: block }) => left.replace(block, () => block.replaceAll(/[^\n]/g, " ")),
    text,
  );
  const quoted = [...rest.matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)].map((match) => ({
    at: match.index,
    code: (match[1] ?? "").replaceAll("\\|", "|").replaceAll(/\s+/g, " "),
    isBlock: false,
  }));
  return [...lines, ...quoted];
}

function scriptFaults(quoted: string, { scripts, bunVersion }: Code): string[] {
  const asked = [...quoted.matchAll(/\bbun(?:@[\d.]+)? run ([a-z][\w:-]*)/g)].map(([, name = ""]) => name);
  const versions = [...quoted.matchAll(/\bbun@(\d[\d.]*\d)/g)].map(([, version = ""]) => version);
  return [
    ...asked.filter((name) => !scripts.has(name)).map((name) => `package.json has no script \`${name}\`.`),
    ...versions
      .filter((version) => version !== bunVersion)
      .map((version) => `The project is for Bun ${bunVersion}, not ${version}.`),
  ];
}

/** Of a line of a shell: what follows `pr-service`, up to a comment or another program. */
function commandsOfBlock(line: string): string[][] {
  const [, words] = /(?:^|(?<!--name)\s)pr-service ((?:[^#&|]|\|(?! ))*)/.exec(line) ?? [];
  return words === undefined ? [] : [wordsOf(words)];
}

/** In running text a command also goes without the program's name. */
function commandsOfLine(quoted: string, { program }: Code): string[][] {
  if (quoted.startsWith("pr-service ")) return [wordsOf(quoted).slice(1)];
  const words = wordsOf(quoted);
  const group = program.commands.find((command) => command.name() === words[0]);
  return group !== undefined && words.length > 1 ? [words] : [];
}

function wordsOf(line: string): string[] {
  return line
    .replaceAll(/[[\]()]/g, " ")
    .trim()
    .split(/\s+/);
}

/** Follows the names of the command, `create|list` to both, and then looks for the options. */
function commandFaults(words: readonly string[], { program }: Code): string[] {
  let found: Command[] = [program];
  for (const word of words) {
    const groups = found.filter(({ commands }) => commands.length > 0);
    if (groups.length === 0 || !/^[a-z][a-z|-]*$/.test(word)) break;
    const names = word.split("|");
    const next = groups.flatMap(({ commands }) =>
      commands.filter((command) => names.includes(command.name())),
    );
    const missing = names.find((name) => !next.some((command) => command.name() === name));
    if (missing !== undefined)
      return [`There is no command \`pr-service ${words.join(" ")}\`: \`${missing}\` is unknown.`];
    found = next;
  }
  const known = [...optionsOfAll, ...found.flatMap(({ options }) => options.map(({ long }) => long ?? ""))];
  return words
    .flatMap((word) => word.match(/^--[a-z][a-z-]*/)?.[0] ?? [])
    .filter((option) => !known.includes(option))
    .map((option) => `\`pr-service ${words.join(" ")}\` has no option \`${option}\`.`);
}

function nameFaults(quoted: string, { paths, words, settings }: Code): string[] {
  // A setting with a credential may stand in a file.
  const isKnown = words.has(quoted) || settings.has(quoted.replace(/_FILE$/, "")) || foreignWords.has(quoted);
  if (isName.test(quoted) && !isKnown) return [`\`${quoted}\` stands nowhere in the code.`];
  if (!isPath.test(quoted) || isThere(quoted.replace(/\/$/, ""), paths)) return [];
  const [first = "", ...rest] = quoted.split("/");
  const isOurs = rest.length > 0 ? isFolderOfOurs(first, paths) : /\w\.(?:ts|sql)$/.test(quoted);
  return isOurs ? [`There is no file or folder \`${quoted}\`.`] : [];
}

/** At the root, in the service, or in a room of it. */
function isFolderOfOurs(name: string, paths: ReadonlySet<string>): boolean {
  const pattern = new RegExp(
    `^service/(?:[^/]+/){1,3}${name.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`,
  );
  return paths.has(name) || paths.has(`service/${name}`) || [...paths].some((each) => pattern.test(each));
}

/** From the root, or from wherever: documents name a file by as much of its path as tells it apart. */
function isThere(path: string, paths: ReadonlySet<string>): boolean {
  if (paths.has(path)) return true;
  const pattern = new RegExp(`(?:^|/)${path.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`);
  for (const each of paths) if (pattern.test(each)) return true;
  return false;
}

function linkFaults(path: string, text: string, { paths, documents }: Code): Fault[] {
  return [...text.matchAll(/\]\(([^()\s:]+)\)/g)].flatMap(({ index, 1: target = "" }) => {
    const [file = "", anchor] = target.split("#");
    const linked = posix.join(posix.dirname(path), file).replace(/\/$/, "");
    if (file !== "" && !paths.has(linked))
      return [{ at: index, message: `The link leads to no file: ${target}` }];
    const linkedText = file === "" ? text : documents.get(linked);
    const isKnown =
      anchor === undefined || linkedText === undefined || anchorsOf(linkedText).includes(anchor);
    return isKnown ? [] : [{ at: index, message: `No heading is called #${anchor}.` }];
  });
}

function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}

/** The table of settings: each is read, each that is read is there, and numbers are those of the code. */
function settingFaults(text: string, { settings }: Code): Fault[] {
  const section = text.indexOf("\n## Configuration\n");
  const table = text.slice(section, text.indexOf("\n## ", section + 1));
  const rows = [...table.matchAll(/^\| (`[A-Z][^|]*)\|([^|]*)\|/gm)].map((row) => ({
    at: section + row.index,
    names: [...(row[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
    values: (row[2] ?? "").split(",").map((value) => value.replaceAll(/[`\s]/g, "")),
  }));
  const listed = rows.flatMap(({ names }) => names);
  return [
    ...rows.flatMap(({ at, names, values }) =>
      names.flatMap((name, index) => {
        const value = settings.get(name);
        if (value === undefined) return [{ at, message: `There is no setting \`${name}\`.` }];
        const isOff = value === null || value < 0 || /[a-z]/.test(values[index] ?? "");
        return isOff || Number(values[index]) === value
          ? []
          : [{ at, message: `The default of \`${name}\` is ${value}, not ${values[index]}.` }];
      }),
    ),
    ...[...settings.keys()]
      .filter((name) => !listed.includes(name))
      .map((name) => ({ at: section, message: `The table lacks the setting \`${name}\`.` })),
  ];
}
