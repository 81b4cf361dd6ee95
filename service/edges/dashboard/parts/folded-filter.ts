import { type Html, html } from "../../../floor/web/html.ts";

/**
 * Choices above a list. On a telephone they wait behind a button, in the layer that browsers have for it (HTML Standard, "popover"): no
 * script is needed, and a browser that does not know it shows them. `fields` are labels with their controls.
 */
export function foldedFilterHtml(input: {
  path: string;
  label: string;
  fields: Html;
  /** Of those that are set: the button says how many. */
  setCount: number;
}): Html {
  const { path, label, fields, setCount } = input;
  return html`<p class="filter-button"><button type="button" popovertarget="filter">Filter${setCount > 0 && ` (${setCount} gesetzt)`}</button></p>
<form class="filter" id="filter" popover method="get" action="${path}" role="search" aria-label="${label}">${fields}
<button>Filtern</button></form>`;
}
