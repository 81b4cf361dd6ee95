import { sourceHash } from "../../../floor/web/content-security-policy.ts";
import { formatDay } from "../../../floor/web/format.ts";
import { type Html, html } from "../../../floor/web/html.ts";
import { languageAttributes } from "../../../floor/web/language.ts";
import { messageHead } from "../../../floor/web/render-message-page.ts";
import { slugify } from "../../../floor/web/slug.ts";
import { summaryOf } from "../../../press-text/markdown/press-text.ts";
import { engagementScript } from "../beacon/engagement-script.ts";
import { newsArticleJsonLd } from "../json-ld.ts";
import { type LinkUrl, releaseLinks, releaseLinkUrl, textHtml } from "../links.ts";
import {
  beaconPath,
  engagementScriptPath,
  markdownPath,
  newsroomPath,
  pdfPath,
  plainTextPath,
  releasePath,
  topicPath,
} from "../paths.ts";
import { renderDownloads } from "./downloads.ts";
import { renderGallery } from "./gallery.ts";
import { langOf } from "./lang-of.ts";
import { pageIdentity, renderNewsroomLayout } from "./newsroom-layout.ts";
import type { Newsroom, ReleasePageInput, ReleaseTeaser } from "./page-input.ts";
import { renderPressContact } from "./press-contact.ts";
import { previewImage } from "./preview-image.ts";
import { renderReleaseArticle } from "./release-article.ts";
import { newsroomTexts, readIn } from "./texts.ts";

/**
 * The page of a published release as a complete HTML document.
 * Level L0 links directly, L1 and L2 through counted redirects; only L2 with a `viewId` carries the engagement script.
 */
export function renderReleasePage(input: ReleasePageInput): string {
  const { newsroom, release } = input;
  const { language } = newsroom;
  const texts = newsroomTexts[language];
  const linkUrl = releaseLinkUrl(newsroom, release.slug, releaseLinks(input));
  const script = newsroom.level === "L2" && input.viewId !== null ? engagementTag(input, input.viewId) : null;
  return renderNewsroomLayout({
    title: `${release.seoTitle ?? release.title} | ${newsroom.clientName}`,
    head:
      input.embargoNotice === undefined
        ? html`${identity(input)}${newsArticleJsonLd(input)}${script}`
        : messageHead,
    newsroom,
    linkUrl,
    main: html`<div class="frame columns">
<div class="main">
${input.embargoNotice}
${translationLinks(input)}
${renderReleaseArticle(release, linkUrl, language)}
${topicLinks(input)}
${script !== null && shareTools(newsroom)}
${renderGallery(newsroom, release, { linkUrl, hasZip: input.embargoNotice === undefined })}
${about(newsroom, linkUrl)}
</div>
<aside aria-label="${texts.forThePress}">
${renderPressContact(newsroom.pressContact, linkUrl, language)}
${renderDownloads(release, linkUrl, newsroom)}
${input.embargoNotice === undefined && takeAlong(input)}
${input.embargoNotice === undefined && html`<p class="source">${`${texts.online}: ${input.publicUrl}${releasePath(newsroom, release.slug)}`}</p>`}
</aside>
</div>
${neighbours(input)}`,
  });
}

function identity(input: ReleasePageInput): Html {
  const { publicUrl, newsroom, release } = input;
  const tags = pageIdentity({
    newsroom,
    canonicalUrl: publicUrl + releasePath(newsroom, release.slug),
    title: release.seoTitle ?? release.title,
    description: release.seoDescription ?? release.subtitle ?? summaryOf(release.text),
    type: "article",
    image: previewImage({ publicUrl, newsroom, release }),
  });
  return html`${tags}
<link rel="alternate" type="text/markdown" href="${markdownPath(newsroom, release.slug)}">
${languageLinks(input)}
<meta property="article:published_time" content="${release.publishedAt.toISOString()}">
<meta property="article:modified_time" content="${release.updatedAt.toISOString()}">
${release.keywords.map((keyword) => html`<meta property="article:tag" content="${keyword}">`)}`;
}

