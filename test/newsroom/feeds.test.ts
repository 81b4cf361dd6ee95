import { describe, expect, test } from "bun:test";
import { renderRss, renderSitemap, robotsTxt, sitemapUrlsMax } from "../../service/newsroom/feeds.ts";
import { newsroom, teasers } from "./support/sample-newsroom.ts";

const publicUrl = "https://presse.example";

describe("the RSS feed", () => {
  test("names itself, its language and the time of its newest release", () => {
    const rss = renderRss({ publicUrl, newsroom, releases: teasers });
    expect(rss).toStartWith('<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"');
    expect(rss).toContain(
      '<atom:link rel="self" type="application/rss+xml" href="https://presse.example/newsroom/nordlicht-energie/rss.xml"/>',
    );
    expect(rss).toContain("<language>de</language>");
    expect(rss).toContain("<lastBuildDate>Fri, 20 Nov 2026 09:00:00 GMT</lastBuildDate>");
  });

  test("gives each release a permanent link and an RFC 822 date", () => {
    const rss = renderRss({ publicUrl, newsroom, releases: teasers });
    expect(rss.match(/<item>/g)).toHaveLength(teasers.length);
    expect(rss).toContain(
      '<guid isPermaLink="true">https://presse.example/newsroom/nordlicht-energie/halbjahr-2026</guid>\n<pubDate>Wed, 12 Aug 2026 06:00:00 GMT</pubDate>',
    );
  });

  test("leaves out what XML forbids, which would make the whole feed unreadable", () => {
    const releases = teasers.map((teaser) => ({ ...teaser, title: "a\u0001b\ud800c\uFFFE<]]>" }));
    const rss = renderRss({ publicUrl, newsroom, releases });
    expect(rss).toContain("<title>abc&lt;]]&gt;</title>");
  });

  test("without releases is still a feed", () => {
    const rss = renderRss({ publicUrl, newsroom: { ...newsroom, about: null }, releases: [] });
    expect(rss).toContain("<description>Pressemitteilungen von Nordlicht Energie</description>");
    expect(rss).not.toContain("lastBuildDate");
  });
});

describe("the sitemap", () => {
  const entry = (slug: string, day: string) => ({ slug, updatedAt: new Date(`${day}T12:00:00Z`) });

  test("lists the newsroom and its releases with their last change", () => {
    const sitemap = renderSitemap({
      publicUrl,
      newsroom,
      releases: [entry("a", "2026-01-02"), entry("b", "2026-03-04")],
    });
    expect(sitemap.match(/<url>.*<\/url>/g)).toEqual([
      "<url><loc>https://presse.example/newsroom/nordlicht-energie</loc><lastmod>2026-03-04T12:00:00.000Z</lastmod></url>",
      "<url><loc>https://presse.example/newsroom/nordlicht-energie/a</loc><lastmod>2026-01-02T12:00:00.000Z</lastmod></url>",
      "<url><loc>https://presse.example/newsroom/nordlicht-energie/b</loc><lastmod>2026-03-04T12:00:00.000Z</lastmod></url>",
    ]);
  });

  test("holds as many URLs as the protocol allows, and not one more", () => {
    const releases = Array.from({ length: sitemapUrlsMax }, (_, index) => entry(`r-${index}`, "2026-01-02"));
    const urls = (count: number) =>
      renderSitemap({ publicUrl, newsroom, releases: releases.slice(0, count) }).match(/<loc>/g)?.length;
    expect(urls(sitemapUrlsMax - 1)).toBe(sitemapUrlsMax);
    expect(urls(sitemapUrlsMax)).toBe(sitemapUrlsMax);
  });
});

test("robots.txt keeps crawlers from counted redirects, and from nothing that is to be found", () => {
  const lines = robotsTxt.split("\n");
  expect(lines).toContain("Disallow: /newsroom/*/*/go/");
  expect(lines).not.toContain("Disallow: /newsroom/");
});
