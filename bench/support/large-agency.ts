import { dimensions, valueId } from "../../service/features/measurement/dimensions.ts";
import { channels, trafficClasses } from "../../service/features/measurement/vocabulary.ts";
import { textArray } from "../../service/floor/db/array-literals.ts";
import type { Sql } from "../../service/floor/db/open.ts";
import type { SeededChance } from "../../test/support/seeded-chance.ts";
import { vocabulary, wordOf } from "./vocabulary.ts";

export type LargeAgency = { agencyId: number; clientId: number; portfolioId: string };

/** Of clients, releases, texts under way, approvals, clippings and pictures each. */
export const itemsOfEach = 10_000;
export const portfolioReleases = 2_000;
/** A release is read through all the year, but not on each day of it. */
const daysBetweenReads = 3;
const daysOfYear = 365;
const titleWords = 6;

/**
 * An agency as it is after many years, written by the database itself within a minute. Of its clients one has all texts under way,
 * pictures and most releases, and one more the releases of a portfolio.
 */
export async function insertLargeAgency(
  sql: Sql,
  agencyId: number,
  chance: SeededChance,
): Promise<LargeAgency> {
  const [loud = 0, quiet = 0] = await insertClients(sql, agencyId);
  const titles = Array.from({ length: itemsOfEach }, () =>
    Array.from({ length: titleWords }, () => wordOf(Math.floor(vocabulary ** chance.between(0, 1)))).join(
      " ",
    ),
  );
  await insertReleases(sql, agencyId, { loud, quiet, titles });
  await insertTexts(sql, agencyId, { clientId: loud, titles });
  await insertApprovals(sql, agencyId, loud);
  await insertClippings(sql, agencyId, titles);
  await insertPictures(sql, agencyId, loud);
  await insertFigures(sql, agencyId);
  const portfolioId = await insertPortfolio(sql, agencyId, quiet);
  await sql`vacuum (analyze)`;
  return { agencyId, clientId: loud, portfolioId };
}