/** Each version names all versions, itself included, or search engines believe none of them (Google, "Localized versions"). */
function languageLinks({ publicUrl, newsroom, release, translations }: ReleasePageInput): Html | null {
  if (translations.length === 0) return null;
  return html`${[release, ...translations].map(
    ({ language, slug }) =>
      html`<link rel="alternate" hreflang="${language}" href="${publicUrl + releasePath(newsroom, slug)}">`,
  )}`;
}

function translationLinks({ newsroom, translations }: ReleasePageInput): Html | null {
  if (translations.length === 0) return null;
  return html`<ul class="languages">${translations.map(
    (each) =>
      html`<li><a href="${releasePath(newsroom, each.slug)}" hreflang="${each.language}"${languageAttributes(each.language)} rel="alternate">${readIn(each.language)}</a></li>`,
  )}</ul>`;
}

function topicLinks({ newsroom, topics, release }: ReleasePageInput): Html | null {
  if (topics.length === 0) return null;
  const { language } = newsroom;
  return html`<nav class="topics" aria-label="${newsroomTexts[language].topics}"><ul${langOf(release.language, newsroom)}>${topics.map(
    (topic) => html`<li><a href="${topicPath(newsroom, slugify(topic, "thema"))}">${topic}</a></li>`,
  )}</ul></nav>`;
}

function engagementTag({ newsroom, release }: ReleasePageInput, viewId: string): Html {
  return html`<script src="${engagementScriptPath(engagementScript)}" integrity="${sourceHash(engagementScript)}" defer data-view="${viewId}" data-beacon="${beaconPath(newsroom, release.slug)}"></script>`;
}

/** Hidden until the engagement script shows them: without a script a button could do nothing. */
function shareTools({ language }: Newsroom): Html {
  const { copyLink, linkCopied, share, shared } = newsroomTexts[language];
  return html`<p class="tools" hidden><button type="button" data-copy data-done="${linkCopied}">${copyLink}</button> <button type="button" data-share data-done="${shared}" hidden>${share}</button></p>`;
}

/** For editorial systems and colleagues, without a script: the bare text, the address to copy, and a mail with it. */
function takeAlong({ publicUrl, newsroom, release }: ReleasePageInput): Html {
  const texts = newsroomTexts[newsroom.language];
  const url = publicUrl + releasePath(newsroom, release.slug);
  const mail = `mailto:?subject=${encodeURIComponent(release.title)}&body=${encodeURIComponent(url)}`;
  return html`<section class="card take"><h2>${texts.takeAlong}</h2>
<ul><li><a href="${plainTextPath(newsroom, release.slug)}" type="text/plain">${texts.plainText}</a></li><li><a href="${pdfPath(newsroom, release.slug)}" type="application/pdf">${texts.asPdf}</a></li><li><a href="${mail}">${texts.passOn}</a></li></ul>
<p class="facts">${url}</p></section>`;
}

function about(newsroom: Newsroom, linkUrl: LinkUrl): Html | null {
  if (newsroom.about === null) return null;
  return html`<section class="about" aria-labelledby="ueber">
<h2 id="ueber">${newsroomTexts[newsroom.language].about(newsroom.clientName)}</h2>
<div class="text">${textHtml(newsroom.about, linkUrl)}</div>
</section>`;
}

function neighbours({ newsroom, previous, next }: ReleasePageInput): Html {
  const { language } = newsroom;
  const texts = newsroomTexts[language];
  const card = (label: string, relation: "prev" | "next", teaser: ReleaseTeaser | null) =>
    teaser !== null &&
    html`<li><a href="${releasePath(newsroom, teaser.slug)}" rel="${relation}"><span class="facts">${label}, ${formatDay(teaser.publishedAt, language)}</span><strong${langOf(teaser.language, newsroom)}>${teaser.title}</strong></a></li>`;
  const isAlone = next === null && previous === null;
  return html`<nav class="neighbours" aria-label="${texts.moreReleases}"><div class="frame">
${!isAlone && html`<ul>${card(texts.newerRelease, "next", next)}${card(texts.olderRelease, "prev", previous)}</ul>`}
<p><a href="${newsroomPath(newsroom)}">${texts.allReleases}</a></p>
</div></nav>`;
}
