import { type Html, type HtmlValue, html } from "../../../floor/web/html.ts";

type Column<Row> = {
  label: string;
  cell: (row: Row) => HtmlValue;
  /** Numbers stand right. */
  isNumber?: boolean;
};

/**
 * A table with a caption for screen readers. The first column names its row. On a telephone each row is a card: the style shows the name
 * of a column from `data-label` before its cell, and the roles stay what they are when nothing is laid out as a table any more.
 */
export function tableHtml<Row>(input: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}): Html {
  const { caption, columns, rows } = input;
  return html`<div class="list" role="region" aria-label="${caption}" tabindex="0"><table role="table">
<caption class="unseen">${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(({ label, isNumber }) => html`<th scope="col" role="columnheader"${isNumber === true && html` class="right"`}>${label}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map((row) => html`<tr role="row">${columns.map((column, index) => cellHtml(column, row, index))}</tr>`)}</tbody>
</table></div>`;
}

function cellHtml<Row>({ label, cell, isNumber }: Column<Row>, row: Row, index: number): Html {
  const alignment = isNumber === true && html` class="right"`;
  return index === 0
    ? html`<th scope="row" role="rowheader"${alignment}>${cell(row)}</th>`
    : html`<td role="cell"${label !== "" && html` data-label="${label}"`}${alignment}>${cell(row)}</td>`;
}
