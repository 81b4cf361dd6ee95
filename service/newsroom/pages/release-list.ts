import { formatDay } from "../../web/format.ts";
import { type Html, html } from "../../web/html.ts";
import { safeEmbedUrl } from "../../web/safe-url.ts";
import { releasePath } from "../paths.ts";
import { langOf } from "./lang-of.ts";
import type { Newsroom, ReleaseImage, ReleaseTeaser } from "./page-input.ts";

type ListedRelease = Omit<ReleaseTeaser, "summary"> & { summary: Html | string | null };

/** Releases as an ordered list; the first one with its picture, where there is one. */
export function renderReleaseList(
  newsroom: Newsroom,
  releases: readonly ListedRelease[],
  leadImage: ReleaseImage | null = null,
): Html {
  return html`<ol class="releases">${releases.map((release, index) => releaseItem(newsroom, release, index === 0 ? leadImage : null))}</ol>`;
}

function releaseItem(newsroom: Newsroom, release: ListedRelease, image: ReleaseImage | null): Html {
  const { language } = newsroom;
  return html`<li><article>
<time class="facts" datetime="${release.publishedAt.toISOString()}">${formatDay(release.publishedAt, language)}</time>
<div${langOf(release.language, newsroom)}>${image !== null && leadPicture(image)}<h3><a href="${releasePath(newsroom, release.slug)}">${release.title}</a></h3>
${release.summary !== null && html`<p>${release.summary}</p>`}</div>
</article></li>`;
}

/** Its box has a fixed shape, so that nothing moves when the picture arrives. */
function leadPicture(image: ReleaseImage): Html | null {
  const url = safeEmbedUrl(image.url);
  if (url === null) return null;
  return html`<img class="lead" src="${url}" alt="${image.alt}" decoding="async" fetchpriority="high" referrerpolicy="no-referrer">`;
}
