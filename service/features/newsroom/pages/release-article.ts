import { formatDay } from "../../../floor/web/format.ts";
import { type Html, html, raw, renderHtml } from "../../../floor/web/html.ts";
import { languageAttributes, type PageLanguage, pageLanguageOf } from "../../../floor/web/language.ts";
import { bringsTown } from "../brings-town.ts";
import { type LinkUrl, textHtml } from "../links.ts";
import type { Picture, Release } from "./page-input.ts";
import { renderCaption, renderPicture } from "./picture.ts";
import { withPictures } from "./text-pictures.ts";
import { newsroomTexts } from "./texts.ts";

/** The column of the text. */
const heroSizes = "(min-width: 46rem) 43rem, 92vw";

/** What stands in place of words of a release, or behind them, where its changes or comments on it are shown. */
export type ReviewedParts = {
  title?: Html;
  afterTitle?: Html | null;
  subtitle?: Html | null;
  afterSubtitle?: Html | null;
  text?: Html;
  /** It stands within a page that has a heading of its own: the headline comes below that. */
  isWithinPage?: true;
};

/**
 * The release itself: date, headline, subtitle, picture and text with its dateline, as an `article` element.
 * The newsroom page and every preview of it are made by this function, so that what is approved is what appears.
 */
export function renderReleaseArticle(
  release: Release,
  linkUrl: LinkUrl,
  language: PageLanguage = "de",
  parts: ReviewedParts = {},
): Html {
  const headline = parts.title ?? release.title;
  const subtitle = parts.subtitle ?? release.subtitle;
  return html`<article class="release"${languageAttributes(release.language)}>
<header>
<p class="kicker" dir="ltr"><span lang="${language}">${newsroomTexts[language].pressRelease}</span> <time datetime="${release.publishedAt.toISOString()}" lang="${language}">${formatDay(release.publishedAt, language)}</time></p>
${parts.isWithinPage === true ? html`<h2>${headline}</h2>` : html`<h1>${headline}</h1>`}${parts.afterTitle}
${subtitle !== null && html`<p class="subtitle">${subtitle}</p>`}${parts.afterSubtitle}
${correction(release, language)}
</header>
${release.image !== null && heroImage(release.image)}
<div class="text">
${releaseText(release, parts.text ?? textHtml(release.text, linkUrl))}
</div>
</article>`;
}

/** Readers of the first text see at once what is another now. */
function correction({ correctedAt, correctionNote }: Release, language: PageLanguage): Html | null {
  if (correctedAt === null || correctionNote === null) return null;
  const day = html`<time datetime="${correctedAt.toISOString()}">${formatDay(correctedAt, language)}</time>`;
  return html`<p class="correction"><strong lang="${language}" dir="ltr">${newsroomTexts[language].corrected} ${day}:</strong> ${correctionNote}</p>`;
}

function releaseText(release: Release, words: Html): Html {
  const text = raw(withPictures(renderHtml(words), release, heroSizes));
  const dateline = datelineOf(release);
  if (dateline === null) return text;
  const lead = html`<p><strong class="dateline">${dateline}</strong>`;
  const markup = renderHtml(text);
  return markup.startsWith("<p>")
    ? html`${lead} – ${raw(markup.slice("<p>".length))}`
    : html`${lead}</p>${text}`;
}

/** "Berlin, 20. November 2026"; null when the text brings its own, as many releases do. */
function datelineOf({ town, text, publishedAt, language }: Release): string | null {
  if (town === null || town === "") return null;
  return bringsTown(text, town) ? null : `${town}, ${formatDay(publishedAt, pageLanguageOf(language))}`;
}

function heroImage(image: Picture): Html {
  return html`<figure class="hero">${renderPicture(image, { sizes: heroSizes, isFirst: true, isCounted: true })}${renderCaption(image)}</figure>`;
}
