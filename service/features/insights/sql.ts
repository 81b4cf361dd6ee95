import { integerArray } from "../../floor/db/array-literals.ts";
import { asIso } from "../../floor/db/as-iso.ts";
import { rowsWithin } from "../../floor/db/keyset-list.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { clippingsAbout } from "./clippings-about-sql.ts";
import { evidenceColumn } from "./evidence/sql.ts";
import { isCounted, isStored } from "./import/stored-sql.ts";
import type { InsightRows } from "./insight-rows.ts";
import { noCurrency } from "./rules.ts";

/** Most entries of a list in one report, the newest or greatest first; counts and sums are always of all. */
export const reportedMentionsMax = 500;
const reportedQueriesMax = 200;
const reportedSamplesMax = 100;
const reportedKindsMax = 100;
/** As many as a report has at most, and some that a clipping without a time may add. */
const reportedDaysMax = 370;
const mostTakenMax = 10;
/** A persona has a hundred at most. */
const reportedKeyMessagesMax = 100;
/** More than any business has; the events of others count all the same. */
const reportedCurrenciesMax = 50;
/** Addresses listed for one question; the sample says how many answers cited any. */
const citedUrlsMax = 100;
/** Texts of one list, in bytes: with all lists full of the longest texts a report would have 70 MB. */
const listBytesMax = 256 * 1024;
const citedBytesMax = 16 * 1024;

/** What insights are read of. */
export type InsightScope = {
  releaseIds: readonly number[];
  window: { from: string; to: string };
  /** Whose clippings without a release that is out belong to it, too. */
  clientIds: readonly number[];
};

/**
 * Everything that others observed or counted about releases of an agency, in one statement: mentions published, samples taken
 * and conversions that occurred within the window, and search figures whose own period touches it. `from` and `to` are
 * calendar days of the agency's time zone, both included. Ids of other agencies add nothing. `clientIds` add the clippings of clients
 * that are about no release, or none that is out.
 */
export async function selectInsightRows(
  sql: Queryable,
  agencyId: number,
  input: InsightScope,
): Promise<InsightRows> {
  const releaseIds = integerArray(input.releaseIds);
  const [row] = await sql<InsightRows[]>`
    with span as materialized (
      select
        ${input.window.from}::date as first_day,
        ${input.window.to}::date as last_day,
        ${input.window.from}::date::timestamp at time zone time_zone as starts_at,
        (${input.window.to}::date + 1)::timestamp at time zone time_zone as ends_at,
        time_zone
      from agency
      where id = ${agencyId}
    ),
    mention as (
      select media_mention.*
      from ${clippingsAbout(sql, agencyId, input)} as media_mention, span
      where published_at >= starts_at
        and published_at < ends_at
        and ${isCounted(sql, agencyId, "media_mention")}
    ),
    item as (${selectMentions(sql, agencyId)}),
    searched as (
      select
        query, clicks, impressions, ctr, position, period_from as "periodFrom", period_to as "periodTo", origin, source,
        method, ${asIso(sql, "observed_at")} as "observedAt", confidence, import_id as "importId"
      from search_visibility, span
      where agency_id = ${agencyId}
        and release_id = any(${releaseIds}::integer[])
        and period_from <= last_day
        and period_to >= first_day
        and ${isStored(sql, agencyId, "search_visibility")}
      order by clicks desc, impressions desc, query, period_from, id
      limit ${reportedQueriesMax}
    ),
    run as (
      select ai_visibility_run.*
      from ai_visibility_run, span
      where agency_id = ${agencyId}
        and release_id = any(${releaseIds}::integer[])
        and observed_at >= starts_at
        and observed_at < ends_at
        and ${isStored(sql, agencyId, "ai_visibility_run")}
    ),
    sample as (${selectSamples(sql)}),
    -- One pass over the events, because this is the only part that reads each of them; reading them twice took twice as long.
    counted as materialized (
      select
        kind, coalesce(currency, ${noCurrency}) as currency, count(*) as events,
        -- Earlier programs stored the largest numbers as Infinity.
        sum(value) filter (where value < 'Infinity') as amount, max(recorded_at) as recorded_at
      from conversion, span
      where agency_id = ${agencyId}
        and release_id = any(${releaseIds}::integer[])
        and occurred_at >= starts_at
        and occurred_at < ends_at
      group by 1, 2
    ),
    ranked as (
      select *, row_number() over (partition by kind order by events desc, currency) as rank
      from counted
    ),
    summed as (
      select
        kind, sum(events)::bigint as count, ${asIso(sql, "max(recorded_at)")} as "observedAt",
        coalesce(
          json_agg(json_build_object('amount', trim_scale(amount)::text, 'currency', currency) order by currency)
            filter (where amount is not null and rank <= ${reportedCurrenciesMax}),
          '[]'
        ) as value
      from ranked
      group by kind
      order by 2 desc, kind
      limit ${reportedKindsMax}
    )
    select
      (
        select json_build_object(
          'count', count(*),
          'distinctMedia', count(distinct lower(medium)),
          'confirmed', count(*) filter (where state = 'confirmed'),
          'found', count(*) filter (where state = 'found'),
          'byMediaType', ${countedBy(sql, sql`media_type`)},
          'byMatchType', ${countedBy(sql, sql`match_type`)},
          'byOrigin', ${countedByOrigin(sql)},
          'mostTaken', ${mostTaken(sql, agencyId)},
          'byTone', ${countedBy(sql, sql`coalesce(tone, 'not_judged')`)},
          'byKeyMessage', (
            select coalesce(json_agg(named order by count desc, name), '[]')
            from (
              select message as name, count(*) as count
              from mention, unnest(key_messages) as message
              group by message
              order by count(*) desc, message
              limit ${reportedKeyMessagesMax}
            ) as named
          )
        )
        from mention
      ) as mentions,
      (
        select coalesce(json_agg(json_build_object('releaseId', release_id, 'count', each.count) order by release_id), '[]')
        from (select release_id, count(*) as count from mention where release_id is not null group by release_id) as each
      ) as "mentionsByRelease",
      coalesce((select json_agg(item) from item), '[]') as "mentionItems",
      coalesce((select json_agg(searched) from searched), '[]') as queries,
      coalesce((select json_agg(sample) from sample), '[]') as samples,
      coalesce((select json_agg(summed) from summed), '[]') as conversions
  `;
  if (row === undefined) throw new Error("The external insights returned no row.");
  return row;
}

