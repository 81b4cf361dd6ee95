import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import packageJson from "../package.json" with { type: "json" };
import { addOperatorCommands } from "../service/edges/cli/operator-commands.ts";
import { addServeCommand } from "../service/edges/cli/serve.ts";

export type Document = { path: string; text: string };

/** What documents may name. */
export type Code = {
  /** Files and folders from the root of the project, as `service/floor/db/open.ts` and `service/floor/db`. */
  paths: ReadonlySet<string>;
  /** Texts of the documents by path, for links to a heading of another one. */
  documents: ReadonlyMap<string, string>;
  /** Every word of every file of code: names of functions, tables, columns, settings, error codes, events of the log. */
  words: ReadonlySet<string>;
  scripts: ReadonlySet<string>;
  bunVersion: string;
  program: Command;
  /** Each setting; null where its default is no number. */
  settings: ReadonlyMap<string, number | null>;
};

const root = join(import.meta.dirname, "..");
const foldersOfCode = ["service", "sdk", "test", "bench", "examples"];
const isCode = /\.(?:ts|sql|sh|yaml)$/;
const isDocument =
  /^(?:(?:README|CONTRIBUTING|SECURITY|(?:sdk|patches)\/README)\.md|docs\/(?:decisions\/)?[^/]+\.md|examples\/.*README\.md)$/;

export function readDocuments(): Document[] {
  return listFiles()
    .filter((path) => isDocument.test(path))
    .map((path) => ({ path, text: read(path) }));
}

export function readCode(): Code {
  const files = listFiles();
  const words = new Set<string>();
  for (const path of files) {
    if (!isCode.test(path) || !foldersOfCode.includes(path.split("/")[0] ?? "")) continue;
    for (const word of read(path).split(/\W+/)) words.add(word);
  }
  const folders = files.flatMap((path) => {
    const parts = path.split("/").slice(0, -1);
    return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  });
  const program = new Command("pr-service");
  addServeCommand(program);
  addOperatorCommands(program);
  return {
    paths: new Set([...files, ...folders]),
    documents: new Map(readDocuments().map(({ path, text }) => [path, text])),
    words,
    scripts: new Set(Object.keys(packageJson.scripts)),
    bunVersion: packageJson.engines.bun,
    program,
    settings: readSettings(),
  };
}

function readSettings(): Map<string, number | null> {
  const calls = read("service/program/config.ts").matchAll(/read\.\w+\(\s*"([A-Z0-9_]+)"(?:, (-?[\d_]+),)?/g);
  return new Map(
    [...calls].map(([, name = "", value]) => [
      name,
      value === undefined ? null : Number(value.replaceAll("_", "")),
    ]),
  );
}

/** Without what is installed, built or written by a service that was tried. */
function listFiles(folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.name === "node_modules" || ["dist", "data", ".git"].includes(path)) return [];
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}
