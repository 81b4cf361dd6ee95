import { type Html, type HtmlValue, html } from "../../../floor/web/html.ts";

type Column<Row> = {
  label: string;
  cell: (row: Row) => HtmlValue;
  /** Numbers stand right. */
  isNumber?: boolean;
  /** Holds names, which may be one long word: it is broken there, and pushes no other column out of sight. */
  isName?: boolean;
  /** Holds buttons or links that say themselves what they do: on a telephone no name stands before them. */
  isAction?: boolean;
  /** Where the heading sorts by this column, and how the rows are sorted by it now. */
  sort?: { href: string; is: "ascending" | "descending" | null };
};

/**
 * A table with a caption for screen readers. The first column names its row. On a telephone each row is a card: the style shows the name
 * of a column from `data-label` before its cell, and the roles stay what they are when nothing is laid out as a table any more. Of the
 * headings those that sort stand above the cards, because a finger can't focus what is hidden.
 */
export function tableHtml<Row>(input: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** For `rowKeysScript`. */
  hasRowKeys?: true;
}): Html {
  const { caption, columns, rows, hasRowKeys } = input;
  return html`<div class="list" role="region" aria-label="${caption}" tabindex="0"><table role="table"${hasRowKeys === true && html` data-row-keys`}>
<caption class="unseen">${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(headHtml)}</tr></thead>
<tbody role="rowgroup">${rows.map((row) => html`<tr role="row">${columns.map((column, index) => cellHtml(column, row, index))}</tr>`)}</tbody>
</table></div>`;
}

function headHtml<Row>({ label, isNumber, sort }: Column<Row>): Html {
  const alignment = isNumber === true && html` class="right"`;
  if (sort === undefined) return html`<th scope="col" role="columnheader"${alignment}>${label}</th>`;
  const { href, is } = sort;
  return html`<th scope="col" role="columnheader"${alignment}${is !== null && html` aria-sort="${is}"`}><a href="${href}">${label}<span aria-hidden="true">${is === null ? "" : is === "ascending" ? " ↑" : " ↓"}</span></a></th>`;
}

function cellHtml<Row>(
  { label, cell, isNumber, isName, isAction }: Column<Row>,
  row: Row,
  index: number,
): Html {
  const alignment = isNumber === true ? html` class="right"` : isName === true && html` class="name"`;
  return index === 0
    ? html`<th scope="row" role="rowheader"${alignment}>${cell(row)}</th>`
    : html`<td role="cell"${label !== "" && isAction !== true && html` data-label="${label}"`}${alignment}>${cell(row)}</td>`;
}
