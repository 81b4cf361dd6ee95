import { type Cells, cellText, type FindRelease, type KnownNames, readCells } from "./cells.ts";
import { type ColumnMap, type ImportMapping, mapColumns } from "./columns.ts";
import { ImportError } from "./faults.ts";
import { nameCharactersMax } from "./find-release.ts";
import type { InspectedFile } from "./inspect-file.ts";
import { type ImportKind, type ImportRow, kindsOfImport } from "./kinds.ts";
import { readRows } from "./read-rows.ts";
import type { RowProblem } from "./row-problems.ts";

/** A file that was inspected, as it is read once. */
export type Pass = {
  kind: ImportKind;
  chunks: AsyncIterable<Uint8Array>;
  file: InspectedFile;
  mapping: ImportMapping | undefined;
};
export type ReadRow = { line: number; row: ImportRow; problems: readonly RowProblem[]; map: ColumnMap };

/** Names of releases in one file, which memory holds: a file on more of them is split. */
export const releaseNamesMax = 10_000;

/** A year of a large agency has a tenth; beyond, an import takes too long to be repeated after a fault. */
export const rowsMax = 1_000_000;

/** All that the cells of a file call releases. Throws an ImportError where it has too many rows, or names too many. */
export async function surveyRows(pass: Pass): Promise<Set<string>> {
  const names = new Set<string>();
  let rows = 0;
  for await (const { cells, map } of readMapped(pass)) {
    rows += 1;
    if (rows > rowsMax) throw new ImportError("too_many_rows", { max: rowsMax });
    const name = cellText(cells, map, "release_id");
    if (name === "" || name.length > nameCharactersMax) continue;
    names.add(name);
    if (names.size > releaseNamesMax) throw new ImportError("too_many_releases", { max: releaseNamesMax });
  }
  return names;
}

/** The rows of a file as they are stored, each with what is wrong with it. */
export async function* readImportRows(
  pass: Pass & { findRelease: FindRelease; names?: KnownNames },
): AsyncGenerator<ReadRow> {
  const { read } = kindsOfImport[pass.kind];
  for await (const mapped of readMapped(pass)) {
    const { line, cells, map } = mapped;
    const reader = readCells(cells, map, pass.findRelease, pass.names);
    const row = read(reader);
    yield { line, row, problems: problemsOf(mapped, pass.file, reader), map };
  }
}

type MappedRow = {
  line: number;
  cells: readonly string[];
  map: ColumnMap;
  width: number;
  /** Whether the file ends here, and before its line does. */
  isCut: boolean;
};

/**
 * A row may be short by empty cells: Excel leaves out what separates them where the last columns are empty in sixteen rows. One that
 * lacks something, and one at which the file breaks off, is told by its cells.
 */
function problemsOf(
  { cells, width, map, isCut }: MappedRow,
  file: InspectedFile,
  reader: Cells,
): RowProblem[] {
  const surplus = cells.slice(width).some((cell) => cell.trim() !== "");
  const isShort = cells.length < width;
  if (!isShort && !surplus) return reader.problems;
  const isThere = ({ column = "" }: RowProblem) => (map.positions.get(column) ?? 0) < cells.length;
  const others = reader.problems.filter(isThere);
  if (isShort && !isCut && others.length === reader.problems.length) return others;
  const delimiter = { ",": "comma", ";": "semicolon", "\t": "tabulator", vcard: "card" }[file.delimiter];
  return [{ code: "wrong_number_of_cells", values: { cells: cells.length, columns: width, delimiter } }];
}

async function* readMapped({ kind, chunks, file, mapping }: Pass): AsyncGenerator<MappedRow> {
  let map: ColumnMap | undefined;
  let width = 0;
  let held: MappedRow | undefined;
  for await (const { line, cells } of readRows(chunks, file)) {
    if (map === undefined) {
      map = mapColumns(cells, kindsOfImport[kind].columns, mapping);
      width = cells.length;
      continue;
    }
    if (held !== undefined) yield held;
    held = { line, cells, map, width, isCut: false };
  }
  if (map === undefined) throw new ImportError("no_heading");
  if (held !== undefined) yield { ...held, isCut: !file.endsInBreak };
}
