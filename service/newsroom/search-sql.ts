import type { Sql } from "../db/open.ts";
import type { PageLanguage } from "../web/language.ts";
import type { TeaserRow } from "./releases-sql.ts";

/** Newest hits that are ranked: ranking one takes up to 20 µs, and whoever finds more needs another word. */
export const rankedMax = 500;
/** Hits that a page shows. */
const hitsShownMax = 20;

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
 * newest are ranked.
 */
export async function searchReleases(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; query: string },
): Promise<FoundReleases> {
  const { clientId, query } = input;
  const german = sql`websearch_to_tsquery('german', search_words(${query}))`;
  const english = sql`websearch_to_tsquery('english', search_words(${query}))`;
  const [parsed] = await sql<{ question: string; stems: FoundReleases["stems"] }[]>`
    with asked as (
      select ${german} as german, ${english} as english
    )
    select
      concat_ws(
        ' | ',
        case when numnode(german) > 0 then '(''#' || ${clientId}::integer || 'de'' & (' || german::text || '))' end,
        case when numnode(english) > 0 then '(''#' || ${clientId}::integer || 'en'' & (' || english::text || '))' end
      ) as question,
      jsonb_build_object(
        'de', tsvector_to_array(to_tsvector('german', search_words(${query}))),
        'en', tsvector_to_array(to_tsvector('english', search_words(${query})))
      ) as stems
    from asked
  `;
  if (parsed === undefined || parsed.question === "")
    return { stems: { de: [], en: [] }, count: 0, hits: [] };
  const rows = await sql<(HitRow & { count: number })[]>`
    with found as (
      select id, search, published_at
      from release
      where agency_id = ${agencyId}
        and client_id = ${clientId}
        and status = 'published'
        and search @@ ${parsed.question}::tsquery
      order by published_at desc, id desc
      limit ${rankedMax + 1}
    ),
    ranked as (
      select id, published_at, ts_rank(search, ${parsed.question}::tsquery) as rank, count(*) over ()::integer as count
      from found
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
