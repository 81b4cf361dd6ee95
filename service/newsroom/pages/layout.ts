import type { MeasurementLevel } from "../../measurement/vocabulary.ts";
import { type Html, html, raw, renderHtml } from "../html.ts";
import { linkHash } from "../link-hash.ts";
import type { LinkUrl } from "../links.ts";
import { websiteLink } from "../links.ts";
import { feedPath, newsroomPath, sitemapPath } from "../paths.ts";
import { safeLinkUrl } from "../safe-url.ts";
import type { LegalLinks, Newsroom } from "./page-input.ts";
import { styles } from "./styles.ts";

type LayoutInput = {
  title: string;
  /** Meta tags of this page, behind those that every page has. */
  head: Html;
  main: Html;
  /** Without a newsroom (an unknown one, an error) the page has no masthead. */
  newsroom: Newsroom | null;
  /** The operator's, on a page that belongs to no newsroom. */
  operatorLinks?: LegalLinks;
  linkUrl: LinkUrl;
};

/** A whole page: document, masthead, skip link, main part and footer; one inline style, no other file needed. */
export function renderLayout({ title, head, main, newsroom, operatorLinks, linkUrl }: LayoutInput): string {
  const legal = legalLinks(newsroom ?? operatorLinks ?? null);
  return renderHtml(html`<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
${head}
<style>${raw(styles)}</style>
</head>
<body>
<a class="skip" href="#inhalt">Zum Inhalt springen</a>
${newsroom !== null && masthead(newsroom, linkUrl)}
<main id="inhalt" tabindex="-1">
${main}
</main>
${(newsroom !== null || legal.length > 0) && footer(newsroom, legal)}
</body>
</html>
`);
}

/** The tags by which a page is known outside: canonical address, description, Open Graph, feed. */
export function pageIdentity(input: {
  newsroom: Newsroom;
  canonicalUrl: string;
  title: string;
  description: string;
  type: "website" | "article";
  image: { url: string; alt: string } | null;
}): Html {
  const { newsroom, image } = input;
  return html`<link rel="canonical" href="${input.canonicalUrl}">
<meta name="description" content="${input.description}">
<meta property="og:type" content="${input.type}">
<meta property="og:title" content="${input.title}">
<meta property="og:description" content="${input.description}">
<meta property="og:url" content="${input.canonicalUrl}">
<meta property="og:site_name" content="${`${newsroom.clientName} Newsroom`}">
<meta property="og:locale" content="de_DE">
${
  image !== null &&
  html`<meta property="og:image" content="${image.url}">
<meta property="og:image:alt" content="${image.alt}">`
}
<meta name="twitter:card" content="${image === null ? "summary" : "summary_large_image"}">
<link rel="alternate" type="application/rss+xml" title="${`${newsroom.clientName}: Pressemitteilungen`}" href="${feedPath(newsroom.clientSlug)}">
<link rel="sitemap" type="application/xml" href="${sitemapPath(newsroom.clientSlug)}">`;
}

function masthead(newsroom: Newsroom, linkUrl: LinkUrl): Html {
  const website = websiteLink(newsroom.websiteUrl);
  return html`<header class="masthead"><div class="frame">
<a class="brand" href="${newsroomPath(newsroom.clientSlug)}">${newsroom.clientName} <span>Newsroom</span></a>
<nav aria-label="Newsroom"><ul>
<li><a href="${newsroomPath(newsroom.clientSlug)}">Meldungen</a></li>
<li><a href="${feedPath(newsroom.clientSlug)}" type="application/rss+xml">RSS</a></li>
${
  website !== null &&
  html`<li><a href="${linkUrl({ ...website, hash: linkHash(website.url) })}" rel="noopener">${website.label}</a></li>`
}
</ul></nav>
</div></header>`;
}

function footer(newsroom: Newsroom | null, legal: readonly { label: string; url: string }[]): Html {
  return html`<footer class="footer"><div class="frame">
${newsroom !== null && html`<p>${countingNotes[newsroom.level]}</p>`}
${
  legal.length > 0 &&
  html`<ul>${legal.map(({ label, url }) => html`<li><a href="${url}" rel="noopener">${label}</a></li>`)}</ul>`
}
</div></footer>`;
}

function legalLinks(links: LegalLinks | null): { label: string; url: string }[] {
  return [
    { label: "Impressum", url: links?.imprintUrl ?? null },
    { label: "Datenschutz", url: links?.privacyUrl ?? null },
  ].flatMap(({ label, url }) => {
    const safe = url === null ? null : safeLinkUrl(url);
    return safe === null ? [] : [{ label, url: safe }];
  });
}

/** What the newsroom counts, said to the reader; no level stores anything on the device. */
const countingNotes: Record<MeasurementLevel, string> = {
  L0: "Gezählt werden nur Seitenaufrufe, ohne Cookies und ohne Dritte.",
  L1: "Gezählt werden Seitenaufrufe und Klicks, ohne Cookies und ohne Dritte.",
  L2: "Gezählt werden Seitenaufrufe, Klicks und Lesedauer, ohne Cookies und ohne Dritte.",
};
