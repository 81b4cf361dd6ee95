import { byteaOf, columnsOf } from "../../../floor/db/array-literals.ts";
import { inTransaction } from "../../../floor/db/in-transaction.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { enqueueMessages, type NewMessage } from "../../events/sql.ts";

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
 * Throws when one of the rows can't be inserted, or waits longer than `lockTimeoutMs` for another transaction; then none is. On a
 * cluster all `conversions` are of one agency, and its server hears nothing of that time.
 */
export async function insertConversions(
  sql: Queryable,
  conversions: readonly NewConversion[],
  { lockTimeoutMs, isCluster }: { lockTimeoutMs: number; isCluster: boolean },
): Promise<(InsertOutcome | { outcome: "undecided" })[]> {
  const inserted = isCluster
    ? await insertUnknownOfOne(sql, conversions)
    : await insertUnknown(sql, conversions, lockTimeoutMs);
  // Usually every conversion was inserted, and no further query is needed.
  const isWhole = inserted === conversions.length;
  const known = isWhole ? none : await findConversions(sql, conversions);
  const left = conversions.filter((conversion) => !isWhole && !known.has(conversion));
  const released = await findReleases(sql, left);
  return conversions.map((conversion) => {
    const id = isWhole ? conversion.id : known.get(conversion);
    if (id === conversion.id) return { outcome: "inserted", id, messagesQueued: 0 };
    if (id !== undefined) return { outcome: "known", id };
    return { outcome: released.has(conversion) ? "undecided" : "no_release" };
  });
}

/** Stands for "no agency": ids of agencies begin at 1. */
const noAgency = 0;
const none: ReadonlyMap<NewConversion, string> = new Map();

/** Returns how many were inserted. */
async function insertUnknown(
  sql: Queryable,
  conversions: readonly NewConversion[],
  lockTimeoutMs: number,
): Promise<number> {
  const column = columnsOf(conversions);
  const [row] = await sql<{ inserted: number }[]>`
    select insert_conversions(
      ${column.integers((each) => each.agencyId)}::integer[],
      ${columnsWithoutAgency(sql, conversions)},
      ${conversionRecorded}
    ) as inserted
    from set_config('lock_timeout', ${String(lockTimeoutMs)}, true)
  `;
  return row?.inserted ?? 0;
}

/**
 * The same for one agency. A cluster sends this to the agency's server alone, in a tenth of the time that it needs for the function
 * above, which names agencies by a list and so is sent to all.
 */
async function insertUnknownOfOne(sql: Queryable, conversions: readonly NewConversion[]): Promise<number> {
  const agencyId = conversions[0]?.agencyId ?? noAgency;
  const inserted = await sql`
    insert into conversion (
      agency_id, event_id, id, release_id, kind, value, currency, reference_hash, occurred_at
    )
    select
      release.agency_id, given.event_id, given.id, release.id, given.kind, given.value::numeric, given.currency,
      given.reference_hash::bytea, given.occurred_at::timestamptz
    from unnest(
      ${columnsWithoutAgency(sql, conversions)}
    ) as given (event_id, id, release_id, kind, value, currency, reference_hash, occurred_at)
    join release on release.agency_id = ${agencyId} and release.id = given.release_id
    where release.agency_id = ${agencyId}
      and not exists (
        select
        from webhook
        where webhook.agency_id = ${agencyId}
          and webhook.disabled_at is null
          and ${conversionRecorded} = any (webhook.events)
      )
    order by given.event_id
    on conflict (agency_id, event_id) do nothing
  `;
  return inserted.count;
}

function columnsWithoutAgency(sql: Queryable, conversions: readonly NewConversion[]) {
  const column = columnsOf(conversions);
  return sql`
      ${column.texts((each) => each.eventId)}::text[],
      ${column.texts((each) => each.id)}::uuid[],
      ${column.integers((each) => each.releaseId)}::integer[],
      ${column.texts((each) => each.kind)}::text[],
      ${column.texts((each) => each.value)}::text[],
      ${column.texts((each) => each.currency)}::text[],
      ${column.texts((each) => (each.referenceHash === null ? null : byteaOf(each.referenceHash)))}::text[],
      ${column.texts((each) => each.occurredAt)}::text[]
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
    where conversion.agency_id = any (${column.integers((row) => row.agencyId)}::integer[])
  `;
  for (const { position, id } of rows) {
    const conversion = conversions[position - 1];
    if (conversion !== undefined) found.set(conversion, id);
  }
  return found;
}

/** Finds the conversions whose release belongs to their agency. */
async function findReleases(
  sql: Queryable,
  conversions: readonly NewConversion[],
): Promise<ReadonlySet<NewConversion>> {
  if (conversions.length === 0) return new Set();
  const column = columnsOf(conversions);
  const rows = await sql<{ position: number }[]>`
    select asked.position::int
    from unnest(
      ${column.integers((row) => row.agencyId)}::integer[],
      ${column.integers((row) => row.releaseId)}::integer[]
    ) with ordinality as asked (agency_id, release_id, position)
    join release on release.agency_id = asked.agency_id and release.id = asked.release_id
    where release.agency_id = any (${column.integers((row) => row.agencyId)}::integer[])
  `;
  return new Set(rows.flatMap(({ position }) => conversions[position - 1] ?? []));
}

/**
 * Inserts a conversion and enqueues its webhook messages, in one transaction. Of any number of equal
 * calls at once exactly one inserts.
 */
export async function insertConversionWithMessage(
  sql: Queryable,
  agencyId: number,
  input: NewConversion & { message: NewMessage },
): Promise<InsertOutcome> {
  return await inTransaction(sql, async (transaction) => {
    const inserted = await transaction<{ id: string }[]>`
      insert into conversion (
        agency_id, event_id, id, release_id, kind, value, currency, reference_hash, occurred_at
      )
      select
        agency_id, ${input.eventId}, ${input.id}::uuid, id, ${input.kind}, ${input.value}::text::numeric,
        ${input.currency}, ${input.referenceHash}::bytea, ${input.occurredAt}::text::timestamptz
      from release
      where agency_id = ${agencyId}
        and id = ${input.releaseId}
      on conflict (agency_id, event_id) do nothing
      returning id
    `;
    if (inserted.length === 0) return await whyNotInserted(transaction, input);
    const messagesQueued = await enqueueMessages(transaction, agencyId, [input.message]);
    return { outcome: "inserted", id: input.id, messagesQueued };
  });
}

async function whyNotInserted(sql: Queryable, input: NewConversion): Promise<InsertOutcome> {
  // An equal call ran at the same time: what it inserted is known by the conflict.
  const id = (await findConversions(sql, [input])).get(input);
  return id === undefined ? { outcome: "no_release" } : { outcome: "known", id };
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
