import { formatDay } from "../../../floor/web/format.ts";
import { type Html, html } from "../../../floor/web/html.ts";
import { releasePath } from "../paths.ts";
import { langOf } from "./lang-of.ts";
import type { Newsroom, Picture, ReleaseTeaser } from "./page-input.ts";
import { renderPicture, renderThumbnail } from "./picture.ts";

/** The column of the list, without the one of the dates. */
const leadSizes = "(min-width: 44rem) 33rem, 92vw";

type ListedRelease = Omit<ReleaseTeaser, "summary"> & { summary: Html | string | null };

/** Releases as an ordered list; the first one with its picture in full, others with a small one, where there are any. */
export function renderReleaseList(
  newsroom: Newsroom,
  releases: readonly ListedRelease[],
  { leadImage = null, images }: { leadImage?: Picture | null; images?: ReadonlyMap<string, Picture> } = {},
): Html {
  return html`<ol class="releases">${releases.map((release, index) => {
    const isLead = index === 0 && leadImage !== null;
    const small = isLead ? undefined : images?.get(release.slug);
    return releaseItem(newsroom, release, {
      image: isLead ? leadImage : null,
      small: small === undefined ? null : renderThumbnail(small),
    });
  })}</ol>`;
}

function releaseItem(
  newsroom: Newsroom,
  release: ListedRelease,
  { image, small }: { image: Picture | null; small: Html | null },
): Html {
  const { language } = newsroom;
  return html`<li><article>
<time class="facts" datetime="${release.publishedAt.toISOString()}">${formatDay(release.publishedAt, language)}</time>
<div${langOf(release.language, newsroom)}>${image !== null && leadPicture(image)}${small}<h3><a href="${releasePath(newsroom, release.slug)}">${release.title}</a></h3>
${release.summary !== null && html`<p>${release.summary}</p>`}</div>
</article></li>`;
}

/** Its box has a fixed shape, so that nothing moves when the picture arrives. */
function leadPicture(image: Picture): Html {
  return html`<div class="cover">${renderPicture(image, { sizes: leadSizes, isFirst: true, isCounted: false })}</div>`;
}
