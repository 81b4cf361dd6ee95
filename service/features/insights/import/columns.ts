import { firstCharacters } from "../../../floor/strings/first-characters.ts";
import { ImportError } from "./faults.ts";
import { normaliseColumn, refusalOf } from "./refused-columns.ts";
import type { RowProblem } from "./row-problems.ts";

/** A column of an import: its name in the contract, and the names that German and English tools give it (normalised). */
export type Column = { name: string; aliases: readonly string[]; isOptional?: boolean };

/**
 * Where columns come from when the heading's own names don't say it: for each of our names a column as the file names it, or
 * one value for all rows. What is not named here is found by its name or alias.
 */
export type ImportMapping = Readonly<Record<string, { column: string } | { value: string }>>;

export type ColumnMap = {
  /** Position of each column that the file has, by its name in the contract. */
  positions: ReadonlyMap<string, number>;
  /** What stands in every row, by the column's name in the contract. */
  constants: ReadonlyMap<string, string>;
  /** Names, as the file writes them, of columns that nothing is taken from. */
  ignored: string[];
};

/** Columns that a refusal names; a heading may have thousands. */
const problemsMax = 20;
/** A page shows the beginning of a longer name (`receiveUpload`), and says that for the name. */
const wholeNameMax = 60;

/**
 * Finds the columns in a file's heading. Throws an ImportError that names every column that is missing, doubled, or refused
 * because it holds an advertising value equivalent, a composite score, a sum of reach or a rank.
 */
export function mapColumns(
  heading: readonly string[],
  columns: readonly Column[],
  mapping: ImportMapping = {},
): ColumnMap {
  const names = heading.map((cell) => normaliseColumn(cell.replace(/^\ufeff/, "")));
  const refused = names.flatMap((name, position): RowProblem[] => {
    const code = refusalOf(name);
    return code === null ? [] : [{ code, values: { text: shown(heading[position]) } }];
  });
  if (refused.length > 0) throw new ImportError("refused_columns", {}, refused.slice(0, problemsMax));
  const problems: RowProblem[] = [];
  const { positions, constants } = positionsOf(mapping, { names, columns, problems });
  const taken = new Set(positions.values());
  const ignored: string[] = [];
  for (const [position, name] of names.entries()) {
    if (taken.has(position)) continue;
    const column = columnOf(name, columns);
    if (column === undefined || Object.hasOwn(mapping, column.name)) {
      if (name !== "") ignored.push(shown(heading[position]));
    } else if (positions.has(column.name)) problems.push({ code: "column_twice", column: column.name });
    else positions.set(column.name, position);
  }
  for (const column of columns) {
    const isThere = positions.has(column.name) || constants.has(column.name);
    if (column.isOptional !== true && !isThere)
      problems.push({ code: "column_missing", column: column.name });
  }
  if (problems.length > 0) {
    const expected = columns.map((column) => column.name).join(", ");
    throw new ImportError("columns_do_not_fit", { expected }, problems.slice(0, problemsMax));
  }
  return { positions, constants, ignored };
}

/** The column that a name in a heading means by itself. `name` is normalised. */
export function columnOf(name: string, columns: readonly Column[]): Column | undefined {
  return columns.find((each) => each.name === name || each.aliases.includes(name));
}

function positionsOf(
  mapping: ImportMapping,
  {
    names,
    columns,
    problems,
  }: { names: readonly string[]; columns: readonly Column[]; problems: RowProblem[] },
) {
  const positions = new Map<string, number>();
  const constants = new Map<string, string>();
  for (const [name, from] of Object.entries(mapping)) {
    if (!columns.some((column) => column.name === name))
      problems.push({ code: "mapped_no_column", column: shown(name) });
    else if ("value" in from) constants.set(name, from.value);
    else {
      const position = positionIn(names, normaliseColumn(from.column));
      if (position === -1)
        problems.push({ code: "mapped_column_missing", column: name, values: { text: shown(from.column) } });
      else positions.set(name, position);
    }
  }
  return { positions, constants };
}

function positionIn(names: readonly string[], name: string): number {
  const position = names.indexOf(name);
  if (position !== -1 || name.length <= wholeNameMax) return position;
  const beginning = names.filter((each) => each.startsWith(name));
  return beginning.length === 1 ? names.indexOf(beginning[0] ?? "") : -1;
}

function shown(name = ""): string {
  return firstCharacters(name.replace(/[\ufeff\p{Cc}]/gu, "").trim(), 60).toWellFormed();
}