async function insertClients(sql: Sql, agencyId: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    insert into client (agency_id, name, slug)
    select ${agencyId}, 'Kunde ' || n, 'kunde-' || n
    from generate_series(1, ${itemsOfEach}::integer) as n
    returning id
  `;
  return rows.map(({ id }) => id);
}

/** The youngest are the portfolio's, so that its year has them all. */
async function insertReleases(
  sql: Sql,
  agencyId: number,
  { loud, quiet, titles }: { loud: number; quiet: number; titles: readonly string[] },
): Promise<void> {
  await sql`
    insert into release (agency_id, client_id, slug, title, body_markdown, topics, status, published_at)
    select
      ${agencyId}, case when n <= ${portfolioReleases} then ${quiet}::integer else ${loud}::integer end,
      'meldung-' || n, title, 'Presse. ' || title, array['Thema ' || n % 30], 'published', now() - n * interval '4 hours'
    from unnest(${textArray(titles)}::text[]) with ordinality as given (title, n)
  `;
}

/** In equal parts under way, in approval, approved and scheduled. */
async function insertTexts(
  sql: Sql,
  agencyId: number,
  { clientId, titles }: { clientId: number; titles: readonly string[] },
): Promise<void> {
  await sql`
    with given as materialized (
      select gen_random_uuid() as id, title, n, (array['draft', 'in_approval', 'changes_requested', 'approved'])[1 + n % 4] as status
      from unnest(${textArray(titles)}::text[]) with ordinality as given (title, n)
    ),
    texts as (
      insert into draft (agency_id, id, client_id, status, approved_version, updated_at)
      select
        ${agencyId}, id, ${clientId}::integer, status, case when status = 'approved' then 1 end, now() - n * interval '1 hour'
      from given
      returning id
    )
    insert into draft_version (agency_id, draft_id, version, title, body_markdown, language, keywords, content_hash)
    select ${agencyId}, given.id, 1, title, 'Presse. ' || title, 'de', '{}', sha256(title::bytea)
    from given
    join texts using (id)
  `;
}

/** Each text has one: those in approval wait, the others were answered in the last weeks. */
async function insertApprovals(sql: Sql, agencyId: number, clientId: number): Promise<void> {
  const [contact] = await sql<{ id: string }[]>`
    insert into client_contact (agency_id, id, client_id, name, email, can_approve)
    values (${agencyId}, gen_random_uuid(), ${clientId}, 'Katharina Brandl', 'brandl@kunde.example', true)
    returning id
  `;
  await sql`
    insert into approval (
      agency_id, id, draft_id, draft_version, content_hash, contact_id, contact_name, status, expires_at, decided_at
    )
    select
      d.agency_id, gen_random_uuid(), d.id, 1, v.content_hash, ${contact?.id ?? ""}, 'Katharina Brandl',
      case when d.status = 'in_approval' then 'pending' when d.status = 'changes_requested' then d.status else 'approved' end,
      now() + interval '7 days', case when d.status <> 'in_approval' then d.updated_at end
    from draft d
    join draft_version v on v.agency_id = d.agency_id and v.draft_id = d.id
    where d.agency_id = ${agencyId}
  `;
}

async function insertClippings(sql: Sql, agencyId: number, titles: readonly string[]): Promise<void> {
  const [made] = await sql<{ id: string }[]>`
    insert into insight_import (agency_id, id, kind, file_name, file_hash, rows)
    values (${agencyId}, gen_random_uuid(), 'media-mentions', 'clippings.csv', sha256('clippings'), ${titles.length})
    returning id
  `;
  await sql`
    insert into media_mention (
      agency_id, id, release_id, item_hash, medium, media_type, headline, url, published_at, match_type, origin, source,
      method, observed_at, confidence, import_id
    )
    select
      ${agencyId}, gen_random_uuid(), r.id, sha256(r.slug::bytea), 'Weser-Zeitung', 'online', r.title,
      'https://zeitung.example/' || r.slug, r.published_at, 'excerpt', 'imported', 'Ausschnittdienst', 'Datei', now(), 'high',
      ${made?.id ?? ""}
    from release r
    where r.agency_id = ${agencyId}
  `;
}

async function insertPictures(sql: Sql, agencyId: number, clientId: number): Promise<void> {
  await sql`
    with files as (
      insert into media_file (agency_id, id, unused_since)
      select ${agencyId}, gen_random_uuid(), null
      from generate_series(1, ${itemsOfEach}::integer)
      returning id
    ),
    blobs as (
      insert into media_blob (agency_id, id, sha256, media_type, bytes, width, height)
      select ${agencyId}, id, sha256(id::text::bytea), 'image/jpeg', 400000, 3000, 2000
      from files
      returning id
    ),
    copies as (
      insert into media_derivative (agency_id, blob_id, size, format, file_id, bytes, width, height)
      select ${agencyId}, id, size, 'webp', id, 40000, size, size * 2 / 3
      from blobs
      cross join unnest(array[400, 800, 1600]) as size
    )
    insert into asset (agency_id, id, client_id, blob_id, file_name, alt, credit)
    select ${agencyId}, gen_random_uuid(), ${clientId}::integer, id, 'halle.jpg', 'Die neue Halle', 'Foto: Müller'
    from blobs
  `;
}

/** Views by people and two kinds of machines, with the sources, channels and devices of people. */
async function insertFigures(sql: Sql, agencyId: number): Promise<void> {
  const sources = Array.from({ length: 20 }, (_, n) => `zeitung-${n}.example`);
  const channel = channels.indexOf("referral");
  const ids = sources.map((source) => valueId([source, source, channel]));
  await sql`
    insert into hit_source ${sql(sources.map((source, n) => ({ agency_id: agencyId, id: ids[n] ?? 0, source, domain: source, channel })))}
  `;
  const human = trafficClasses.indexOf("human");
  const reads = sql`
    from release r
    cross join generate_series(0, ${daysOfYear - 1}::integer, ${daysBetweenReads}::integer) as back
    where r.agency_id = ${agencyId}
      and (r.client_id = (select client_id from release where agency_id = ${agencyId} order by published_at desc limit 1) or back < 30)
  `;
  await sql`
    insert into hit_day (
      agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
      scroll_25, scroll_50, scroll_75, scroll_100, levels
    )
    select
      read.agency_id, id, day, class, 12, 9, 9, 2, 8, 90000, 8, 6, 4, 2, 2
    from (select r.agency_id, r.id, current_date - back as day ${reads}) as read
    cross join unnest(array[${human}::smallint, 2::smallint, 4::smallint]) as class
  `;
  await sql`
    insert into hit_day_dimension (agency_id, release_id, day, dimension, value_id, count, visitors, visits)
    select read.agency_id, read.id, day, dimension, value, 6, 5, 5
    from (select r.agency_id, r.id, current_date - back as day ${reads}) as read
    cross join lateral (
      values
        (${dimensions.source}::smallint, (${textArray(ids.map(String))}::bigint[])[1 + read.id % ${sources.length}]),
        (${dimensions.channel}::smallint, ${channel}::bigint),
        (${dimensions.device}::smallint, 1::bigint)
    ) as counted (dimension, value)
  `;
}

async function insertPortfolio(sql: Sql, agencyId: number, clientId: number): Promise<string> {
  const [made] = await sql<{ id: string }[]>`
    insert into portfolio (agency_id, id, name)
    values (${agencyId}, gen_random_uuid(), 'Alle')
    returning id
  `;
  const id = made?.id ?? "";
  await sql`insert into portfolio_client (agency_id, portfolio_id, client_id) values (${agencyId}, ${id}, ${clientId})`;
  return id;
}
