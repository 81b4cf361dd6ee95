import { type Html, type HtmlValue, html } from "../html.ts";

/** A column of a table; numbers stand right. */
type DataColumn = { head: string; align?: "right" };

export type DataTable = {
  caption: string;
  columns: readonly DataColumn[];
  rows: readonly (readonly HtmlValue[])[];
};

/** A table that scrolls within its frame, by keyboard too (WCAG 2.1.1); the first cell heads its row. */
export function renderDataTable({ caption, columns, rows }: DataTable): Html {
  const alignment = (index: number) => (columns[index]?.align === "right" ? "right" : "left");
  return html`<div class="table" role="region" aria-label="${caption}" tabindex="0"><table>
<caption class="unseen">${caption}</caption>
<thead><tr>${columns.map(({ head }, index) => html`<th scope="col" class="${alignment(index)}">${head}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr>${row.map((cell, index) =>
        index === 0 ? html`<th scope="row">${cell}</th>` : html`<td class="${alignment(index)}">${cell}</td>`,
      )}</tr>
`,
  )}</tbody></table></div>`;
}
