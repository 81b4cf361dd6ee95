import { formatDay } from "../../web/format.ts";
import { type Html, html, raw, renderHtml } from "../../web/html.ts";
import { type LinkUrl, textHtml } from "../links.ts";
import type { Picture, Release } from "./page-input.ts";
import { renderCaption, renderPicture } from "./picture.ts";

/** The column of the text. */
const heroSizes = "(min-width: 46rem) 43rem, 92vw";

/**
 * The release itself: date, headline, subtitle, picture and text with its dateline, as an `article` element.
 * The newsroom page and every preview of it are made by this function, so that what is approved is what appears.
 */
export function renderReleaseArticle(release: Release, linkUrl: LinkUrl): Html {
  return html`<article class="release" lang="${release.language}">
<header>
<p class="kicker"><span lang="de">Pressemitteilung</span> <time datetime="${release.publishedAt.toISOString()}" lang="de">${formatDay(release.publishedAt)}</time></p>
<h1>${release.title}</h1>
${release.subtitle !== null && html`<p class="subtitle">${release.subtitle}</p>`}
</header>
${release.image !== null && heroImage(release.image)}
<div class="text">
${releaseText(release, linkUrl)}
</div>
</article>`;
}

function releaseText(release: Release, linkUrl: LinkUrl): Html {
  const text = textHtml(release.text, linkUrl);
  const dateline = datelineOf(release);
  if (dateline === null) return text;
  const lead = html`<p><strong class="dateline">${dateline}</strong>`;
  const markup = renderHtml(text);
  return markup.startsWith("<p>")
    ? html`${lead} – ${raw(markup.slice("<p>".length))}`
    : html`${lead}</p>${text}`;
}

/** "Berlin, 20. November 2026"; null when the text brings its own, as many releases do. */
function datelineOf({ place, text, publishedAt }: Release): string | null {
  if (place === null || place === "") return null;
  const beginsWithPlace = text.plain.slice(0, place.length).toLowerCase() === place.toLowerCase();
  return beginsWithPlace ? null : `${place}, ${formatDay(publishedAt)}`;
}

function heroImage(image: Picture): Html {
  return html`<figure class="hero">${renderPicture(image, { sizes: heroSizes, isFirst: true, isCounted: true })}${renderCaption(image)}</figure>`;
}
