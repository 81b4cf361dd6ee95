import { type Html, html } from "../../../floor/web/html.ts";
import { narrowedPath } from "./list-filter.ts";

/** The cursor of the page that an address asks for; none at the first. */
export const cursorOf = (query: URLSearchParams): string | undefined => query.get("cursor") ?? undefined;

/** Links to the first and the next page of a list with cursors. The query keeps what was filtered. */
export function pagerHtml(input: {
  path: string;
  query: URLSearchParams;
  nextCursor: string | null;
}): Html | null {
  const { path, query, nextCursor } = input;
  const isFirst = !query.has("cursor");
  if (isFirst && nextCursor === null) return null;
  return html`<nav class="pager" aria-label="Seiten">
${!isFirst && html`<a href="${narrowedPath(path, query, {})}">Zum Anfang</a>`}
${nextCursor !== null && html`<a rel="next" href="${narrowedPath(path, query, { cursor: nextCursor })}">Weitere</a>`}
</nav>`;
}
