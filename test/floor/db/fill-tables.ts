import type { Sql } from "../../../service/floor/db/open.ts";
import { createTestAgency, createTestRelease } from "../../support/service.ts";

/** Enough that reading a whole table costs more than any way through an index. */
export const rowsOfEachTable = 5_000;
const days = 60;
const values = 10;

export type FilledTables = { agencyId: number; clientId: number; releaseId: number; key: string };

/** Fills the tables of one agency that grow, in a statement for each. */
export async function fillTables(sql: Sql): Promise<FilledTables> {
  const { agencyId, key } = await createTestAgency(sql);
  const { clientId, pressReleaseId: releaseId } = await createTestRelease(sql, agencyId);
  const rows = rowsOfEachTable;
  await sql`
    insert into api_key (agency_id, id, name, prefix, key_hash)
    select ${agencyId}::integer, gen_random_uuid(), 'alt', 'svc_key_', sha256(n::text::bytea)
    from generate_series(1, ${rows}::integer) as n
  `;
  await sql`
    insert into client (agency_id, name, slug)
    select ${agencyId}::integer, 'Kunde ' || n, 'kunde-nummer-' || n
    from generate_series(1, ${rows}::integer) as n
  `;
  await sql`
    insert into newsroom (agency_id, client_id)
    select agency_id, id
    from client
    on conflict (agency_id, client_id) do nothing
  `;
  await sql`
    insert into release (agency_id, client_id, slug, title, body_markdown, status, published_at)
    select ${agencyId}::integer, ${clientId}::integer, 'meldung-' || n, 'Meldung', 'Text', 'published', now() - n * interval '1 hour'
    from generate_series(1, ${rows}::integer) as n
  `;
  await sql`
    insert into conversion (agency_id, event_id, id, release_id, kind, occurred_at)
    select agency_id, 'alt-' || id, gen_random_uuid(), id, 'lead', now()
    from release
  `;
  // Of one file: the planner then takes a condition on the import for one that hardly any row meets.
  await sql`
    with made as (
      insert into insight_import (agency_id, id, kind, file_name, file_hash, rows)
      values (${agencyId}, gen_random_uuid(), 'media-mentions', 'clippings.csv', sha256('clippings'), ${rows})
      returning id
    )
    insert into media_mention (
      agency_id, id, release_id, item_hash, medium, media_type, headline, url, published_at, match_type, origin, source, method,
      observed_at, confidence, import_id
    )
    select
      agency_id, gen_random_uuid(), release.id, sha256(release.id::text::bytea), 'Blatt', 'online', 'Bericht',
      'https://blatt.example/' || release.id, published_at, 'mention', 'imported', 'blatt.example', 'Datei', now(), 'high', made.id
    from release
    cross join made
  `;
  await fillRollUps(sql, agencyId);
  await fillQueues(sql, agencyId, releaseId);
  await sql`analyze`;
  return { agencyId, clientId, releaseId, key };
}

/** Two classes and ten values on each of 60 days, for a hundred releases. */
async function fillRollUps(sql: Sql, agencyId: number): Promise<void> {
  await sql`
    insert into hit_day (
      agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
      scroll_25, scroll_50, scroll_75, scroll_100
    )
    select agency_id, id, current_date - back, class, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0
    from (select agency_id, id from release where agency_id = ${agencyId} order by id limit 100) as release,
      generate_series(0, ${days - 1}::integer) as back,
      generate_series(1, 2) as class
  `;
  await sql`
    insert into hit_day_dimension (agency_id, release_id, day, dimension, value_id, count, visitors, visits)
    select agency_id, release_id, day, 1, value, 1, 1, 1
    from hit_day,
      generate_series(1, ${values}::integer) as value
    where class = 1
  `;
}

async function fillQueues(sql: Sql, agencyId: number, releaseId: number): Promise<void> {
  const rows = rowsOfEachTable;
  await sql`
    insert into publication_report (
      agency_id, id, number, scope_type, scope_id, title, days, from_day, to_day, created_at, created_by, content,
      content_hash, previous_hash
    )
    select
      ${agencyId}::integer, gen_random_uuid(), n, 'article', ${releaseId}::integer::text, 'Meldung', 1, current_date,
      current_date, now(), 'operator', '{}', repeat('0', 64), case when n > 1 then repeat('0', 64) end
    from generate_series(1, ${rows}::integer) as n
  `;
  await sql`
    insert into export_job (
      agency_id, id, idempotency_key, format, scope_type, scope_id, days, created_by, status, due_at, completed_at, expires_at
    )
    select
      ${agencyId}::integer, gen_random_uuid(), n::text, 'csv', 'article', ${releaseId}::integer::text, 1, 'operator',
      case when n % 10 = 0 then 'queued' else 'completed' end,
      case when n % 10 = 0 then now() end,
      case when n % 10 > 0 then now() end,
      case when n % 10 > 0 then now() end
    from generate_series(1, ${rows}::integer) as n
  `;
  await sql`
    with webhook as (
      insert into webhook (agency_id, id, endpoint_url, endpoint_hash, events, secret_encrypted)
      values (${agencyId}, gen_random_uuid(), 'https://receiver.example/', sha256('receiver'), '{report.created}', '\\x00')
      returning id
    ),
    message as (
      insert into webhook_message (agency_id, id, event_type, payload)
      select ${agencyId}::integer, gen_random_uuid(), 'report.created', '{}'
      from generate_series(1, ${rows}::integer)
      returning id
    ),
    attempt as (
      insert into webhook_attempt (agency_id, id, webhook_id, message_id, event_type, attempt, status, attempted_at)
      select ${agencyId}::integer, gen_random_uuid(), webhook.id, message.id, 'report.created', 1, 'delivered', now()
      from webhook, message
    )
    insert into webhook_queue (agency_id, webhook_id, message_id)
    select ${agencyId}::integer, webhook.id, message.id
    from webhook, message
  `;
}
