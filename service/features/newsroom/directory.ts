import type { Queryable, Sql } from "../../floor/db/open.ts";
import { rememberedFor } from "../../floor/limits/bounded-cache.ts";
import { toNormalForm } from "../../floor/strings/normal-form.ts";
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
  const remembered = rememberedFor<NewsroomDirectory, number>(keptMs, newsroomsMax);
  return (newsroomRow) => remembered(newsroomRow.newsroomId, () => loadDirectory(sql, newsroomRow));
}

/** By what a newsroom's releases can be listed now. */
export async function loadDirectory(
  sql: Queryable,
  newsroomRow: Pick<NewsroomRow, "agencyId" | "clientId" | "timeZone">,
): Promise<NewsroomDirectory> {
  const { topics, years } = await readDirectory(sql, newsroomRow.agencyId, newsroomRow);
  const bySlug = joinSpellings(topics, (name) => slugify(name, "thema"));
  return { topics: bySlug.map(({ key, ...topic }) => ({ slug: key, ...topic })), years };
}

/** The topics that readers of a newsroom can subscribe to, with all spellings that it has of each. */
export async function loadMailTopics(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<{ name: string; spellings: string[] }[]> {
  // Of any zone: the years are not looked at.
  const { topics } = await readDirectory(sql, agencyId, { clientId, timeZone: "UTC" });
  return joinSpellings(topics, foldedTopic);
}

/** Some topics in all spellings that a newsroom has of them: whoever subscribed to "Öl" gets what is tagged "ÖL". */
export async function spellingsOf(
  sql: Queryable,
  agencyId: number,
  { clientId, topics }: { clientId: number; topics: readonly string[] },
): Promise<string[]> {
  if (topics.length === 0) return [];
  const wanted = new Set(topics.map(foldedTopic));
  const known = (await loadMailTopics(sql, agencyId, clientId)).filter(({ name }) =>
    wanted.has(foldedTopic(name)),
  );
  return [...new Set([...topics, ...known.flatMap(({ spellings }) => spellings)])];
}

const umlauts: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/**
 * One for all spellings that a reader takes for the same topic. Signs count, unlike in addresses: one page shows "C#" and "C++", and
 * whoever subscribed to one has not asked for mails about the other.
 */
export function foldedTopic(name: string): string {
  const letters = toNormalForm(name, "NFKC").toLowerCase();
  return letters
    .replace(/[äöüß]/g, (letter) => umlauts[letter] ?? letter)
    .replace(/[\s\u2010-\u2015-]+/g, " ");
}

/** The spelling used most gives the name; used most come first. */
function joinSpellings(
  spellings: readonly { name: string; releases: number }[],
  keyOf: (name: string) => string,
): { key: string; name: string; releases: number; spellings: string[] }[] {
  const topics = new Map<string, { key: string; name: string; releases: number; spellings: string[] }>();
  for (const { name, releases } of spellings) {
    const key = keyOf(name);
    const known = topics.get(key);
    if (known === undefined) topics.set(key, { key, name, releases, spellings: [name] });
    else {
      known.releases += releases;
      known.spellings.push(name);
    }
  }
  return [...topics.values()];
}
