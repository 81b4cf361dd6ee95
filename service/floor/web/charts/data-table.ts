import { type Html, type HtmlValue, html } from "../html.ts";

/** A column of a table; numbers stand right. */
type DataColumn = { head: string; align?: "right" };

export type DataTable = {
  caption: string;
  columns: readonly DataColumn[];
  rows: readonly (readonly HtmlValue[])[];
};

/** As many columns fit the width of a phone. */
const columnsOnPhoneMax = 3;

/**
 * A table that scrolls within its frame, by keyboard too (WCAG 2.1.1); the first cell heads its row. On a phone each row of a wide one
 * stands in lines, with the names of its columns: the roles stay what they are when nothing is laid out as a table any more.
 */
export function renderDataTable({ caption, columns, rows }: DataTable): Html {
  const isWide = columns.length > columnsOnPhoneMax;
  const role = (name: string) => isWide && html` role="${name}"`;
  const alignment = (index: number) => (columns[index]?.align === "right" ? "right" : "left");
  const name = (index: number) => isWide && html` data-label="${columns[index]?.head ?? ""}"`;
  return html`<div class="table${isWide && " wide"}" role="region" aria-label="${caption}" tabindex="0"><table${role("table")}>
<caption class="unseen">${caption}</caption>
<thead${role("rowgroup")}><tr${role("row")}>${columns.map(({ head }, index) => html`<th scope="col"${role("columnheader")} class="${alignment(index)}">${head}</th>`)}</tr></thead>
<tbody${role("rowgroup")}>${rows.map(
    (row) =>
      html`<tr${role("row")}>${row.map((cell, index) =>
        index === 0
          ? html`<th scope="row"${role("rowheader")}>${cell}</th>`
          : html`<td${role("cell")}${name(index)} class="${alignment(index)}">${cell}</td>`,
      )}</tr>
`,
  )}</tbody></table></div>`;
}
