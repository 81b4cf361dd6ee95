import { accentStyle } from "../../../floor/web/accent-color.ts";
import { type Html, html } from "../../../floor/web/html.ts";
import { renderLayout } from "../../../floor/web/layout.ts";
import { linkHash } from "../../../floor/web/link-hash.ts";
import { type LinkUrl, websiteLink } from "../links.ts";
import { atomPath, feedPath, galleryPath, newsroomPath, searchPath, sitemapPath } from "../paths.ts";
import { findingTexts } from "./finding-texts.ts";
import type { Newsroom } from "./page-input.ts";
import { renderPicture } from "./picture.ts";
import type { PreviewImage } from "./preview-image.ts";
import { newsroomTexts } from "./texts.ts";

/** A page of a newsroom: its masthead, what it counts, and who answers for it. */
export function renderNewsroomLayout(page: {
  title: string;
  head: Html;
  main: Html;
  newsroom: Newsroom;
  linkUrl: LinkUrl;
}): string {
  const { title, head, main, newsroom, linkUrl } = page;
  return renderLayout({
    title,
    head,
    main,
    masthead: masthead(newsroom, linkUrl),
    note: newsroomTexts[newsroom.language].counting[newsroom.level],
    legalLinks: newsroom,
    style: newsroom.accentColor === null ? null : accentStyle(newsroom.accentColor),
    language: newsroom.language,
  });
}

/** The tags by which a page is known outside: canonical address, description, Open Graph, feed. */
export function pageIdentity(input: {
  newsroom: Newsroom;
  canonicalUrl: string;
  title: string;
  description: string;
  type: "website" | "article";
  image: PreviewImage | null;
}): Html {
  const { newsroom, image } = input;
  const texts = newsroomTexts[newsroom.language];
  return html`<link rel="canonical" href="${input.canonicalUrl}">
<meta name="description" content="${input.description}">
<meta property="og:type" content="${input.type}">
<meta property="og:title" content="${input.title}">
<meta property="og:description" content="${input.description}">
<meta property="og:url" content="${input.canonicalUrl}">
<meta property="og:site_name" content="${`${newsroom.clientName} Newsroom`}">
<meta property="og:locale" content="${texts.locale}">
${
  image !== null &&
  html`<meta property="og:image" content="${image.url}">
<meta property="og:image:alt" content="${image.alt}">
${image.width !== null && html`<meta property="og:image:width" content="${image.width}">\n<meta property="og:image:height" content="${image.height}">`}`
}
<meta name="twitter:card" content="${image === null ? "summary" : "summary_large_image"}">
<link rel="alternate" type="application/rss+xml" title="${texts.feedTitle(newsroom.clientName, null)}" href="${feedPath(newsroom)}">
<link rel="alternate" type="application/atom+xml" title="${texts.feedTitle(newsroom.clientName, null)}" href="${atomPath(newsroom)}">
<link rel="sitemap" type="application/xml" href="${sitemapPath(newsroom)}">`;
}

function masthead(newsroom: Newsroom, linkUrl: LinkUrl): Html {
  const website = websiteLink(newsroom.websiteUrl);
  const { language } = newsroom;
  const texts = newsroomTexts[language];
  return html`<header class="masthead"><div class="frame">
<a class="brand" href="${newsroomPath(newsroom)}">${brand(newsroom)} <span>${texts.newsroom}</span></a>
<nav aria-label="${texts.newsroom}"><ul>
<li><a href="${newsroomPath(newsroom)}">${texts.releases}</a></li>
<li><a href="${galleryPath(newsroom)}">${texts.pictures}</a></li>
<li><a href="${searchPath(newsroom)}">${findingTexts[language].search}</a></li>
<li><a href="${feedPath(newsroom)}" type="application/rss+xml">RSS</a></li>
${
  website !== null &&
  html`<li><a href="${linkUrl({ ...website, hash: linkHash(website.url) })}" rel="noopener">${website.label}</a></li>`
}
</ul></nav>
</div></header>`;
}

/** The logo says the name; without one the name does. */
function brand({ logo, clientName }: Newsroom): Html | string {
  if (logo === null) return clientName;
  return renderPicture({ ...logo, alt: clientName }, { sizes: "12rem", isFirst: true, isCounted: false });
}