/** How many rows of `mention` have each value of a column with few of them; of those that are `within`. */
function countedBy(sql: Queryable, column: ReturnType<Queryable>, within = sql`true`) {
  return sql`(
    select coalesce(json_agg(named order by count desc, name), '[]')
    from (select ${column} as name, count(*) as count from mention where ${within} group by 1) as named
  )`;
}

/** The same figures for each origin by itself. */
function countedByOrigin(sql: Queryable) {
  const isOf = sql`mention.origin = each.origin`;
  return sql`(
    select coalesce(json_agg(
      json_build_object(
        'origin', each.origin, 'count', each.count,
        'byMediaType', ${countedBy(sql, sql`media_type`, isOf)},
        'byMatchType', ${countedBy(sql, sql`match_type`, isOf)},
        'byDay', (
          select json_agg(named order by day)
          from (
            select coalesce(published_on, (published_at at time zone time_zone)::date) as day, count(*) as count
            from mention, span
            where ${isOf}
            group by 1
            order by 1
            limit ${reportedDaysMax}
          ) as named
        )
      )
      order by each.count desc, each.origin
    ), '[]')
    from (select origin, count(*) as count from mention group by origin) as each
  )`;
}

/** Those of `mention` that took over most of a release, as a comparison of both texts says. */
function mostTaken(sql: Queryable, agencyId: number) {
  return sql`(
    select coalesce(json_agg(json_strip_nulls(to_json(taken)) order by "takenShare" desc, "publishedAt" desc, id), '[]')
    from (
      select
        mention.id, medium, headline, mention.url, ${asIso(sql, "published_at")} as "publishedAt", published_on as "publishedOn",
        (e.comparison ->> 'takenShare')::double precision as "takenShare",
        (e.comparison ->> 'longestRunWords')::integer as "longestRunWords"
      from mention
      join mention_evidence e
        on e.agency_id = ${agencyId}
        and e.id = mention.id
        and (e.url, e.release_id) = (mention.url, mention.release_id)
      where e.comparison is not null
        and (e.comparison ->> 'takenShare')::double precision > 0
      order by "takenShare" desc, published_at desc, id
      limit ${mostTakenMax}
    ) as taken
  )`;
}

/** The newest rows of `mention`, as the report lists them. */
function selectMentions(sql: Queryable, agencyId: number) {
  const listed = sql`
    select
      *, ${evidenceColumn(sql, agencyId, "mention")} as evidence,
      octet_length(medium) + octet_length(headline) + octet_length(url) + octet_length(method) + 2 * octet_length(source)
        + octet_length(key_messages::text) + octet_length(coalesce(author, '')) + octet_length(coalesce(locator, '')) as bytes
    from mention
    order by published_at desc, id
    limit ${reportedMentionsMax}
  `;
  const columns = sql`
    id, medium, media_type as "mediaType", headline, url, ${asIso(sql, "published_at")} as "publishedAt",
    match_type as "matchType", origin, source, method, ${asIso(sql, "observed_at")} as "observedAt", confidence,
    import_id as "importId", reach, reach_source as "reachSource", published_on as "publishedOn",
    match_type_by as "matchTypeBy", client_id as "clientId", release_id as "pressReleaseId", author, locator as place, language, state,
    tone, key_messages as "keyMessages", evidence
  `;
  return rowsWithin(sql, { columns, listed, order: sql`published_at desc, id`, bytesMax: listBytesMax });
}

/** The samples out of `run` with the most answers, as the report lists them. */
function selectSamples(sql: Queryable) {
  const cited = rowsWithin(sql, {
    columns: sql`url`,
    listed: sql`
      select distinct url, octet_length(url) as bytes
      from run as same, unnest(same.cited_urls) as url
      where (same.engine, same.model, same.prompt, same.source) = (run.engine, run.model, run.prompt, run.source)
      order by url
      limit ${citedUrlsMax}
    `,
    order: sql`url`,
    bytesMax: citedBytesMax,
  });
  const order = sql`runs desc, engine, model, prompt, source`;
  const listed = sql`
    select
      *,
      octet_length(engine) + octet_length(model) + octet_length(prompt) + octet_length(source)
        + octet_length("citedUrls"::text) as bytes
    from (
      select
        engine, model, prompt, source, origin, sum(runs)::bigint as runs, sum(mentioned)::bigint as mentioned,
        sum(cited)::bigint as cited, ${asIso(sql, "max(observed_at)")} as "observedAt",
        case when count(distinct import_id) = 1 then min(import_id::text) end as "importId",
        (select coalesce(json_agg(url order by url), '[]') from (${cited}) as cited) as "citedUrls"
      from run
      group by engine, model, prompt, source, origin
      order by sum(runs) desc, engine, model, prompt, source
      limit ${reportedSamplesMax}
    ) as sample
  `;
  const columns = sql`engine, model, prompt, source, origin, runs, mentioned, cited, "observedAt", "importId", "citedUrls"`;
  return rowsWithin(sql, { columns, listed, order, bytesMax: listBytesMax });
}
