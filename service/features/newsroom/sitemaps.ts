import { xmlElement } from "../../floor/web/escape-xml.ts";
import {
  hostSitemapPath,
  type NewsroomAddress,
  newsroomPath,
  newsSitemapPath,
  releasePath,
  sitemapPath,
} from "./paths.ts";

/** Most URLs in one sitemap (sitemaps.org protocol); older releases stay reachable through the list. */
export const sitemapUrlsMax = 50_000;

export const sitemapContentType = "application/xml; charset=utf-8";

/** A release as the sitemap knows it. */
export type SitemapEntry = { slug: string; updatedAt: Date };

/** A newsroom as the sitemap of the service's host knows it: one without a domain of its own. */
export type ListedNewsroom = NewsroomAddress & { updatedAt: Date };

/** A release of the last days, as a News sitemap tells it. */
export type NewsEntry = NewsroomAddress & {
  clientName: string;
  slug: string;
  title: string;
  language: string;
  publishedAt: Date;
};

/** The newsroom and its releases as a sitemap; the first `sitemapUrlsMax` of them, so pass the newest first. */
export function renderSitemap(input: {
  publicUrl: string;
  newsroom: NewsroomAddress;
  releases: readonly SitemapEntry[];
}): string {
  const { publicUrl, newsroom, releases } = input;
  const newest = releases.reduce<Date | null>(
    (latest, { updatedAt }) => (latest === null || updatedAt > latest ? updatedAt : latest),
    null,
  );
  const urls = [
    locationElement("url", publicUrl + newsroomPath(newsroom), newest),
    ...releases
      .slice(0, sitemapUrlsMax - 1)
      .map(({ slug, updatedAt }) =>
        locationElement("url", publicUrl + releasePath(newsroom, slug), updatedAt),
      ),
  ];
  return documentOf("urlset", "", urls);
}

/** The sitemaps of a host's newsrooms. */
export function renderSitemapIndex(publicUrl: string, newsrooms: readonly ListedNewsroom[]): string {
  return documentOf(
    "sitemapindex",
    "",
    newsrooms.map((newsroom) =>
      locationElement("sitemap", publicUrl + sitemapPath(newsroom), newsroom.updatedAt),
    ),
  );
}

/** Releases of the last days. Source: Google, "Create a News sitemap". */
export function renderNewsSitemap(publicUrl: string, releases: readonly NewsEntry[]): string {
  const urls = releases.map(
    ({ clientName, slug, title, language, publishedAt, ...newsroom }) =>
      `<url>${xmlElement("loc", publicUrl + releasePath(newsroom, slug))}<news:news><news:publication>${xmlElement("news:name", clientName)}${xmlElement("news:language", newsLanguageOf(language))}</news:publication>${xmlElement("news:publication_date", publishedAt.toISOString())}${xmlElement("news:title", title)}</news:news></url>`,
  );
  return documentOf("urlset", ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"', urls);
}

/** The language without its region, as News sitemaps take it; Chinese alone is said by its script. Source: Google, "Create a News sitemap". */
function newsLanguageOf(tag: string): string {
  const [language = "", ...parts] = tag.toLowerCase().split("-");
  if (language !== "zh") return language;
  return parts.some((part) => ["hant", "tw", "hk", "mo"].includes(part)) ? "zh-tw" : "zh-cn";
}

/** The robots.txt of a newsroom's own domain. */
export function renderOwnRobotsTxt(origin: string): string {
  return [
    "User-agent: *",
    "Disallow: /*/go/",
    "Disallow: /*/beacon",
    "",
    `Sitemap: ${origin}${hostSitemapPath}`,
    `Sitemap: ${origin}${newsSitemapPath}`,
    "",
  ].join("\n");
}

/** The service's robots.txt: pages may be read by all, counted redirects and beacons are no pages. */
export function renderRobotsTxt(publicUrl: string): string {
  return [
    "User-agent: *",
    "Disallow: /newsroom/*/*/go/",
    "Disallow: /newsroom/*/*/beacon",
    "Disallow: /api/",
    "Disallow: /approvals/",
    "",
    `Sitemap: ${publicUrl}${hostSitemapPath}`,
    `Sitemap: ${publicUrl}${newsSitemapPath}`,
    "",
  ].join("\n");
}

function documentOf(name: string, namespaces: string, entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespaces}>
${entries.join("\n")}
</${name}>
`;
}

function locationElement(name: string, url: string, lastModified: Date | null): string {
  const modified = lastModified === null ? "" : xmlElement("lastmod", lastModified.toISOString());
  return `<${name}>${xmlElement("loc", url)}${modified}</${name}>`;
}
