import { type Html, html } from "../../../../floor/web/html.ts";
import { clippingsPath, foundPath } from "./paths.ts";

/** The ways to all clippings that a page shows the newest of: those entered and those found stand in lists of their own. */
export function allClippingsHtml(asked: Readonly<Record<string, string>>): Html {
  const query = new URLSearchParams(asked).toString();
  return html`<a href="${`${clippingsPath}?${query}`}">eingetragen und importiert</a> · <a href="${`${foundPath}?${query}`}">gefunden</a>`;
}
