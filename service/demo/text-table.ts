/** Columns side by side: texts to the left, numbers to the right, two spaces between. */
export function textTable(rows: readonly (readonly (string | number)[])[]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ""))),
  );
  // The last row shows which columns hold numbers; the first row is the head.
  const isNumeric = widths.map((_, column) =>
    /^-?\d+(\.\d+)?( %)?$/.test(String(rows.at(-1)?.[column] ?? "")),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const gap = " ".repeat((widths[column] ?? 0) - widthOf(cell));
        return isNumeric[column] === true ? gap + cell : cell + gap;
      })
      .join("  ")
      .trimEnd(),
  );
}

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;

/** A bar of `value` beside the greatest one, which is `cells` wide; eighths of a cell are drawn. */
export function bar(value: number, greatest: number, cells: number): string {
  const total = greatest === 0 ? 0 : Math.round((value / greatest) * cells * 8);
  return "█".repeat(Math.floor(total / 8)) + (eighths[total % 8] ?? "");
}

/** At most `length` characters, the last one an ellipsis where something was cut. */
export function shorten(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join("")
        .trimEnd()}…`;
}

function widthOf(cell: string | number): number {
  return [...String(cell)].length;
}
