import { ImportError } from "./import-error.ts";
import { normaliseColumn, refusalOf } from "./refused-columns.ts";

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
  const refused = names.flatMap((name, position) => {
    const reason = refusalOf(name);
    return reason === null ? [] : [`"${shown(heading[position])}": ${reason}`];
  });
  if (refused.length > 0) {
    throw new ImportError(`The file has columns that are not imported. Remove them. ${refused.join("; ")}.`);
  }
  const problems: string[] = [];
  const { positions, constants } = placesOf(mapping, { names, columns, problems });
  const taken = new Set(positions.values());
  const ignored: string[] = [];
  for (const [position, name] of names.entries()) {
    if (taken.has(position)) continue;
    const column = columnOf(name, columns);
    if (column === undefined || Object.hasOwn(mapping, column.name)) {
      if (name !== "") ignored.push(shown(heading[position]));
    } else if (positions.has(column.name)) problems.push(`${column.name} stands twice`);
    else positions.set(column.name, position);
  }
  for (const column of columns) {
    const isThere = positions.has(column.name) || constants.has(column.name);
    if (column.isOptional !== true && !isThere) problems.push(`${column.name} is missing`);
  }
  if (problems.length > 0) {
    const expected = columns.map((column) => column.name).join(", ");
    throw new ImportError(
      `The heading doesn't fit: ${problems.join(", ")}. Expected are the columns ${expected}.`,
    );
  }
  return { positions, constants, ignored };
}

/** The column that a name in a heading means by itself. `name` is normalised. */
export function columnOf(name: string, columns: readonly Column[]): Column | undefined {
  return columns.find((each) => each.name === name || each.aliases.includes(name));
}

function placesOf(
  mapping: ImportMapping,
  { names, columns, problems }: { names: readonly string[]; columns: readonly Column[]; problems: string[] },
) {
  const positions = new Map<string, number>();
  const constants = new Map<string, string>();
  for (const [name, from] of Object.entries(mapping)) {
    if (!columns.some((column) => column.name === name))
      problems.push(`the mapping's ${shown(name)} is no column`);
    else if ("value" in from) constants.set(name, from.value);
    else {
      const position = names.indexOf(normaliseColumn(from.column));
      if (position === -1) problems.push(`the mapped column "${shown(from.column)}" is missing`);
      else positions.set(name, position);
    }
  }
  return { positions, constants };
}

function shown(name = ""): string {
  return name
    .replace(/[\ufeff\p{Cc}]/gu, "")
    .trim()
    .slice(0, 60);
}
