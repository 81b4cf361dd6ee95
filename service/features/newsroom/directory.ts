import { LRUCache } from "lru-cache";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import { slugify } from "../../floor/web/slug.ts";
import { readDirectory } from "./directory-sql.ts";
import type { Topic } from "./pages/page-input.ts";
import type { NewsroomRow } from "./sql.ts";

/** A new topic shows after this time, and a busy newsroom reads all its releases once in it: 10,000 take 10 ms. */
const keptMs = 2_000;
/** Each takes a few kilobytes. */
const newsroomsMax = 1_000;

/** A topic with all its spellings: "Öl" and "ÖL" have one address. */
export type KnownTopic = Topic & { spellings: string[] };

export type NewsroomDirectory = { topics: KnownTopic[]; years: number[] };

/** Finds out by what a newsroom's releases can be listed, and remembers it for a moment. */
export type ReadNewsroomDirectory = (newsroomRow: NewsroomRow) => Promise<NewsroomDirectory>;

export function createDirectories(sql: Sql): ReadNewsroomDirectory {
  const kept = new LRUCache<number, Promise<NewsroomDirectory>>({ max: newsroomsMax, ttl: keptMs });
  return (newsroomRow) => {
    const known = kept.get(newsroomRow.newsroomId);
    if (known !== undefined) return known;
    const reading = loadDirectory(sql, newsroomRow);
    kept.set(newsroomRow.newsroomId, reading);
    reading.catch(() => kept.delete(newsroomRow.newsroomId));
    return reading;
  };
}

/** By what a newsroom's releases can be listed now. */
export async function loadDirectory(
  sql: Queryable,
  newsroomRow: Pick<NewsroomRow, "agencyId" | "clientId" | "timeZone">,
): Promise<NewsroomDirectory> {
  const { topics, years } = await readDirectory(sql, newsroomRow.agencyId, newsroomRow);
  return { topics: joinSpellings(topics), years };
}

/**
 * Some topics in all spellings that a newsroom has of them: whoever subscribed to "Öl" gets what is tagged "ÖL", as the page of the topic
 * shows both.
 */
export async function spellingsOf(
  sql: Queryable,
  agencyId: number,
  { clientId, topics }: { clientId: number; topics: readonly string[] },
): Promise<string[]> {
  if (topics.length === 0) return [];
  // Of any zone: the years are not looked at.
  const directory = await loadDirectory(sql, { agencyId, clientId, timeZone: "UTC" });
  const slugs = new Set(topics.map(topicSlug));
  const known = directory.topics.filter(({ slug }) => slugs.has(slug));
  return [...new Set([...topics, ...known.flatMap(({ spellings }) => spellings)])];
}

/** One for all spellings of a topic. */
export function topicSlug(name: string): string {
  return slugify(name, "thema");
}

/** The spelling used most gives the name; used most come first. */
function joinSpellings(spellings: readonly { name: string; releases: number }[]): KnownTopic[] {
  const topics = new Map<string, KnownTopic>();
  for (const { name, releases } of spellings) {
    const slug = topicSlug(name);
    const known = topics.get(slug);
    if (known === undefined) topics.set(slug, { slug, name, releases, spellings: [name] });
    else {
      known.releases += releases;
      known.spellings.push(name);
    }
  }
  return [...topics.values()];
}
