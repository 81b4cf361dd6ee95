import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
import { type ImportResult, importFile } from "../insights/import/import-file.ts";
import { importKinds } from "../insights/import/kinds.ts";
import { parseId } from "./arguments.ts";
import { print } from "./print.ts";
import { createProgressBar } from "./progress-bar.ts";
import { UsageError } from "./usage-error.ts";
import { withDatabase } from "./with-database.ts";

const descriptions = {
  "media-mentions": "articles that a clipping service found",
  "search-visibility": "figures of a search engine, for instance from Search Console",
  "ai-visibility": "samples of answers of AI assistants",
} as const;

export function addImportCommands(program: Command): void {
  const group = program
    .command("import")
    .description("take in figures of others from CSV files, all or nothing");
  for (const kind of importKinds) {
    group
      .command(kind)
      .description(descriptions[kind])
      .requiredOption("--agency <id>", "whose figures", parseId)
      .argument("<file.csv>", "UTF-8 or Windows-1252, separated by comma, semicolon or tabulator")
      .action(async (path: string, options: { agency: number }, command: Command) => {
        const isFile = await stat(path).then(
          (found) => found.isFile(),
          () => false,
        );
        if (!isFile) throw new UsageError(`There is no file ${path} that can be read.`);
        const bar = createProgressBar(basename(path));
        const result = await withDatabase(command, ({ sql }) =>
          importFile(sql, options.agency, { kind, path, onProgress: bar.show }),
        ).finally(bar.end);
        print(command, result, linesOf(result));
        if (result.outcome === "refused") {
          throw new Error(
            `Nothing was imported: ${result.badRows} of ${result.rows} rows can't be read. Mend them and try again.`,
          );
        }
      });
  }
}

function linesOf(result: ImportResult): string[] {
  if (result.outcome === "known") return ["This file was imported before. Nothing was changed."];
  const ignored =
    result.ignoredColumns.length === 0
      ? []
      : [`Columns that were ignored: ${result.ignoredColumns.join(", ")}`];
  if (result.outcome === "imported") {
    return [`${result.rows} rows imported: ${result.inserted} new, ${result.replaced} replaced.`, ...ignored];
  }
  const more = result.badRows - result.badLines.length;
  return [
    ...result.badLines.map(({ line, reason }) => `Line ${line}: ${reason}`),
    ...(more === 0 ? [] : [`… and ${more} more.`]),
    ...ignored,
  ];
}
