import { byteaOf, columnsOf } from "../../db/array-literals.ts";
import type { Queryable } from "../../db/open.ts";
import { enqueueParts, listens, type NewMessage } from "../../events/enqueue-event.ts";

/** The event of a recorded conversion. */
export const conversionRecorded = "conversion.recorded";

export type NewConversion = {
  agencyId: number;
  id: string;
  eventId: string;
  releaseId: number;
  kind: string;
  value: string | null;
  currency: string | null;
  referenceHash: Uint8Array | null;
  occurredAt: string;
};

export type InsertOutcome =
  | { outcome: "inserted"; id: string; messagesQueued: number }
  | { outcome: "known"; id: string }
  | { outcome: "no_release" };

/**
 * Inserts conversions of any agencies unless their events are known, in one statement, and answers each at its position. A
 * known event is recognised before its release is looked up; of equal events in `conversions` one is inserted. `undecided`: a
 * webhook listens, or an equal call runs elsewhere at the same time. Nothing was inserted, and `insertConversionWithMessage`
 * decides. The two are apart because the parts that queue messages cost a third of the statements per second, and most
 * agencies have no webhook for conversions.
 *
 * Throws when one of the rows can't be inserted, or waits longer than `lockTimeoutMs` for another transaction; then none is.
 */
export async function insertConversions(
  sql: Queryable,
  conversions: readonly NewConversion[],
  lockTimeoutMs: number,
): Promise<(InsertOutcome | { outcome: "undecided" })[]> {
  const left = await insertUnknown(sql, conversions, lockTimeoutMs);
  const leftAt = new Map(left.map((row) => [row.position - 1, row]));
  const known = await findConversions(
    sql,
    conversions.filter((_, position) => leftAt.get(position)?.isKnownOrRefused === true),
  );
  return conversions.map((conversion, position) => {
    const row = leftAt.get(position);
    if (row === undefined) return { outcome: "inserted", id: conversion.id, messagesQueued: 0 };
    const id = known.get(conversion);
    if (id !== undefined) return { outcome: "known", id };
    return { outcome: row.hasRelease ? "undecided" : "no_release" };
  });
}

/** A row that was not inserted. `isKnownOrRefused` is false where only a listening webhook kept it from that. */
type LeftRow = { position: number; hasRelease: boolean; isKnownOrRefused: boolean };

/**
 * Answers with the rows that were not inserted: mostly none, so that the driver has nothing to read. Whether an event is known
 * is left to the unique index: a look-up before it would be planned as a scan while the table is small, and kept as it grows.
 */
async function insertUnknown(
  sql: Queryable,
  conversions: readonly NewConversion[],
  lockTimeoutMs: number,
): Promise<LeftRow[]> {
  const column = columnsOf(conversions);
  return await sql<LeftRow[]>`
    with patience as materialized (
      select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)
    ),
    reported as materialized (
      select
        reported.*,
        exists (
          select
          from release
          where release.agency_id = reported.agency_id
            and release.id = reported.release_id
        ) as has_release,
        ${listens(sql, sql`reported.agency_id`, conversionRecorded)} as is_listened_to
      from patience, unnest(
        ${column.integers((row) => row.agencyId)}::integer[],
        ${column.texts((row) => row.eventId)}::text[],
        ${column.texts((row) => row.id)}::uuid[],
        ${column.integers((row) => row.releaseId)}::integer[],
        ${column.texts((row) => row.kind)}::text[],
        ${column.texts((row) => row.value)}::text[],
        ${column.texts((row) => row.currency)}::text[],
        ${column.texts((row) => (row.referenceHash === null ? null : byteaOf(row.referenceHash)))}::text[],
        ${column.texts((row) => row.occurredAt)}::text[]
      ) with ordinality as reported (
        agency_id, event_id, id, release_id, kind, value, currency, reference_hash, occurred_at, position
      )
    ),
    -- In one order for all: two batches with the same events would otherwise wait for each other.
    inserted as (
      insert into conversion (
        agency_id, event_id, id, release_id, kind, value, currency, reference_hash, occurred_at
      )
      select
        agency_id, event_id, id, release_id, kind, value::numeric, currency, reference_hash::bytea, occurred_at::timestamptz
      from reported
      where has_release
        and not is_listened_to
      order by agency_id, event_id
      on conflict (agency_id, event_id) do nothing
      returning agency_id, event_id, id
    )
    select
      position::int,
      has_release as "hasRelease",
      not (has_release and is_listened_to) as "isKnownOrRefused"
    from reported
    left join inserted using (agency_id, event_id, id)
    where inserted.id is null
  `;
}

