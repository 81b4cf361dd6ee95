import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
// oxlint-disable-next-line pr-service/no-writing-sql -- noted in the transaction that makes the rows count, which only `beforeCommit` knows.
import { insertAudit } from "../../features/audit/sql.ts";
import type { ImportMapping } from "../../features/insights/import/columns.ts";
import { type ImportResult, importFile } from "../../features/insights/import/import-file.ts";
import { type ImportKind, importKinds } from "../../features/insights/import/kinds.ts";
import { readMapping } from "../../features/insights/import/read-mapping.ts";
import { problemsText } from "../../features/insights/import/row-problems.ts";
import { fileSource } from "../../features/insights/import/source.ts";
import { parseId } from "./arguments.ts";
import { openSecrets } from "./open-secrets.ts";
import { operator } from "./operator.ts";
import { print } from "./print.ts";
import { createProgressBar } from "./progress-bar.ts";
import { readTextFile } from "./read-text-file.ts";
import { UsageError } from "./usage-error.ts";
import { configOf, withDatabase } from "./with-database.ts";

/** For another import of the agency: a million rows take some minutes. */
const waitMs = 10 * 60_000;

const descriptions = {
  "media-mentions": "articles that a clipping service found",
  "search-visibility": "figures of a search engine, for instance from Search Console",
  "ai-visibility": "samples of answers of AI assistants",
  "media-contacts": "people of the media, from CSV or vCard",
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
      .option(
        "--mapping <file.json>",
        'which column is which: {"headline": "Titel", "source": {"value": "Medienbeobachtung"}}',
      )
      .argument("<file.csv>", "UTF-8 or Windows-1252, separated by comma, semicolon or tabulator")
      .action(async (path: string, options: { agency: number; mapping?: string }, command: Command) => {
        const isFile = await stat(path).then(
          (found) => found.isFile(),
          () => false,
        );
        if (!isFile) throw new UsageError(`There is no file ${path} that can be read.`);
        const mapping = options.mapping === undefined ? undefined : await mappingOf(kind, options.mapping);
        const { publicUrl } = configOf(command);
        const secrets = kind === "media-contacts" ? await openSecrets(command) : undefined;
        const bar = createProgressBar(basename(path));
        const result = await withDatabase(command, ({ sql }) =>
          importFile(sql, options.agency, {
            kind,
            source: fileSource(path),
            mapping,
            publicUrl,
            ...(secrets === undefined ? {} : { secrets }),
            actor: operator,
            onProgress: bar.show,
            waitMs,
            beforeCommit: (transaction, { importId, rows }) =>
              insertAudit(transaction, options.agency, {
                actor: operator,
                action: "import.stored",
                subject: { type: "insight_import", id: importId ?? "" },
                details: { kind, rows },
              }),
          }),
        ).finally(bar.end);
        const badLines = result.badLines.map(({ line, problems }) => ({
          line,
          reason: problemsText(problems),
        }));
        print(command, { ...result, badLines }, linesOf(kind, result, badLines));
        if (result.outcome === "refused") {
          throw new Error(
            `Nothing was imported: ${result.badRows} of ${result.rows} rows can't be read. Mend them and try again.`,
          );
        }
      });
  }
}

async function mappingOf(kind: ImportKind, path: string): Promise<ImportMapping> {
  const text = await readTextFile(path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is no JSON.`);
  }
  return readMapping(kind, value);
}

function linesOf(
  kind: ImportKind,
  result: ImportResult,
  badLines: readonly { line: number; reason: string }[],
): string[] {
  if (result.outcome === "known") return ["This file was imported before. Nothing was changed."];
  const ignored =
    result.ignoredColumns.length === 0
      ? []
      : [`Columns that were ignored: ${result.ignoredColumns.join(", ")}`];
  if (result.outcome === "imported") {
    const { rows, inserted, replaced, objected = 0 } = result;
    // A contact that is there stays as it is.
    const others = kind === "media-contacts" ? `${replaced} there before` : `${replaced} replaced`;
    const left = objected === 0 ? "" : `, ${objected} left out because they objected`;
    return [`${rows} rows imported: ${inserted} new, ${others}${left}.`, ...ignored];
  }
  const more = result.badRows - result.badLines.length;
  return [
    ...badLines.map(({ line, reason }) => `Line ${line}: ${reason}`),
    ...(more === 0 ? [] : [`… and ${more} more.`]),
    ...ignored,
  ];
}
