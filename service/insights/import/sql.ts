import { v7 as uuidv7 } from "uuid";
import { ownHostColumn } from "../../clients/newsroom-sql.ts";
import type { Queryable } from "../../db/open.ts";
import type { ReleaseName } from "./find-release.ts";
import type { ImportKind, ImportRow } from "./kinds.ts";

export type NewImport = { kind: ImportKind; fileName: string; fileHash: Uint8Array; rows: number };

/** What all of the agency's releases can be named by; null for an agency that doesn't exist. */
export async function selectReleaseNames(sql: Queryable, agencyId: number): Promise<ReleaseName[] | null> {
  const agencies = await sql`select from agency where id = ${agencyId}`;
  if (agencies.count === 0) return null;
  return await sql<ReleaseName[]>`
    select release.id, release.title, release.slug, c.slug as "clientSlug", ${ownHostColumn(sql)} as "ownHost"
    from release
    join client c on c.agency_id = release.agency_id and c.id = release.client_id
    where release.agency_id = ${agencyId}
  `;
}

/** The import that took in a file of this hash, or null. */
export async function findImport(
  sql: Queryable,
  agencyId: number,
  input: Pick<NewImport, "kind" | "fileHash">,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id
    from insight_import
    where agency_id = ${agencyId}
      and kind = ${input.kind}
      and file_hash = ${input.fileHash}
  `;
  return row?.id ?? null;
}

/** Notes an import and returns its id, or null when the same file was taken in meanwhile. */
export async function insertImport(
  sql: Queryable,
  agencyId: number,
  input: NewImport,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    insert into insight_import (agency_id, id, kind, file_name, file_hash, rows)
    values (${agencyId}, ${uuidv7()}, ${input.kind}, ${input.fileName}, ${input.fileHash}, ${input.rows})
    on conflict (agency_id, kind, file_hash) do nothing
    returning id
  `;
  return row?.id ?? null;
}

/**
 * Stores rows of an import as `imported`, with reach as `estimated`, and returns how many are new; the others replace what an
 * earlier file said of the same thing. No two rows may mean the same thing.
 */
export async function insertRows(
  sql: Queryable,
  agencyId: number,
  input: { importId: string; kind: ImportKind; method: string; rows: readonly ImportRow[] },
): Promise<number> {
  const rows = sql.json(input.rows.map((row) => ({ id: uuidv7(), ...row })));
  const insert = {
    "media-mentions": insertMentions,
    "search-visibility": insertQueries,
    "ai-visibility": insertSamples,
  };
  return await insert[input.kind](sql, agencyId, { ...input, rows });
}

type Batch = { importId: string; method: string; rows: ReturnType<Queryable["json"]> };

async function insertMentions(sql: Queryable, agencyId: number, batch: Batch): Promise<number> {
  const [row] = await sql<{ inserted: number }[]>`
    with stored as (
      insert into media_mention (
        agency_id, id, release_id, item_hash, medium, media_type, headline, url, published_at, match_type, origin, source,
        method, observed_at, confidence, import_id, reach, reach_origin
      )
      select
        ${agencyId}, given.id, release_id, decode(item_hash, 'hex'), medium, media_type, headline, url,
        ${momentOf(sql, "published_at")}, match_type, 'imported', source, ${batch.method}, now(), 'high',
        ${batch.importId}::uuid, reach, case when reach is not null then 'estimated' end
      from jsonb_to_recordset(${batch.rows}) as given (
        id uuid, release_id integer, item_hash text, medium text, media_type text, headline text, url text,
        published_at text, match_type text, source text, reach bigint
      )
      join agency on agency.id = ${agencyId}
      on conflict (agency_id, release_id, origin, item_hash) do update
      set
        medium = excluded.medium,
        media_type = excluded.media_type,
        headline = excluded.headline,
        url = excluded.url,
        published_at = excluded.published_at,
        match_type = excluded.match_type,
        source = excluded.source,
        method = excluded.method,
        observed_at = excluded.observed_at,
        import_id = excluded.import_id,
        reach = excluded.reach,
        reach_origin = excluded.reach_origin
      returning xmax = 0 as is_new
    )
    select count(*) filter (where is_new)::bigint as inserted
    from stored
  `;
  return row?.inserted ?? 0;
}

async function insertQueries(sql: Queryable, agencyId: number, batch: Batch): Promise<number> {
  const [row] = await sql<{ inserted: number }[]>`
    with stored as (
      insert into search_visibility (
        agency_id, id, release_id, query, clicks, impressions, ctr, position, period_from, period_to, origin, source,
        method, observed_at, confidence, import_id
      )
      select
        ${agencyId}, given.id, release_id, query, clicks, impressions, ctr, position, period_from, period_to, 'imported',
        source, ${batch.method}, now(), 'high', ${batch.importId}::uuid
      from jsonb_to_recordset(${batch.rows}) as given (
        id uuid, release_id integer, query text, clicks bigint, impressions bigint, ctr double precision,
        position double precision, period_from date, period_to date, source text
      )
      on conflict (agency_id, release_id, source, query, period_from, period_to) do update
      set
        clicks = excluded.clicks,
        impressions = excluded.impressions,
        ctr = excluded.ctr,
        position = excluded.position,
        method = excluded.method,
        observed_at = excluded.observed_at,
        import_id = excluded.import_id
      returning xmax = 0 as is_new
    )
    select count(*) filter (where is_new)::bigint as inserted
    from stored
  `;
  return row?.inserted ?? 0;
}

async function insertSamples(sql: Queryable, agencyId: number, batch: Batch): Promise<number> {
  const [row] = await sql<{ inserted: number }[]>`
    with stored as (
      insert into ai_visibility_run (
        agency_id, id, release_id, engine, model, prompt, runs, mentioned, cited, cited_urls, observed_at, origin, source,
        method, confidence, import_id
      )
      select
        ${agencyId}, given.id, release_id, engine, model, prompt, runs, mentioned, cited, cited_urls,
        ${momentOf(sql, "observed_at")}, 'imported', source, ${batch.method}, confidence, ${batch.importId}::uuid
      from jsonb_to_recordset(${batch.rows}) as given (
        id uuid, release_id integer, engine text, model text, prompt text, runs integer, mentioned integer, cited integer,
        cited_urls text[], observed_at text, source text, confidence text
      )
      join agency on agency.id = ${agencyId}
      on conflict (agency_id, release_id, source, engine, model, md5(prompt), observed_at) do update
      set
        runs = excluded.runs,
        mentioned = excluded.mentioned,
        cited = excluded.cited,
        cited_urls = excluded.cited_urls,
        method = excluded.method,
        confidence = excluded.confidence,
        import_id = excluded.import_id
      returning xmax = 0 as is_new
    )
    select count(*) filter (where is_new)::bigint as inserted
    from stored
  `;
  return row?.inserted ?? 0;
}

/** A moment without an offset is the agency's own time. `column` is ours. */
function momentOf(sql: Queryable, column: string) {
  const name = sql(`given.${column}`);
  return sql`case
    when ${name} ~ '(Z|[+-][0-9]{2}:[0-9]{2})$' then ${name}::timestamptz
    else ${name}::timestamp at time zone agency.time_zone
  end`;
}
