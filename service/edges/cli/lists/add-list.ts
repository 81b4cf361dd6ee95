import { type Command, InvalidArgumentError } from "commander";
import type { Sql } from "../../../floor/db/open.ts";
import type { Config } from "../../../program/config.ts";
import { listLimit } from "../../../schema.ts";
import { parseId } from "../arguments.ts";
import { print } from "../print.ts";
import { configOf, withDatabase } from "../with-database.ts";

/** Rows of a page without `--limit` and at most, where they are not those of other lists. */
type PageLimit = { default?: number; maximum?: number };
type Page = { limit?: number; cursor?: string };
type Listed<Row> = { rows: readonly Row[]; nextCursor: string | null };

/** The command group of a noun, which another file may have made. */
export function groupOf(program: Command, name: string, description: string): Command {
  return (
    program.commands.find((command) => command.name() === name) ??
    program.command(name).description(description)
  );
}

/** `NOUN list --agency ID [--limit N] [--cursor C]`: `{ "<plural>": [{ id, … }], "nextCursor" }`. */
export function addList<Row extends { id: number | string }>(
  group: Command,
  list: {
    plural: string;
    read: (sql: Sql, agencyId: number, page: Page) => Promise<Listed<Row>>;
    line: (row: Row) => string;
    limit?: PageLimit;
  },
): void {
  paged(group.command("list").description(`list an agency's ${list.plural}`), list.limit)
    .requiredOption("--agency <id>", "whose", parseId)
    .action(async ({ agency, ...page }: Page & { agency: number }, command: Command) => {
      const listed = await withDatabase(command, ({ sql }) => list.read(sql, agency, page));
      printList(command, list, listed);
    });
}

/** Options of a page of a list. */
export function paged(command: Command, limit: PageLimit = {}): Command {
  const { default: rows, maximum } = { ...listLimit, ...limit };
  return command
    .option("--limit <rows>", `rows of a page, at most ${maximum}`, (text) => parseLimit(text, maximum), rows)
    .option("--cursor <cursor>", "the next page, as the last one named it");
}

export function printList<Row>(
  command: Command,
  list: { plural: string; line: (row: Row) => string },
  { rows, nextCursor }: Listed<Row>,
): void {
  const lines = rows.length === 0 ? [`No ${list.plural}.`] : rows.map(list.line);
  const more = nextCursor === null ? [] : [`More: --cursor ${nextCursor}`];
  print(command, { [list.plural]: rows, nextCursor }, [...lines, ...more]);
}

/** `NOUN show ID`: one document, and for people its fields one a line. */
export function addShow<Id>(
  group: Command,
  show: {
    noun: string;
    parse: (text: string) => Id;
    read: (sql: Sql, id: Id, config: Config) => Promise<object>;
  },
): void {
  group
    .command("show")
    .description(`show one ${show.noun}`)
    .argument("<id>", "its id", show.parse)
    .action(async (id: Id, _options: unknown, command: Command) => {
      const found = await withDatabase(command, ({ sql }) => show.read(sql, id, configOf(command)));
      print(command, found, Object.entries(found).map(lineOf));
    });
}

function lineOf([name, value]: [string, unknown]): string {
  const isPlain = value === null || typeof value !== "object";
  return `${name}: ${isPlain ? String(value) : value instanceof Date ? value.toISOString() : JSON.stringify(value)}`;
}

function parseLimit(text: string, maximum: number): number {
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > maximum) throw new InvalidArgumentError(`Expected 1 to ${maximum}.`);
  return limit;
}
