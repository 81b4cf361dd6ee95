import { type Html, html } from "../../../floor/web/html.ts";
import { searchPath } from "../paths.ts";
import { findingTexts } from "./finding-texts.ts";
import type { Newsroom } from "./page-input.ts";

/** Longest search in characters: a sentence. What is longer is cut, and the page says so. */
export const queryLengthMax = 200;

export function renderSearchForm(newsroom: Newsroom, query = ""): Html {
  const texts = findingTexts[newsroom.language];
  return html`<form class="search" role="search" method="get" action="${searchPath(newsroom)}">
<label for="suche">${texts.searchLabel}</label>
<div><input id="suche" type="search" name="q" value="${query}" maxlength="${queryLengthMax}" autocomplete="off" enterkeyhint="search"><button>${texts.search}</button></div>
</form>`;
}
