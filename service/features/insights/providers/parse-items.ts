import { parseFeed } from "feedsmith";
import { firstCharacters } from "../../../floor/strings/first-characters.ts";
import { parseUrl } from "../../../floor/strings/parse-url.ts";
import { urlCharactersMax } from "../../../floor/web/field-rules.ts";
import { plainText } from "../../../press-text/analysis/plain-text.ts";
import { withoutZoneName } from "../zone-names.ts";
import { FeedFault } from "./feed-fault.ts";
import { isSitemap, parseSitemap } from "./parse-sitemap.ts";

/** One entry of a feed, as far as a mention needs it. */
export type FeedItem = {
  headline: string;
  url: string;
  /** Null where the feed names no date that can be read. */
  publishedAt: Date | null;
  /** The medium that the feed names for this entry. */
  medium: string | null;
  /** Headline and text as a reader sees them. */
  text: string;
  /** The same with its markup, in which links stand. */
  markup: string;
};

/** A feed or a news sitemap, or an index of sitemaps, which has no entries of its own. */
export type FeedDocument = { items: FeedItem[]; parts: string[] };

/** An archive, not a feed; reading it costs about 60 ms a thousand. */
export const itemsMax = 2_000;
/** Nothing that a feed brings happened before the web. */
const earliestMs = Date.UTC(1990, 0, 1);
/** A day for time zones and clocks. */
const aheadMaxMs = 86_400_000;
/** Feeds give summaries; of a full article the beginning tells whom it is about. */
const markupCharactersMax = 20_000;
const headlineCharactersMax = 500;

/**
 * The entries of an RSS, RDF or Atom document or of a news sitemap; those without headline or web address are left out. The parsers
 * expand no entities that a document declares, and a document that declares some is refused before it is parsed.
 * Throws a FeedFault: `forbidden_xml`, `not_a_feed` or `too_many_items`.
 */
export function parseDocument(xml: string): FeedDocument {
  if (/<!ENTITY/i.test(xml)) {
    throw new FeedFault("forbidden_xml", "The document declares entities, which no feed needs.");
  }
  const { items, parts } = isSitemap(xml) ? parseSitemap(xml) : { items: rawItems(xml), parts: [] };
  if (items.length > itemsMax) {
    throw new FeedFault("too_many_items", `The feed has more than ${itemsMax} entries.`);
  }
  return { items: items.flatMap(toItem), parts };
}

type RawItem = {
  title: string | undefined;
  link: string | undefined;
  date: string | undefined;
  medium: string | undefined;
  markup: string;
};

function rawItems(xml: string): RawItem[] {
  const parsed = parse(xml);
  if (parsed.format === "atom") {
    return (parsed.feed.entries ?? []).map((entry) => ({
      title: textOf(entry.title),
      link: (
        entry.links?.find((link) => link.rel === undefined || link.rel === "alternate") ?? entry.links?.[0]
      )?.href,
      date: entry.published ?? entry.updated,
      medium: textOf(entry.source?.title),
      markup: joined(textOf(entry.summary), textOf(entry.content)),
    }));
  }
  if (parsed.format === "rss") {
    return (parsed.feed.items ?? []).map((item) => ({
      title: item.title,
      link: item.link ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
      date: item.pubDate ?? item.dc?.dates?.[0],
      medium: item.source?.title,
      markup: joined(item.description, item.content?.encoded),
    }));
  }
  if (parsed.format === "rdf") {
    return (parsed.feed.items ?? []).map((item) => ({
      title: item.title,
      link: item.link,
      date: item.dc?.dates?.[0],
      medium: undefined,
      markup: joined(item.description, item.content?.encoded),
    }));
  }
  throw new FeedFault("not_a_feed", "The document is neither RSS nor Atom.");
}

function parse(xml: string) {
  try {
    return parseFeed(xml, { maxItems: itemsMax + 1 });
  } catch (error) {
    throw new FeedFault("not_a_feed", "The document is no well-formed RSS or Atom.", { cause: error });
  }
}

function toItem(raw: RawItem): FeedItem[] {
  const headline = cut(
    plainText((raw.title ?? "").slice(0, markupCharactersMax))
      .replace(/\s+/g, " ")
      .trim(),
    headlineCharactersMax,
  );
  const url = unwrap(raw.link?.trim() ?? "");
  if (headline === "" || url === null) return [];
  const markup = raw.markup.slice(0, markupCharactersMax);
  const medium = plainText((raw.medium ?? "").slice(0, headlineCharactersMax))
    .replace(/\s+/g, " ")
    .trim();
  return [
    {
      headline,
      url,
      publishedAt: momentOf(raw.date),
      medium: medium === "" ? null : cut(medium, 200),
      text: `${headline}\n${plainText(markup)}`,
      markup,
    },
  ];
}

/** Null for a slip: PostgreSQL takes no year of five digits, and what is not out yet was not written about. */
function momentOf(text: string | undefined): Date | null {
  const written = text ?? "";
  const known = Date.parse(written);
  const moment = Number.isNaN(known) ? Date.parse(withoutZoneName(written.trim())) : known;
  return moment >= earliestMs && moment <= Date.now() + aheadMaxMs ? new Date(moment) : null;
}

/** The address of the article; alerts of search engines hide it behind their own. */
function unwrap(link: string): string | null {
  const url = link.length > urlCharactersMax ? null : parseUrl(link);
  if (url === null) return null;
  const inner =
    url.hostname.startsWith("www.google.") && url.pathname === "/url" ? url.searchParams.get("url") : null;
  const target = (inner === null ? null : parseUrl(inner)) ?? url;
  return /^https?:$/.test(target.protocol) ? target.href : null;
}

function textOf(value: { value?: string | undefined } | string | undefined): string | undefined {
  return typeof value === "object" ? value.value : value;
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join("\n");
}

/** By code points, as PostgreSQL counts; NUL and halves of characters can't be stored. */
function cut(text: string, charactersMax: number): string {
  return firstCharacters(text.replaceAll("\0", "").toWellFormed(), charactersMax);
}
