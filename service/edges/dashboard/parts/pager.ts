import { type Html, html } from "../../../floor/web/html.ts";

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
${!isFirst && html`<a href="${linkOf(path, query, null)}">Zum Anfang</a>`}
${nextCursor !== null && html`<a rel="next" href="${linkOf(path, query, nextCursor)}">Weitere</a>`}
</nav>`;
}

function linkOf(path: string, query: URLSearchParams, cursor: string | null): string {
  const next = new URLSearchParams(query);
  next.delete("cursor");
  if (cursor !== null) next.set("cursor", cursor);
  const text = next.toString();
  return text === "" ? path : `${path}?${text}`;
}
