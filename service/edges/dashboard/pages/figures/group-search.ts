import { type Html, html } from "../../../../floor/web/html.ts";

const queryCharactersMax = 200;

/** What was searched for; null for nothing. */
export function searchOf(query: URLSearchParams): string | null {
  const text = (query.get("q") ?? "").trim().slice(0, queryCharactersMax);
  return text === "" || text.includes("\0") || !text.isWellFormed() ? null : text;
}

/** A line to search a list by; `kept` is what else stays in the address. */
export function searchHtml(path: string, query: URLSearchParams, label: string, kept = ""): Html {
  return html`<form class="list-search" method="get" action="${path}">${[...new URLSearchParams(kept)].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<label for="liste-q">${label}</label>
<div class="line"><input type="search" id="liste-q" name="q" maxlength="${queryCharactersMax}" value="${searchOf(query) ?? ""}" autocomplete="off"><button>Suchen</button></div></form>`;
}
