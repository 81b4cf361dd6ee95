import { type Html, html } from "../html.ts";
import { type DataTable, renderDataTable } from "./data-table.ts";

type StackedPart = { label: string; value: number; share: string };

export type StackedBarInput = {
  id: string;
  title: string;
  parts: readonly StackedPart[];
  /** Its rows are the parts in their order; each gets the mark of its colour. */
  table: DataTable;
};

const width = 1_000;
const height = 24;
/** Colours that are told apart; further parts begin with the first again. */
const stackColoursMax = 11;

/** One bar divided by its parts' values, with the table that names them; an empty track where all are zero. */
export function renderStackedBar({ id, title, parts, table }: StackedBarInput): Html {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const words = parts.map(({ label, share }) => `${label} ${share}`).join(", ");
  let x = 0;
  const boxes = parts.map(({ value }, index) => {
    const wide = total === 0 ? 0 : (value / total) * width;
    const box = html`<rect class="part${index % stackColoursMax}" x="${rounded(x)}" width="${rounded(wide)}" height="${height}"/>`;
    x += wide;
    return box;
  });
  const rows = table.rows.map(([first, ...rest], index) => [
    html`<span class="swatch part${index % stackColoursMax}"></span>${first}`,
    ...rest,
  ]);
  return html`<figure class="chart">
<svg class="stack" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-labelledby="${id}-name ${id}-text">
<title id="${id}-name">${title}</title><desc id="${id}-text">${words}</desc>
<rect class="track" width="${width}" height="${height}"/>${boxes}
</svg>
${renderDataTable({ ...table, rows })}
</figure>
`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
