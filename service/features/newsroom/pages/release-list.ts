import { formatDay } from "../../../floor/web/format.ts";
import { type Html, html } from "../../../floor/web/html.ts";
import { releasePath } from "../paths.ts";
import { langOf } from "./lang-of.ts";
import type { Newsroom, Picture, ReleaseTeaser } from "./page-input.ts";
import { renderPicture } from "./picture.ts";

/** The column of the list, without the one of the dates. */
const leadSizes = "(min-width: 44rem) 33rem, 92vw";

type ListedRelease = Omit<ReleaseTeaser, "summary"> & { summary: Html | string | null };

/** Releases as an ordered list; the first one with its picture, where there is one. */
export function renderReleaseList(
  newsroom: Newsroom,
  releases: readonly ListedRelease[],
  leadImage: Picture | null = null,
): Html {
  return html`<ol class="releases">${releases.map((release, index) => releaseItem(newsroom, release, index === 0 ? leadImage : null))}</ol>`;
}

function releaseItem(newsroom: Newsroom, release: ListedRelease, image: Picture | null): Html {
  const { language } = newsroom;
  return html`<li><article>
<time class="facts" datetime="${release.publishedAt.toISOString()}">${formatDay(release.publishedAt, language)}</time>
<div${langOf(release.language, newsroom)}>${image !== null && leadPicture(image)}<h3><a href="${releasePath(newsroom, release.slug)}">${release.title}</a></h3>
${release.summary !== null && html`<p>${release.summary}</p>`}</div>
</article></li>`;
}

/** Its box has a fixed shape, so that nothing moves when the picture arrives. */
function leadPicture(image: Picture): Html {
  return html`<div class="cover">${renderPicture(image, { sizes: leadSizes, isFirst: true, isCounted: false })}</div>`;
}
