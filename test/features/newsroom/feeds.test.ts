import { describe, expect, test } from "bun:test";
import { renderAtom, renderRss } from "../../../service/features/newsroom/feeds.ts";
import {
  renderRobotsTxt,
  renderSitemap,
  sitemapUrlsMax,
} from "../../../service/features/newsroom/sitemaps.ts";
import { textsOnThisThread } from "../../../service/press-text/texts-on-this-thread.ts";
import { feedRelease, newsroom, teasers, windTopic } from "./support/sample-newsroom.ts";

const publicUrl = "https://presse.example";
const feedReleases = teasers.map((teaser) => ({ ...feedRelease, ...teaser }));

describe("the RSS feed", () => {
  test("names itself, its language and the time of its newest release", () => {
    const rss = renderRss({ publicUrl, newsroom, topic: null, releases: feedReleases });
    expect(rss).toStartWith('<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"');
    expect(rss).toContain(
      '<atom:link rel="self" type="application/rss+xml" href="https://presse.example/newsroom/nordlicht-energie/rss.xml"/>',
    );
    expect(rss).toContain("<language>de</language>");
    expect(rss).toContain("<lastBuildDate>Fri, 20 Nov 2026 09:00:00 GMT</lastBuildDate>");
  });

  test("gives a release that is older than the ids its address as one, and an RFC 822 date", () => {
    const rss = renderRss({ publicUrl, newsroom, topic: null, releases: feedReleases });
    expect(rss.match(/<item>/g)).toHaveLength(teasers.length);
    expect(rss).toContain(
      '<guid isPermaLink="true">https://presse.example/newsroom/nordlicht-energie/halbjahr-2026</guid>\n<pubDate>Wed, 12 Aug 2026 06:00:00 GMT</pubDate>',
    );
  });

  test("leaves out what XML forbids, which would make the whole feed unreadable", () => {
    const releases = feedReleases.map((each) => ({ ...each, title: "a\u0001b\ud800c\uFFFE<]]>" }));
    const rss = renderRss({ publicUrl, newsroom, topic: null, releases });
    expect(rss).toContain("<title>abc&lt;]]&gt;</title>");
  });

  test("without releases is still a feed", () => {
    const rss = renderRss({ publicUrl, newsroom: { ...newsroom, about: null }, topic: null, releases: [] });
    expect(rss).toContain(
      "<description>Pressemitteilungen und Pressekontakt von Nordlicht Energie.</description>",
    );
    expect(rss).not.toContain("lastBuildDate");
  });
});

describe("a feed", () => {
  test("calls a release by an id that has nothing of its address", () => {
    const feedId = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";
    const input = { publicUrl, newsroom, topic: null, releases: [{ ...feedRelease, feedId }] };
    expect(renderRss(input)).toContain(`<guid isPermaLink="false">urn:uuid:${feedId}</guid>`);
    expect(renderAtom(input)).toContain(`<id>urn:uuid:${feedId}</id>`);
  });

  test("holds the whole text with direct links, the picture, and the topics of each release", () => {
    const input = { publicUrl, newsroom, topic: null, releases: [feedRelease] };
    for (const feed of [renderRss(input), renderAtom(input)]) {
      expect(feed).toContain("&lt;h2&gt;Beteiligung ab 500 Euro&lt;/h2&gt;");
      expect(feed).toContain("https://www.gesetze-im-internet.de/eeg_2014/__6.html");
      expect(feed).not.toContain("/go/");
      expect(feed).toContain(`${publicUrl}/media/werk-1600.jpg`);
      expect(feed).toMatch(/figcaption.*Foto: Nordlicht Energie/);
      expect(feed).toMatch(/<category[ >].*Windenergie/);
    }
  });

  test("names pictures and pages of the service by whole addresses", async () => {
    const bodyMarkdown =
      "![Werk](/media/01a20af1-ec49-772f-8d5e-1f5fff789c59/0123456789abcdef-800.webp) und [mehr](/newsroom/a)";
    const text = await textsOnThisThread.read(1, bodyMarkdown);
    const input = { publicUrl, newsroom, topic: null, releases: [{ ...feedRelease, text }] };
    for (const feed of [renderRss(input), renderAtom(input)]) {
      expect(feed).toContain(`src=&quot;${publicUrl}/media/01a20af1-`);
      expect(feed).not.toMatch(/(?:src|href)=&quot;\//);
    }
  });

  test("of a topic names the topic and its own address", () => {
    const input = { publicUrl, newsroom, topic: windTopic, releases: [feedRelease] };
    expect(renderRss(input)).toContain("<title>Nordlicht Energie: Windenergie</title>");
    expect(renderRss(input)).toContain('/thema/windenergie/rss.xml"/>');
    expect(renderAtom(input)).toContain("/thema/windenergie/atom.xml</id>");
  });

  test("in Atom changes when a release changes, and speaks the newsroom's language", () => {
    const atom = renderAtom({
      publicUrl,
      newsroom: { ...newsroom, language: "en" },
      topic: null,
      releases: [feedRelease],
    });
    expect(atom).toContain('xml:lang="en"');
    expect(atom).toContain("<title>Nordlicht Energie: Press releases</title>");
    expect(atom).toContain("<updated>2026-11-19T09:12:00.000Z</updated>");
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
  const lines = renderRobotsTxt(publicUrl).split("\n");
  expect(lines).toContain("Disallow: /newsroom/*/*/go/");
  expect(lines).not.toContain("Disallow: /newsroom/");
  expect(lines).toContain("Sitemap: https://presse.example/sitemap.xml");
  expect(lines).toContain("Sitemap: https://presse.example/sitemap-news.xml");
});
