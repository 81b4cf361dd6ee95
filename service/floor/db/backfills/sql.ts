import type { PendingQuery, Row } from "postgres";
import { textArray } from "../array-literals.ts";
import type { Queryable } from "../open.ts";
import { type Backfill, chunkRowsDefault } from "./backfill.ts";

export type BackfillState = {
  name: string;
  state: "waiting" | "running" | "failing" | "done";
  passes: number;
  rowsFilled: number;
  /** Why its last chunk failed; null unless it is failing. */
  error: string | null;
};

type Claimed = { name: string; afterKey: string | null; filledInPass: number };
type Chunk = { filled: number; lastKey: string | null };

/** A chunk locks its rows. It waits 1 s for rows that others have locked, and ends after 5 s, so that writers wait no longer. */
const lockTimeoutMs = 1_000;
const chunkTimeoutMs = 5_000;
/** A process that stops in the middle of a chunk lets go of its rows after this. */
const idleTimeoutMs = 5_000;
/** An error's first words: a message may hold a long statement. */
const errorCharactersMax = 500;

/** The states of `backfills` in their order. */
export async function listBackfillStates(
  sql: Queryable,
  backfills: readonly Backfill[],
): Promise<BackfillState[]> {
  return await sql<BackfillState[]>`
    select
      wanted.name,
      coalesce(state, 'waiting') as state,
      coalesce(passes, 0) as passes,
      coalesce(rows_filled, 0)::double precision as "rowsFilled",
      error
    from unnest(${namesOf(backfills)}::text[]) with ordinality as wanted (name, position)
    left join backfill using (name)
    order by position
    limit ${backfills.length}
  `;
}

export async function beginBackfills(sql: Queryable, backfills: readonly Backfill[]): Promise<void> {
  await sql`
    insert into backfill (name)
    select name from unnest(${namesOf(backfills)}::text[]) as wanted (name)
    on conflict (name) do nothing
  `;
}

/**
 * The first backfill whose turn it is, undefined where there is none. Its row is held to the end of the transaction, so that of
 * several processes one fills and the others pass it over; a killed one lets go of it.
 */
export async function claimBackfill(
  sql: Queryable,
  backfills: readonly Backfill[],
): Promise<Claimed | undefined> {
  await sql`
    select
      set_config('lock_timeout', ${String(lockTimeoutMs)}, true),
      set_config('statement_timeout', ${String(chunkTimeoutMs)}, true),
      set_config('idle_in_transaction_session_timeout', ${String(idleTimeoutMs)}, true)
  `;
  const names = namesOf(backfills);
  const [claimed] = await sql<Claimed[]>`
    select name, after_key::text as "afterKey", filled_in_pass::double precision as "filledInPass"
    from backfill
    where name = any (${names}::text[])
      and state <> 'done'
      and retry_at <= statement_timestamp()
    order by array_position(${names}::text[], name)
    limit 1
    for update skip locked
  `;
  return claimed;
}

/** Fills the rows of the next chunk. `lastKey` is null where the table ends with it. */
export async function fillChunk(
  sql: Queryable,
  { table, key, chunkRows = chunkRowsDefault, fill }: Backfill,
  afterKey: string | null,
): Promise<Chunk> {
  const columns = listed(sql, key, (column) => sql`${sql(column)}`);
  const after = listed(
    sql,
    key,
    (column) => sql`(jsonb_populate_record(null::${sql(table)}, ${afterKey}::text::jsonb)).${sql(column)}`,
  );
  const [chunk] = await sql<{ seen: number; filled: number; lastKey: string | null }[]>`
    with chunk as materialized (
      select ${columns}
      from ${sql(table)}
      where ${afterKey === null ? sql`true` : sql`(${columns}) > (${after})`}
      order by ${columns}
      limit ${chunkRows}
    ),
    filled as (
      ${fill(sql)}
    ),
    last as (
      select to_jsonb(chunk)::text as key
      from chunk
      order by ${listed(sql, key, (column) => sql`${sql(column)} desc`)}
      limit 1
    )
    select
      (select count(*)::integer from chunk) as seen,
      (select count(*)::integer from filled) as filled,
      (select key from last) as "lastKey"
  `;
  const { seen, filled, lastKey } = chunk ?? { seen: 0, filled: 0, lastKey: null };
  return { filled, lastKey: seen < chunkRows ? null : lastKey };
}

function listed(sql: Queryable, columns: readonly string[], each: (column: string) => PendingQuery<Row[]>) {
  return columns.map(each).reduce((list, next) => sql`${list}, ${next}`);
}

/**
 * Without a last key the pass is over. A pass that filled nothing is the last one. Where one did, the previous release may write
 * rows without the value behind it: the second pass follows at once, further ones a minute apart, for as long as that release runs.
 */
export async function noteChunk(sql: Queryable, claimed: Claimed, { filled, lastKey }: Chunk): Promise<void> {
  const isPassOver = lastKey === null;
  const filledInPass = claimed.filledInPass + filled;
  await sql`
    update backfill
    set
      state = ${isPassOver && filledInPass === 0 ? "done" : "running"},
      after_key = ${lastKey}::text::jsonb,
      passes = passes + ${isPassOver ? 1 : 0},
      filled_in_pass = ${isPassOver ? 0 : filledInPass},
      rows_filled = rows_filled + ${filled},
      failures = 0,
      error = null,
      retry_at = statement_timestamp()
        + case when ${isPassOver} and passes > 0 then interval '1 minute' else interval '0' end,
      worked_at = statement_timestamp()
    where name = ${claimed.name}
  `;
}

/** Puts it off for a time that doubles from 10 s to about an hour and a half. */
export async function noteFailure(sql: Queryable, name: string, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  await sql`
    update backfill
    set
      state = 'failing',
      failures = failures + 1,
      error = ${message.slice(0, errorCharactersMax)},
      retry_at = statement_timestamp() + make_interval(secs => 10 * 2 ^ least(failures, 9))
    where name = ${name}
  `;
}

/** Ends the pauses of failing backfills, so that an operator who mended the cause sees them run at once. */
export async function endPauses(sql: Queryable, backfills: readonly Backfill[]): Promise<void> {
  await sql`
    update backfill
    set retry_at = statement_timestamp()
    where name = any (${namesOf(backfills)}::text[])
      and state <> 'done'
  `;
}

function namesOf(backfills: readonly Backfill[]): string {
  return textArray(backfills.map(({ name }) => name));
}
