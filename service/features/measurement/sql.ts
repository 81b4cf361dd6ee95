import { columnsOf } from "../../floor/db/array-literals.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { HitRow } from "./hit-row.ts";
import type { LostDay } from "./lost-hits.ts";

/** A writer that vanished without a word must not hold the rows of a release for longer than this, in milliseconds. */
const idleTransactionTimeoutMs = 10_000;

/**
 * Begins batch `batchNumber` of a recorder and returns true, or false when this very batch has been committed before.
 * Waits for an earlier attempt that is still running on the server. Numbers of a recorder only rise.
 */
export async function claimBatch(
  sql: Queryable,
  input: { recorderId: string; batchNumber: number },
): Promise<boolean> {
  const rows = await sql`
    insert into hit_recorder as known (id, last_batch)
    select ${input.recorderId}::uuid, ${input.batchNumber}::bigint
    from
      set_config('idle_in_transaction_session_timeout', ${String(idleTransactionTimeoutMs)}, true) as idle,
      -- A day's partition has no statistics at first: the planner would read all visitors of an agency for those of an address.
      set_config('enable_seqscan', 'off', true) as whole,
      set_config('enable_bitmapscan', 'off', true) as joined,
      set_config('plan_cache_mode', case when to_regclass('pg_dist_node') is null then 'force_generic_plan' else 'auto' end, true) as planned
    on conflict (id) do update
    set last_batch = excluded.last_batch, updated_at = now()
    where known.last_batch < excluded.last_batch
    returning id
  `;
  return rows.length === 1;
}

export async function insertHits(sql: Queryable, rows: readonly HitRow[]): Promise<void> {
  const sinceMs = rows[0]?.occurredAt.getTime() ?? 0;
  const column = columnsOf(rows);
  await sql`
    insert into hit (
      agency_id, occurred_at, visitor_id, newsroom_id, release_id, kind, class, reasons, device, channel,
      interaction_kind, scroll_percent, engaged_ms, operator_id, source_id, campaign_id, target_id, referrer_path, view_id
    )
    select
      agency_id, to_timestamp((${sinceMs}::float8 + since_ms) / 1000), visitor_id, newsroom_id, release_id, kind, class, reasons, device, channel,
      interaction_kind, scroll_percent, engaged_ms, operator_id, source_id, campaign_id, target_id, referrer_path, view_id
    from unnest(
      ${column.integers((row) => row.agencyId)}::integer[],
      ${column.integers((row) => row.occurredAt.getTime() - sinceMs)}::bigint[],
      ${column.digits((row) => row.visitorId)}::bigint[],
      ${column.integers((row) => row.newsroomId)}::integer[],
      ${column.integers((row) => row.releaseId)}::integer[],
      ${column.integers((row) => row.kind)}::integer[],
      ${column.integers((row) => row.class)}::integer[],
      ${column.integers((row) => row.reasons)}::integer[],
      ${column.integers((row) => row.device)}::integer[],
      ${column.integers((row) => row.channel)}::integer[],
      ${column.integers((row) => row.interactionKind)}::integer[],
      ${column.integers((row) => row.scrollPercent)}::integer[],
      ${column.integers((row) => row.engagedMs)}::integer[],
      ${column.integers((row) => row.operatorId)}::bigint[],
      ${column.integers((row) => row.sourceId)}::bigint[],
      ${column.integers((row) => row.campaignId)}::bigint[],
      ${column.integers((row) => row.targetId)}::bigint[],
      ${column.texts((row) => row.referrerPath)}::text[],
      ${column.texts((row) => row.viewId)}::text[]
    ) as given (
      agency_id, since_ms, visitor_id, newsroom_id, release_id, kind, class, reasons, device, channel,
      interaction_kind, scroll_percent, engaged_ms, operator_id, source_id, campaign_id, target_id, referrer_path, view_id
    )
  `;
}

/** Adds to the hits that were answered and never counted. */
export async function addLostHits(sql: Queryable, rows: readonly LostDay[]): Promise<void> {
  const column = columnsOf(rows);
  await sql`
    insert into lost_hit_day as known (agency_id, release_id, day, newsroom_id, hits)
    select agency_id, release_id, date 'epoch' + day, newsroom_id, hits
    from unnest(
      ${column.integers((row) => row.agencyId)}::integer[],
      ${column.integers((row) => row.releaseId)}::integer[],
      ${column.days((row) => row.day)}::integer[],
      ${column.integers((row) => row.newsroomId)}::integer[],
      ${column.integers((row) => row.hits)}::bigint[]
    ) as given (agency_id, release_id, day, newsroom_id, hits)
    order by agency_id, release_id, day, newsroom_id
    on conflict (agency_id, release_id, day, newsroom_id) do update
    set hits = known.hits + excluded.hits
  `;
}

/** Takes the salt of a UTC day, the one that the first replica to ask has made of `fresh`. */
export async function takeDaySalt(sql: Queryable, day: string, fresh: Uint8Array): Promise<Uint8Array> {
  await sql`
    insert into day_salt (day, salt)
    values (${day}, ${fresh})
    on conflict (day) do nothing
  `;
  const salt = await findDaySalt(sql, day);
  if (salt === null) throw new Error(`The salt of ${day} has been destroyed: it is older than 48 hours.`);
  return salt;
}

/** The salt of a UTC day, or null where there is none (any more). */
export async function findDaySalt(sql: Queryable, day: string): Promise<Uint8Array | null> {
  const [row] = await sql<{ salt: Uint8Array }[]>`select salt from day_salt where day = ${day}`;
  return row?.salt ?? null;
}

/** Destroys salts 48 h after the beginning of their day and returns how many there were. */
export async function deleteOldSalts(sql: Queryable): Promise<number> {
  const rows = await sql`
    delete from day_salt
    where day < (now() at time zone 'UTC')::date - 1
    returning day
  `;
  return rows.length;
}

/** Forgets recorders that have been silent for a week: no process retries a batch for so long. */
export async function deleteSilentRecorders(sql: Queryable): Promise<number> {
  const rows = await sql`
    delete from hit_recorder
    where updated_at < now() - interval '7 days'
    returning id
  `;
  return rows.length;
}
