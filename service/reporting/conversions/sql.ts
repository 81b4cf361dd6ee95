import { columnsOf } from "../../db/array-literals.ts";
import type { Queryable } from "../../db/open.ts";
import { enqueueParts, listens, type NewMessage } from "../webhooks/enqueue-event.ts";

/** The event that tells of a conversion. */
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
 * known event is told before its release is looked up; of equal events in `conversions` one is inserted.
 * `undecided`: a webhook listens, or an equal call runs elsewhere at the same time. Nothing was inserted, and
 * `insertConversionWithMessage` decides. The two are apart because the parts that queue messages cost a third of the
 * statements per second, and most agencies have no webhook for conversions.
 *
 * Throws when one of the rows can't be inserted, or waits longer than `lockTimeoutMs` for another transaction; then none is.
 */
export async function insertConversions(
  sql: Queryable,
  conversions: readonly NewConversion[],
  lockTimeoutMs: number,
): Promise<(InsertOutcome | { outcome: "undecided" })[]> {
  const column = columnsOf(conversions);
  const rows = await sql<ReportedRow[]>`
    with patience as materialized (
      select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)
    ),
    reported as materialized (
      select
        reported.*,
        (
          select known.id
          from conversion known
          where known.agency_id = reported.agency_id
            and known.event_id = reported.event_id
        ) as known_id,
        (
          select release.id
          from release
          where release.agency_id = reported.agency_id
            and release.id = reported.release_id
        ) as found_release_id,
        ${listens(sql, sql`reported.agency_id`, conversionRecorded)} as is_listened_to
      from patience, unnest(
        ${column.integers((row) => row.agencyId)}::integer[],
        ${column.texts((row) => row.eventId)}::text[],
        ${column.texts((row) => row.id)}::uuid[],
        ${column.integers((row) => row.releaseId)}::integer[],
        ${column.texts((row) => row.kind)}::text[],
        ${column.texts((row) => row.value)}::text[],
        ${column.texts((row) => row.currency)}::text[],
        ${column.texts((row) => byteaOf(row.referenceHash))}::text[],
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
      where known_id is null
        and found_release_id is not null
        and not is_listened_to
      order by agency_id, event_id
      on conflict (agency_id, event_id) do nothing
      returning agency_id, event_id, id
    )
    select
      inserted.id as "insertedId",
      known_id as "knownId",
      found_release_id is not null as "hasRelease"
    from reported
    left join inserted using (agency_id, event_id)
    order by position
  `;
  return conversions.map(({ id }, position) => outcomeAmong(id, rows[position]));
}

type ReportedRow = { insertedId: string | null; knownId: string | null; hasRelease: boolean };

/** `insertedId` is that of an equal event of the batch where it is not our own. */
function outcomeAmong(id: string, row: ReportedRow | undefined): InsertOutcome | { outcome: "undecided" } {
  if (row === undefined) throw new Error("The insert of a conversion returned no row.");
  const { insertedId, knownId, hasRelease } = row;
  if (insertedId === id) return { outcome: "inserted", id, messagesQueued: 0 };
  if (knownId !== null) return { outcome: "known", id: knownId };
  if (!hasRelease) return { outcome: "no_release" };
  return insertedId === null ? { outcome: "undecided" } : { outcome: "known", id: insertedId };
}

function byteaOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : `\\x${Buffer.from(bytes).toString("hex")}`;
}

/**
 * Inserts a conversion and the webhook messages that tell of it, in one statement and so in one transaction.
 * Of any number of equal calls at once exactly one inserts.
 */
export async function insertConversionWithMessage(
  sql: Queryable,
  agencyId: number,
  input: NewConversion & { message: NewMessage },
): Promise<InsertOutcome> {
  const [row] = await sql<(ReportedRow & { messagesQueued: number })[]>`
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
  const result = outcomeAmong(input.id, row);
  if (result.outcome === "undecided") return await findConversion(sql, agencyId, input.eventId);
  return result.outcome === "inserted" ? { ...result, messagesQueued: row?.messagesQueued ?? 0 } : result;
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

/** Finds what a call inserted that ran at the same time: invisible to our snapshot, but known by the conflict. */
async function findConversion(sql: Queryable, agencyId: number, eventId: string): Promise<InsertOutcome> {
  const [row] = await sql<{ id: string }[]>`
    select id
    from conversion
    where agency_id = ${agencyId}
      and event_id = ${eventId}
  `;
  if (row === undefined) throw new Error("A conversion conflicted with one that is not there.");
  return { outcome: "known", id: row.id };
}