/** The stored ids of events. */
async function findConversions(
  sql: Queryable,
  conversions: readonly NewConversion[],
): Promise<ReadonlyMap<NewConversion, string>> {
  const found = new Map<NewConversion, string>();
  if (conversions.length === 0) return found;
  const column = columnsOf(conversions);
  const rows = await sql<{ position: number; id: string }[]>`
    select asked.position::int, conversion.id
    from unnest(
      ${column.integers((row) => row.agencyId)}::integer[],
      ${column.texts((row) => row.eventId)}::text[]
    ) with ordinality as asked (agency_id, event_id, position)
    join conversion on conversion.agency_id = asked.agency_id and conversion.event_id = asked.event_id
  `;
  for (const { position, id } of rows) {
    const conversion = conversions[position - 1];
    if (conversion !== undefined) found.set(conversion, id);
  }
  return found;
}

/**
 * Inserts a conversion and enqueues its webhook messages, in one statement and so in one transaction. Of any number of equal
 * calls at once exactly one inserts.
 */
export async function insertConversionWithMessage(
  sql: Queryable,
  agencyId: number,
  input: NewConversion & { message: NewMessage },
): Promise<InsertOutcome> {
  const [row] = await sql<
    { insertedId: string | null; knownId: string | null; hasRelease: boolean; messagesQueued: number }[]
  >`
    with known as (
      select id
      from conversion
      where agency_id = ${agencyId}
        and event_id = ${input.eventId}
    ),
    reported as (
      select id
      from release
      where agency_id = ${agencyId}
        and id = ${input.releaseId}
    ),
    inserted as (
      insert into conversion (
        agency_id, event_id, id, release_id, kind, value, currency, reference_hash, occurred_at
      )
      select
        ${agencyId}, ${input.eventId}, ${input.id}, reported.id, ${input.kind}, ${input.value}::text::numeric,
        ${input.currency}, ${input.referenceHash}, ${input.occurredAt}::text::timestamptz
      from reported
      where not exists (select from known)
      on conflict (agency_id, event_id) do nothing
      returning id
    ),
    ${enqueueParts(sql, agencyId, input.message, sql`exists (select from inserted)`)}
    select
      (select id from inserted) as "insertedId",
      (select id from known) as "knownId",
      exists (select from reported) as "hasRelease",
      (select count(*)::int from queued) as "messagesQueued"
  `;
  if (row === undefined) throw new Error("The insert of a conversion returned no row.");
  if (row.insertedId !== null) {
    return { outcome: "inserted", id: row.insertedId, messagesQueued: row.messagesQueued };
  }
  if (row.knownId !== null) return { outcome: "known", id: row.knownId };
  if (!row.hasRelease) return { outcome: "no_release" };
  // An equal call ran at the same time: what it inserted is invisible to our snapshot, but known by the conflict.
  const id = (await findConversions(sql, [input])).get(input);
  if (id === undefined) throw new Error("A conversion conflicted with one that is not there.");
  return { outcome: "known", id };
}

/** The random key under which the agency's external references are hashed. */
export async function readReferencePepper(sql: Queryable, agencyId: number): Promise<Uint8Array> {
  const [row] = await sql<{ pepper: Uint8Array }[]>`
    select reference_pepper as pepper
    from agency
    where id = ${agencyId}
  `;
  if (row === undefined) throw new Error(`There is no agency ${agencyId}.`);
  return row.pepper;
}
