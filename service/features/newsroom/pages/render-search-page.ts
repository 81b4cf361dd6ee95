import { type Html, html } from "../../../floor/web/html.ts";
import { directLinkUrl } from "../links.ts";
import { newsroomPath } from "../paths.ts";
import { findingTexts } from "./finding-texts.ts";
import { renderNewsroomLayout } from "./newsroom-layout.ts";
import type { Newsroom, ReleaseTeaser } from "./page-input.ts";
import { renderReleaseList } from "./release-list.ts";
import { queryLengthMax, renderSearchForm } from "./search-form.ts";

/** A piece of an excerpt; a hit is marked. */
export type ExcerptPart = { text: string; isHit: boolean };

type SearchHit = ReleaseTeaser & { excerpt: readonly ExcerptPart[] };

export type SearchPageInput = {
  newsroom: Newsroom;
  /** As it was searched for. */
  query: string;
  isCut: boolean;
  outcome:
    | { kind: "nothing_asked" }
    | { kind: "only_stop_words" }
    /** Best first. `isAll` is false where there are more than `count`. */
    | { kind: "found"; hits: readonly SearchHit[]; count: number; isAll: boolean };
};

/** The page on which readers search a newsroom, as a complete HTML document; no search engine keeps it. */
export function renderSearchPage(input: SearchPageInput): string {
  const { newsroom, query, isCut } = input;
  const texts = findingTexts[newsroom.language];
  const title = query === "" ? texts.searchIn(newsroom.clientName) : texts.resultsFor(query);
  return renderNewsroomLayout({
    title: `${title} | ${newsroom.clientName}`,
    head: html`<meta name="robots" content="noindex, follow">`,
    newsroom,
    linkUrl: directLinkUrl,
    main: html`<div class="frame opening results">
<p class="kicker"><a href="${newsroomPath(newsroom)}">${newsroom.clientName}</a></p>
<h1>${title}</h1>
${renderSearchForm(newsroom, query)}
${isCut && html`<p class="facts">${texts.cut(queryLengthMax)}</p>`}
</div>
<div class="frame columns"><section class="main" aria-live="polite">
${results(input)}
</section></div>`,
  });
}

function results({ newsroom, outcome }: SearchPageInput): Html {
  const texts = findingTexts[newsroom.language];
  if (outcome.kind === "nothing_asked") return html`<p class="empty">${texts.nothingAsked}</p>`;
  if (outcome.kind === "only_stop_words") return html`<p class="empty">${texts.onlyStopWords}</p>`;
  const { hits, count, isAll } = outcome;
  if (hits.length === 0) return html`<p class="empty">${texts.nothingFound}</p>`;
  return html`<h2 class="section">${texts.hits(count, isAll)}</h2>
${renderReleaseList(
  newsroom,
  hits.map((hit) => ({ ...hit, summary: excerpt(hit) })),
)}
${hits.length < count && html`<p class="facts">${texts.best(hits.length)}</p>`}`;
}

function excerpt({ excerpt: parts, summary }: SearchHit): Html | string | null {
  if (parts.length === 0) return summary;
  return html`${parts.map(({ text, isHit }) => (isHit ? html`<mark>${text}</mark>` : text))}`;
}
