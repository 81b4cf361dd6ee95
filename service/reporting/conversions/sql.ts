import { byteaOf, columnsOf } from "../../db/array-literals.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import type { Queryable } from "../../db/open.ts";
import { enqueueMessage, type NewMessage } from "../../events/enqueue-event.ts";

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
  const incomplete = await insertUnknown(sql, conversions, lockTimeoutMs);
  const left = conversions.filter(({ agencyId }) => incomplete.has(agencyId));
  const known = await findConversions(sql, left);
  const released = await findReleases(sql, left.filter((conversion) => !known.has(conversion)));
  return conversions.map((conversion) => {
    const id = known.get(conversion);
    if (!incomplete.has(conversion.agencyId) || id === conversion.id)
      return { outcome: "inserted", id: conversion.id, messagesQueued: 0 };
    if (id !== undefined) return { outcome: "known", id };
    return { outcome: released.has(conversion) ? "undecided" : "no_release" };
  });
}

/** Returns the agencies of which not every row was inserted: mostly none, so that nothing else has to be asked. */
async function insertUnknown(
  sql: Queryable,
  conversions: readonly NewConversion[],
  lockTimeoutMs: number,
): Promise<ReadonlySet<number>> {
  const column = columnsOf(conversions);
  const [row] = await sql<{ incomplete: number[] }[]>`
    select insert_conversions(
      ${column.integers((each) => each.agencyId)}::integer[],
      ${column.texts((each) => each.eventId)}::text[],
      ${column.texts((each) => each.id)}::uuid[],
      ${column.integers((each) => each.releaseId)}::integer[],
      ${column.texts((each) => each.kind)}::text[],
      ${column.texts((each) => each.value)}::text[],
      ${column.texts((each) => each.currency)}::text[],
      ${column.texts((each) => (each.referenceHash === null ? null : byteaOf(each.referenceHash)))}::text[],
      ${column.texts((each) => each.occurredAt)}::text[],
      ${conversionRecorded}
    ) as incomplete
    from set_config('lock_timeout', ${String(lockTimeoutMs)}, true)
  `;
  return new Set(row?.incomplete);
}

/** The stored ids of events, agency by agency: a call has one, and few batches have more. */
async function findConversions(
  sql: Queryable,
  conversions: readonly NewConversion[],
): Promise<ReadonlyMap<NewConversion, string>> {
  const found = new Map<NewConversion, string>();
  await Promise.all(
    [...Map.groupBy(conversions, ({ agencyId }) => agencyId)].map(async ([agencyId, asked]) => {
      const rows = await sql<{ eventId: string; id: string }[]>`
        select event_id as "eventId", id
        from conversion
        where agency_id = ${agencyId}
          and event_id = any (${sql.array(asked.map(({ eventId }) => eventId))}::text[])
      `;
      const ids = new Map(rows.map(({ eventId, id }) => [eventId, id]));
      for (const conversion of asked) {
        const id = ids.get(conversion.eventId);
        if (id !== undefined) found.set(conversion, id);
      }
    }),
  );
  return found;
}

/** Those whose release the agency has. */
async function findReleases(
  sql: Queryable,
  conversions: readonly NewConversion[],
): Promise<ReadonlySet<NewConversion>> {
  const found = new Set<NewConversion>();
  await Promise.all(
    [...Map.groupBy(conversions, ({ agencyId }) => agencyId)].map(async ([agencyId, asked]) => {
      const rows = await sql<{ id: number }[]>`
        select id
        from release
        where agency_id = ${agencyId}
          and id = any (${asked.map(({ releaseId }) => releaseId)}::integer[])
      `;
      const ids = new Set(rows.map(({ id }) => id));
      for (const conversion of asked) if (ids.has(conversion.releaseId)) found.add(conversion);
    }),
  );
  return found;
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
    const known = (await findConversions(transaction, [input])).get(input);
    if (known !== undefined) return { outcome: "known", id: known };
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
    const messagesQueued = await enqueueMessage(transaction, agencyId, input.message);
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
