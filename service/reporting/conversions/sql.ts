import type { Queryable } from "../../db/open.ts";
import { enqueueParts, type NewMessage } from "../webhooks/enqueue-event.ts";

export type NewConversion = {
  id: string;
  eventId: string;
  releaseId: number;
  kind: string;
  value: string | null;
  currency: string | null;
  referenceHash: Uint8Array | null;
  occurredAt: string;
  /** Tells the webhooks that listen of it. */
  message: NewMessage;
};

export type InsertOutcome =
  | { outcome: "inserted"; id: string; messagesQueued: number }
  | { outcome: "known"; id: string }
  | { outcome: "no_release" };

/**
 * Inserts a conversion and its webhook messages unless its event is known, in one statement. A known event is told before the release is
 * looked up. Of any number of equal calls at once exactly one inserts.
 */
export async function insertConversion(
  sql: Queryable,
  agencyId: number,
  input: NewConversion,
): Promise<InsertOutcome> {
  const [row] = await sql<InsertRow[]>`
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
  return await findConversion(sql, agencyId, input.eventId);
}

type InsertRow = {
  insertedId: string | null;
  knownId: string | null;
  hasRelease: boolean;
  messagesQueued: number;
};

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
