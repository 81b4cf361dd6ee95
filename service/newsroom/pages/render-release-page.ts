import { summaryOf } from "../../press-text/markdown/press-text.ts";
import { sourceHash } from "../../web/content-security-policy.ts";
import { formatDay } from "../../web/format.ts";
import { type Html, html } from "../../web/html.ts";
import { engagementScript } from "../beacon/engagement-script.ts";
import { newsArticleJsonLd } from "../json-ld.ts";
import { type LinkUrl, releaseLinks, releaseLinkUrl, textHtml } from "../links.ts";
import { beaconPath, engagementScriptPath, newsroomPath, releasePath } from "../paths.ts";
import { renderDownloads } from "./downloads.ts";
import { renderGallery } from "./gallery.ts";
import { pageIdentity, renderNewsroomLayout } from "./newsroom-layout.ts";
import type { Newsroom, ReleasePageInput, ReleaseTeaser } from "./page-input.ts";
import { renderPressContact } from "./press-contact.ts";
import { previewImage } from "./preview-image.ts";
import { renderReleaseArticle } from "./release-article.ts";

/**
 * The page of a published release as a complete HTML document.
 * Level L0 links directly, L1 and L2 through counted redirects; only L2 with a `viewId` carries the engagement script.
 */
export function renderReleasePage(input: ReleasePageInput): string {
  const { newsroom, release } = input;
  const linkUrl = releaseLinkUrl(newsroom, release.slug, releaseLinks(input));
  const script = newsroom.level === "L2" && input.viewId !== null ? engagementTag(input, input.viewId) : null;
  return renderNewsroomLayout({
    title: `${release.seoTitle ?? release.title} | ${newsroom.clientName}`,
    head: html`${identity(input)}${newsArticleJsonLd(input)}${script}`,
    newsroom,
    linkUrl,
    main: html`<div class="frame columns">
<div class="main">
${renderReleaseArticle(release, linkUrl)}
${script !== null && shareTools()}
${renderGallery(newsroom, release, linkUrl)}
${about(newsroom, linkUrl)}
</div>
<aside aria-label="Für die Presse">
${renderPressContact(newsroom.contact, linkUrl)}
${renderDownloads(release, linkUrl)}
<p class="source">${`Online: ${input.publicUrl}${releasePath(newsroom.clientSlug, release.slug)}`}</p>
</aside>
</div>
${neighbours(input)}`,
  });
}

function identity({ publicUrl, newsroom, release }: ReleasePageInput): Html {
  const tags = pageIdentity({
    newsroom,
    canonicalUrl: publicUrl + releasePath(newsroom.clientSlug, release.slug),
    title: release.title,
    description: release.seoDescription ?? release.subtitle ?? summaryOf(release.text),
    type: "article",
    image: previewImage({ publicUrl, newsroom, release }),
  });
  return html`${tags}
<meta property="article:published_time" content="${release.publishedAt.toISOString()}">
<meta property="article:modified_time" content="${release.updatedAt.toISOString()}">
${release.keywords.map((keyword) => html`<meta property="article:tag" content="${keyword}">`)}`;
}

function engagementTag({ newsroom, release }: ReleasePageInput, viewId: string): Html {
  return html`<script src="${engagementScriptPath(engagementScript)}" integrity="${sourceHash(engagementScript)}" defer data-view="${viewId}" data-beacon="${beaconPath(newsroom.clientSlug, release.slug)}"></script>`;
}

/** Hidden until the engagement script shows them: without a script a button could do nothing. */
function shareTools(): Html {
  return html`<p class="tools" hidden><button type="button" data-copy>Link kopieren</button> <button type="button" data-share hidden>Teilen</button></p>`;
}

function about(newsroom: Newsroom, linkUrl: LinkUrl): Html | null {
  if (newsroom.about === null) return null;
  return html`<section class="about" aria-labelledby="ueber">
<h2 id="ueber">${`Über ${newsroom.clientName}`}</h2>
<div class="text">${textHtml(newsroom.about, linkUrl)}</div>
</section>`;
}

function neighbours({ newsroom, previous, next }: ReleasePageInput): Html {
  const card = (label: string, relation: "prev" | "next", teaser: ReleaseTeaser | null) =>
    teaser !== null &&
    html`<li><a href="${releasePath(newsroom.clientSlug, teaser.slug)}" rel="${relation}"><span class="facts">${label}, ${formatDay(teaser.publishedAt)}</span><strong>${teaser.title}</strong></a></li>`;
  return html`<nav class="neighbours" aria-label="Weitere Meldungen"><div class="frame">
<ul>${card("Neuere Meldung", "next", next)}${card("Ältere Meldung", "prev", previous)}</ul>
<p><a href="${newsroomPath(newsroom.clientSlug)}">Alle Meldungen</a></p>
</div></nav>`;
}
