import { ImportError } from "./faults.ts";
import { kindsOfImport } from "./kinds.ts";
import { readImportRows } from "./read-import-rows.ts";
import type { RowProblem } from "./row-problems.ts";

export type BadRow = { line: number; problems: readonly RowProblem[] };

type Checked = {
  rows: number;
  badRows: number;
  /** The first of them. */
  badLines: BadRow[];
  ignoredColumns: string[];
  /** Contacts of whom some row says that they have objected, by what names them (`keyOf`). */
  objected: ReadonlySet<string>;
};

/** Bad rows that are listed, which take at most some megabytes; the rest is counted. */
const badLinesMax = 10_000;
/** Objections of one file, which one statement notes: within a second, on a busy machine and the embedded database too. */
export const objectionsMax = 5_000;

/** Reads a file without storing any of it: what is wrong with its rows, and who has objected, however often it names them. */
export async function checkRows(input: Parameters<typeof readImportRows>[0]): Promise<Checked> {
  const { keyOf } = kindsOfImport[input.kind];
  const objected = new Set<string>();
  const badLines: BadRow[] = [];
  let rows = 0;
  let badRows = 0;
  let ignoredColumns: string[] = [];
  for await (const { line, row, problems, map } of readImportRows(input)) {
    ignoredColumns = map.ignored;
    rows += 1;
    if (row.hasObjected === true) objected.add(keyOf(row));
    if (objected.size > objectionsMax) throw new ImportError("too_many_objections", { max: objectionsMax });
    if (problems.length === 0) continue;
    badRows += 1;
    if (badLines.length < badLinesMax) badLines.push({ line, problems });
  }
  return { rows, badRows, badLines, ignoredColumns, objected };
}
