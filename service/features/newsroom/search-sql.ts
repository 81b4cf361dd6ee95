import { fitsAll } from "../../floor/db/holds-words.ts";
import type { Sql } from "../../floor/db/open.ts";
import { patternsOf } from "../../floor/db/word-patterns.ts";
import type { PageLanguage } from "../../floor/web/language.ts";
import type { TeaserRow } from "./releases-sql.ts";

/** Newest hits that are ranked: ranking one takes up to 20 µs, and whoever finds more needs another word. */
export const rankedMax = 500;
/** Hits that a page shows. */
const hitsShownMax = 20;

/** Where words found fewer hits than a page shows, parts of words are looked for: in headline, subtitle and topics of so many releases … */
const headlinesReadMax = 5_000;
/** … and in the whole text of the newest, without the addresses of links: reading one takes up to 40 µs for each word. */
const textsReadMax = 500;

/** Shorter beginnings stand in so many words that a search for them finds everything, and takes as long. */
export const beginningLettersMin = 4;

/** PostgreSQL keeps each minus until the word behind it comes, and fails where more than 32 wait. Nobody means as many. */
const minusesMax = 20;

type HitRow = TeaserRow & { bodyMarkdown: string };

export type FoundReleases = {
  /** Stems that a hit may hold, for the marks; none where the query has nothing but stop words of a language. */
  stems: Record<PageLanguage, string[]>;
  /** How many there are, `rankedMax + 1` at most. */
  count: number;
  hits: HitRow[];
};

/**
 * The published releases of a client that fit a query of `websearch_to_tsquery`, best first: quotes, `or` and `-` work, and
 * nothing in it is an error. Each release is searched by the rules of its own language. Where more fit than `rankedMax`, the
 * newest are ranked. Where few do, words within words count too: "pump" finds "Wärmepumpe".
 */
export async function searchReleases(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; query: string },
): Promise<FoundReleases> {
  const { clientId } = input;
  const query = withFewMinuses(input.query);
  const german = sql`websearch_to_tsquery('german', search_words(${query}))`;
  const english = sql`websearch_to_tsquery('english', search_words(${query}))`;
  const [parsed] = await sql<{ german: string; english: string; stems: FoundReleases["stems"] }[]>`
    select
      ${german}::text as german,
      ${english}::text as english,
      jsonb_build_object(
        'de', tsvector_to_array(to_tsvector('german', search_words(${query}))),
        'en', tsvector_to_array(to_tsvector('english', search_words(${query})))
      ) as stems
  `;
  const question = [questionIn("de", clientId, parsed?.german), questionIn("en", clientId, parsed?.english)]
    .filter((part) => part !== null)
    .join(" | ");
  if (parsed === undefined || question === "") return { stems: { de: [], en: [] }, count: 0, hits: [] };
  const rows = await sql<(HitRow & { count: number })[]>`
    with found as (
      select id, search, published_at
      from release
      where agency_id = ${agencyId}
        and client_id = ${clientId}
        and status = 'published'
        and search @@ ${question}::tsquery
      order by published_at desc, id desc
      limit ${rankedMax + 1}
    ),
    within_words as (
      select id, search, published_at
      from (
        select
          id, search, published_at,
          title || ' ' || coalesce(subtitle, '') || ' ' || array_to_string(topics, ' ') as headline,
          case
            when row_number() over (order by published_at desc, id desc) <= ${textsReadMax}
            then regexp_replace(body_markdown, '\\]\\([^)]*\\)', ']', 'g')
            else ''
          end as body
        from release
        where agency_id = ${agencyId}
          and client_id = ${clientId}
          and status = 'published'
        order by published_at desc, id desc
        limit ${headlinesReadMax}
      ) as newest
      where (select count(*) from found) < ${hitsShownMax}
        and id not in (select id from found)
        and ${holdsParts(sql, query)}
    ),
    ranked as (
      select id, published_at, ts_rank(search, ${question}::tsquery) as rank, count(*) over ()::integer as count
      from (select * from found union all select * from within_words) as hit
      order by rank desc, published_at desc, id desc
      limit ${hitsShownMax}
    )
    select
      id, slug, title, language, count,
      subtitle as summary,
      body_markdown as "bodyMarkdown",
      release.published_at as "publishedAt",
      release.updated_at as "updatedAt"
    from ranked
    join release using (id)
    where agency_id = ${agencyId}
    order by rank desc, release.published_at desc, id desc
  `;
  const hits = rows.map(({ count: _count, ...hit }) => hit);
  return { stems: parsed.stems, count: rows[0]?.count ?? 0, hits };
}

/** The question, with blanks in place of minuses where it has more than anybody means. */
function withFewMinuses(query: string): string {
  return query.split("-").length > minusesMax + 1 ? query.replaceAll("-", " ") : query;
}

/**
 * Whether a text holds all words of a question, also inside longer words. Short ones are passed over, as they are inside nearly everything.
 * False for a question with quotes, `or` or `-`: whoever writes one means it exactly.
 */
function holdsParts(sql: Sql, query: string) {
  const isExact = /["„“]|(?:^|\s)-|\sor\s/i.test(query);
  const words = query.split(/\s+/).filter((word) => word.length >= beginningLettersMin);
  const patterns = isExact ? [] : patternsOf(words.join(" "));
  if (patterns.length === 0) return sql`false`;
  return sql`true ${fitsAll(sql, sql`headline || ' ' || body`, patterns)}`;
}

/** What is looked for among a client's releases in a language; null where the question has no words in it. */
function questionIn(language: PageLanguage, clientId: number, parsed = ""): string | null {
  return parsed === "" ? null : `('#${clientId}${language}' & (${withBeginnings(parsed)}))`;
}

/**
 * Makes the words of a parsed question beginnings of words: "altbau" finds "Altbauten" and "Altbausanierung". What stands in quotes
 * or behind a minus stays as exact as it was asked. In the text of a tsquery each word stands in quotes, and one within it twice.
 */
function withBeginnings(parsed: string): string {
  return parsed.replace(/'((?:[^']|'')*)'/g, (word, letters: string, at: number) => {
    const before = parsed.slice(0, at);
    const isExact = /!\(* *$|> $/.test(before) || parsed.startsWith(" <", at + word.length);
    return isExact || letters.length < beginningLettersMin ? word : `${word}:*`;
  });
}
