import { ImportError } from "./import-error.ts";
import { normaliseColumn, refusalOf } from "./refused-columns.ts";

/** A column of an import: its name in the contract, and the names that German and English tools give it (normalised). */
export type Column = { name: string; aliases: readonly string[]; isOptional?: boolean };

export type ColumnMap = {
  /** Position of each column that the file has, by its name in the contract. */
  positions: ReadonlyMap<string, number>;
  /** Names, as the file writes them, of columns that nothing is taken from. */
  ignored: string[];
};

/**
 * Finds the columns in a file's heading. Throws an ImportError that names every column that is missing, doubled, or refused
 * because it holds an advertising value equivalent, a composite score, a sum of reach or a rank.
 */
export function mapColumns(heading: readonly string[], columns: readonly Column[]): ColumnMap {
  const names = heading.map((cell) => normaliseColumn(cell.replace(/^\ufeff/, "")));
  const refused = names.flatMap((name, position) => {
    const reason = refusalOf(name);
    return reason === null ? [] : [`"${shown(heading[position])}": ${reason}`];
  });
  if (refused.length > 0) {
    throw new ImportError(`The file has columns that are not imported. Remove them. ${refused.join("; ")}.`);
  }
  const positions = new Map<string, number>();
  const problems: string[] = [];
  const ignored: string[] = [];
  for (const [position, name] of names.entries()) {
    const column = columns.find((each) => each.name === name || each.aliases.includes(name));
    if (column === undefined) {
      if (name !== "") ignored.push(shown(heading[position]));
    } else if (positions.has(column.name)) problems.push(`${column.name} stands twice`);
    else positions.set(column.name, position);
  }
  for (const column of columns) {
    if (column.isOptional !== true && !positions.has(column.name)) problems.push(`${column.name} is missing`);
  }
  if (problems.length > 0) {
    const expected = columns.map((column) => column.name).join(", ");
    throw new ImportError(
      `The heading doesn't fit: ${problems.join(", ")}. Expected are the columns ${expected}.`,
    );
  }
  return { positions, ignored };
}

function shown(name = ""): string {
  return name
    .replace(/[\ufeff\p{Cc}]/gu, "")
    .trim()
    .slice(0, 60);
}
