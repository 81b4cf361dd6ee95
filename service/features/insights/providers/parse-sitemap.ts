import { Parser } from "htmlparser2";
import { FeedFault } from "./feed-fault.ts";

/** Parts of an index that are read at a time, the latest ones by what it says of them. Of news a medium has one or two. */
const partsMax = 10;
/** As sitemaps.org bounds one. */
const entriesMax = 50_000;
/** Declaration, comments and style sheet stand before the first element. */
const headCharactersMax = 2_000;
const beginning = /^[\s\ufeff]*(?:<[?!][^>]*>\s*)*<(?:\w+:)?(?:urlset|sitemapindex)[\s>]/;

type Entry = { loc: string; title: string; date: string; medium: string };
type SitemapItem = Omit<Entry, "loc"> & { link: string; markup: string };

/** Where things stand, without the prefixes of elements, which each document chooses. */
const fields: Readonly<Record<string, keyof Entry>> = {
  "urlset url loc": "loc",
  "urlset url news title": "title",
  "urlset url news publication_date": "date",
  "urlset url news publication name": "medium",
  "sitemapindex sitemap loc": "loc",
  "sitemapindex sitemap lastmod": "date",
};
/** A picture or a video of an article has a few more levels. The parser takes long for thousands. */
const depthMax = 20;

export function isSitemap(xml: string): boolean {
  return beginning.test(xml.slice(0, headCharactersMax));
}

/**
 * The articles of a news sitemap, or the addresses of which an index of sitemaps consists, in one pass. What has no headline is no news.
 * Throws a FeedFault for a sitemap of other pages. Source: sitemaps.org 0.9, and Google's sitemap-news 0.9.
 */
export function parseSitemap(xml: string): { items: SitemapItem[]; parts: string[] } {
  const entries: Entry[] = [];
  const path: string[] = [];
  const parser = new Parser(
    {
      onopentagname(name) {
        path.push(name.slice(name.indexOf(":") + 1));
        if (path.length > depthMax) throw new FeedFault("not_a_feed", "The sitemap's elements lie too deep.");
        if (path.length === 2 && entries.length < entriesMax)
          entries.push({ loc: "", title: "", date: "", medium: "" });
      },
      ontext(text) {
        const field = fields[path.join(" ")];
        const entry = entries.at(-1);
        if (field !== undefined && entry !== undefined) entry[field] += text;
      },
      onclosetag: () => void path.pop(),
    },
    { xmlMode: true },
  );
  parser.end(xml);
  if (/<(?:\w+:)?sitemapindex/.test(xml.slice(0, headCharactersMax))) {
    const latest = entries.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, partsMax);
    return { items: [], parts: latest.map(({ loc }) => loc.trim()) };
  }
  const items = entries.filter(({ title }) => title.trim() !== "");
  if (items.length === 0 && entries.length > 0)
    throw new FeedFault("not_a_feed", "The sitemap has no headlines: it is none of news.");
  return { items: items.map(({ loc, ...entry }) => ({ ...entry, link: loc, markup: "" })), parts: [] };
}

function timeOf({ date }: Entry): number {
  const time = Date.parse(date.trim());
  return Number.isNaN(time) ? 0 : time;
}
