import { type Html, type HtmlValue, html } from "../../../floor/web/html.ts";

type Column<Row> = {
  label: string;
  cell: (row: Row) => HtmlValue;
  /** Numbers stand right. */
  isNumber?: boolean;
};

/** A table with a caption for screen readers. The first column names its row. */
export function tableHtml<Row>(input: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}): Html {
  const { caption, columns, rows } = input;
  return html`<div class="list" role="region" aria-label="${caption}" tabindex="0"><table>
<caption class="unseen">${caption}</caption>
<thead><tr>${columns.map(({ label, isNumber }) => html`<th scope="col"${isNumber === true && html` class="right"`}>${label}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map((column, index) => cellHtml(column, row, index))}</tr>`)}</tbody>
</table></div>`;
}

function cellHtml<Row>({ cell, isNumber }: Column<Row>, row: Row, index: number): Html {
  const alignment = isNumber === true && html` class="right"`;
  return index === 0
    ? html`<th scope="row"${alignment}>${cell(row)}</th>`
    : html`<td${alignment}>${cell(row)}</td>`;
}
