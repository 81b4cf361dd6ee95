import { type Html, html } from "../../../web/html.ts";
import { clippingTabs } from "./paths.ts";

/** The pages of the section, above each of them. */
export function tabsHtml(current: (typeof clippingTabs)[number]["href"]): Html {
  return html`<nav class="tabs" aria-label="Clippings"><ul>${clippingTabs.map(
    ({ label, href }) =>
      html`<li><a href="${href}"${href === current && html` aria-current="page"`}>${label}</a></li>`,
  )}</ul></nav>`;
}
