import { summaryOf } from "../press-text/markdown/press-text.ts";
import { escapeXml } from "../web/escape-xml.ts";
import type { NewsroomPageInput } from "./pages/page-input.ts";
import { feedPath, type NewsroomAddress, newsroomPath, releasePath } from "./paths.ts";

/** Most URLs in one sitemap (sitemaps.org protocol); older releases stay reachable through the list. */
export const sitemapUrlsMax = 50_000;

export const rssContentType = "application/rss+xml; charset=utf-8";
export const sitemapContentType = "application/xml; charset=utf-8";

/** A release as the sitemap knows it. */
export type SitemapEntry = { slug: string; updatedAt: Date };

/**
 * The newest releases as RSS 2.0: German, permanent links as guid, newest first as given.
 * Ours in place of feedsmith 3.0.1, which writes characters that XML forbids: one in a title made the feed unreadable.
 */
export function renderRss({
  publicUrl,
  newsroom,
  releases,
}: Pick<NewsroomPageInput, "publicUrl" | "newsroom" | "releases">): string {
  const newsroomUrl = publicUrl + newsroomPath(newsroom);
  // In order of time the newest text may be a correction of an older release.
  const builtMs = Math.max(...releases.map(({ updatedAt }) => updatedAt.getTime()));
  const items = releases.map((release) => {
    const url = publicUrl + releasePath(newsroom, release.slug);
    return `<item>
${element("title", release.title)}
${element("link", url)}
<guid isPermaLink="true">${escapeXml(url)}</guid>
${element("pubDate", formatRfc822(release.publishedAt))}
${element("atom:updated", release.updatedAt.toISOString())}
${release.summary === null ? "" : element("description", release.summary)}
</item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
${element("title", `${newsroom.clientName}: Pressemitteilungen`)}
${element("link", newsroomUrl)}
<atom:link rel="self" type="application/rss+xml" href="${escapeXml(publicUrl + feedPath(newsroom))}"/>
${element("description", summaryOf(newsroom.about) || `Pressemitteilungen von ${newsroom.clientName}`)}
${element("language", "de")}
${releases.length === 0 ? "" : element("lastBuildDate", formatRfc822(new Date(builtMs)))}
${items.join("\n")}
</channel>
</rss>
`;
}

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
    sitemapUrl(publicUrl + newsroomPath(newsroom), newest),
    ...releases
      .slice(0, sitemapUrlsMax - 1)
      .map((release) => sitemapUrl(publicUrl + releasePath(newsroom, release.slug), release.updatedAt)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}

/** The robots.txt of a newsroom's own domain. */
export const ownRobotsTxt = ["User-agent: *", "Disallow: /*/go/", "Disallow: /*/beacon", ""].join("\n");

/** The service's robots.txt: pages may be read by all, counted redirects and beacons are no pages. */
export const robotsTxt = [
  "User-agent: *",
  "Disallow: /newsroom/*/*/go/",
  "Disallow: /newsroom/*/*/beacon",
  "Disallow: /api/",
  "Disallow: /approvals/",
  "",
].join("\n");

/** "Fri, 20 Nov 2026 09:30:00 GMT" is RFC 822 with the four-digit year that RSS 2.0 asks for. */
function formatRfc822(time: Date): string {
  return time.toUTCString();
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function sitemapUrl(url: string, lastModified: Date | null): string {
  const modified = lastModified === null ? "" : element("lastmod", lastModified.toISOString());
  return `<url>${element("loc", url)}${modified}</url>`;
}
