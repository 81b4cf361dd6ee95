/** What stands between the cells of a table; `vcard` for a file of visiting cards. */
export type Delimiter = "," | ";" | "\t" | "vcard";
type Row = { cells: readonly string[] };

/** Lines above a heading that are passed over: a title, a customer, a period. */
const titlesMax = 5;
/** A heading has at least so many names; what has less is one of a very small file. */
const headingCellsMin = 3;
/** By which Excel is told what stands between the cells. */
const separatorLine = /^\ufeff?"?sep=([,;\t])"?\s*$/i;
const separatorCell = /^\ufeff?sep=.?$/i;

/** What stands between cells: what the first line says, or what stands most often in the heading, outside of quotes. */
export function delimiterOf(text: string): Delimiter {
  if (/^\ufeff?\s*BEGIN:VCARD/i.test(text)) return "vcard";
  const told = separatorLine.exec(text.split(/\r\n|\n|\r/, 1)[0] ?? "")?.[1];
  const candidates = [",", ";", "\t"] as const;
  const named = candidates.find((delimiter) => delimiter === told);
  if (named !== undefined) return named;
  const lines = text
    .replace(/"[^"]*"/g, "x")
    .split(/\r\n|\n|\r/, titlesMax * 4)
    .filter((line) => /[^\s,;]/.test(line))
    .slice(0, titlesMax + 1);
  const cells = (line: string, delimiter: string) => line.split(delimiter).length;
  const best = (line: string) =>
    candidates.reduce((most, each) => (cells(line, each) > cells(line, most) ? each : most));
  const [first = ""] = lines;
  const delimiter = best(first);
  // A comma in a title parts nothing below it.
  const isTitle =
    cells(first, delimiter) < headingCellsMin &&
    lines.some((line) => cells(line, delimiter) < cells(first, delimiter));
  const heading = lines.find((line) => cells(line, best(line)) >= headingCellsMin);
  const isBare = cells(first, delimiter) === 1;
  return (isTitle || isBare) && heading !== undefined ? best(heading) : delimiter;
}

/** The rows of a table from its heading on, without titles above it and the line that names the separator. */
export async function* fromHeading<Line extends Row>(rows: AsyncIterable<Line>): AsyncGenerator<Line> {
  let titles: Line[] | null = [];
  for await (const row of rows) {
    if (titles === null) yield row;
    else if (titles.length === 0 && separatorCell.test(row.cells[0] ?? "") && filledOf(row) === 1) continue;
    else if (filledOf(row) === 1 && titles.length < titlesMax) titles.push(row);
    else {
      if (filledOf(row) < headingCellsMin) yield* titles;
      titles = null;
      yield row;
    }
  }
  if (titles !== null) yield* titles;
}

function filledOf({ cells }: Row): number {
  return cells.filter((cell) => cell.trim() !== "").length;
}
