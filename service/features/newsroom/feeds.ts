import { escapeXml, xmlElement } from "../../floor/web/escape-xml.ts";
import { escapeHtml, renderHtml } from "../../floor/web/html.ts";
import { type PressText, summaryOf } from "../../press-text/markdown/press-text.ts";
import { directLinkUrl, textHtml } from "./links.ts";
import type { Newsroom, Picture, Topic } from "./pages/page-input.ts";
import { previewOf, renderCaption } from "./pages/picture.ts";
import { newsroomTexts } from "./pages/texts.ts";
import {
  atomPath,
  feedPath,
  newsroomPath,
  releasePath,
  topicAtomPath,
  topicFeedPath,
  topicPath,
} from "./paths.ts";

export const rssContentType = "application/rss+xml; charset=utf-8";
export const atomContentType = "application/atom+xml; charset=utf-8";

/** A release as a feed tells it. */
export type FeedRelease = {
  /** Null for a release that readers know by its address. */
  feedId: string | null;
  slug: string;
  title: string;
  summary: string | null;
  language: string;
  topics: readonly string[];
  publishedAt: Date;
  updatedAt: Date;
  image: Picture | null;
  text: PressText;
};

export type FeedInput = {
  publicUrl: string;
  newsroom: Newsroom;
  /** The topic that the feed is about, or null for all releases. */
  topic: Topic | null;
  /** Newest first. */
  releases: readonly FeedRelease[];
};

/**
 * The newest releases as RSS 2.0 with their whole text and pictures.
 * Ours in place of feedsmith 3.0.1, which writes characters that XML forbids: one in a title made the feed unreadable.
 */
export function renderRss(input: FeedInput): string {
  const { publicUrl, newsroom, releases } = input;
  const { title, description, siteUrl, rssUrl } = describeFeed(input);
  // In order of time the newest text may be a correction of an older release.
  const builtMs = Math.max(...releases.map(({ updatedAt }) => updatedAt.getTime()));
  const items = releases.map((release) => {
    const url = publicUrl + releasePath(newsroom, release.slug);
    const image = release.image === null ? null : publicUrl + previewOf(release.image).url;
    return lines([
      "<item>",
      xmlElement("title", release.title),
      xmlElement("link", url),
      `<guid isPermaLink="${release.feedId === null}">${escapeXml(idOf(release, url))}</guid>`,
      xmlElement("pubDate", formatRfc822(release.publishedAt)),
      xmlElement("atom:updated", release.updatedAt.toISOString()),
      ...release.topics.map((topic) => xmlElement("category", topic)),
      xmlElement("description", release.summary ?? summaryOf(release.text)),
      xmlElement("content:encoded", contentOf(release, image, publicUrl)),
      image === null ? null : `<media:content url="${escapeXml(image)}" medium="image"/>`,
      "</item>",
    ]);
  });
  return lines([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/">',
    "<channel>",
    xmlElement("title", title),
    xmlElement("link", siteUrl),
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(rssUrl)}"/>`,
    xmlElement("description", description),
    xmlElement("language", newsroom.language),
    releases.length === 0 ? null : xmlElement("lastBuildDate", formatRfc822(new Date(builtMs))),
    ...items,
    "</channel>",
    "</rss>",
    "",
  ]);
}

/** The same as Atom. Source: RFC 4287. */
export function renderAtom(input: FeedInput): string {
  const { publicUrl, newsroom, releases } = input;
  const { title, description, siteUrl, atomUrl } = describeFeed(input);
  const changed = Math.max(0, ...releases.map(({ updatedAt }) => updatedAt.getTime()));
  const entries = releases.map((release) => {
    const url = publicUrl + releasePath(newsroom, release.slug);
    const image = release.image === null ? null : publicUrl + previewOf(release.image).url;
    return lines([
      `<entry xml:lang="${escapeXml(release.language)}">`,
      xmlElement("title", release.title),
      xmlElement("id", idOf(release, url)),
      `<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
      xmlElement("published", release.publishedAt.toISOString()),
      xmlElement("updated", release.updatedAt.toISOString()),
      ...release.topics.map((topic) => `<category term="${escapeXml(topic)}"/>`),
      xmlElement("summary", release.summary ?? summaryOf(release.text)),
      `<content type="html">${escapeXml(contentOf(release, image, publicUrl))}</content>`,
      "</entry>",
    ]);
  });
  return lines([
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${newsroom.language}">`,
    xmlElement("title", title),
    xmlElement("subtitle", description),
    xmlElement("id", atomUrl),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(atomUrl)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(siteUrl)}"/>`,
    xmlElement("updated", new Date(changed).toISOString()),
    `<author>${xmlElement("name", newsroom.clientName)}</author>`,
    ...entries,
    "</feed>",
    "",
  ]);
}

/** Stays the same under another address, or readers would show the release once more. Source: RFC 4287 section 4.2.6, RFC 9562. */
function idOf({ feedId }: FeedRelease, url: string): string {
  return feedId === null ? url : `urn:uuid:${feedId}`;
}

function describeFeed({ publicUrl, newsroom, topic }: FeedInput) {
  const { clientName, language } = newsroom;
  const texts = newsroomTexts[language];
  const at = (path: string) => publicUrl + path;
  return {
    title: texts.feedTitle(clientName, topic?.name ?? null),
    description: (topic === null ? summaryOf(newsroom.about) : "") || texts.description(clientName),
    siteUrl: at(topic === null ? newsroomPath(newsroom) : topicPath(newsroom, topic.slug)),
    rssUrl: at(topic === null ? feedPath(newsroom) : topicFeedPath(newsroom, topic.slug)),
    atomUrl: at(topic === null ? atomPath(newsroom) : topicAtomPath(newsroom, topic.slug)),
  };
}

/**
 * The picture with what it shows and whose it is, and the whole text as HTML; links lead straight to their targets, as nobody reads a feed
 * on the page, and all addresses are whole.
 */
function contentOf({ text, image }: FeedRelease, imageUrl: string | null, publicUrl: string): string {
  const caption = image === null ? null : renderCaption(image);
  const shown = `<img src="${escapeHtml(imageUrl ?? "")}" alt="${escapeHtml(image?.alt ?? "")}">`;
  const whole = caption === null ? `<p>${shown}</p>` : `<figure>${shown}${renderHtml(caption)}</figure>`;
  const picture = imageUrl === null ? "" : whole;
  const markup = renderHtml(textHtml(text, directLinkUrl));
  const origin = escapeHtml(publicUrl);
  return picture + markup.replace(/<(?:img src|a href)="(?=\/)/g, (start) => start + origin);
}

/** "Fri, 20 Nov 2026 09:30:00 GMT" is RFC 822 with the four-digit year that RSS 2.0 asks for. */
function formatRfc822(time: Date): string {
  return time.toUTCString();
}

function lines(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join("\n");
}
