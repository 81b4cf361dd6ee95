import type { Queryable } from "../../db/open.ts";
import { enqueueParts, listens, type NewMessage } from "../webhooks/enqueue-event.ts";

/** The event that tells of a conversion. */
export const conversionRecorded = "conversion.recorded";

export type NewConversion = {
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
 * Inserts a conversion unless its event is known; a known event is told before the release is looked up.
 * `undecided`: a webhook listens, or an equal call runs at the same time. Nothing was inserted, and
 * `insertConversionWithMessage` decides. The two are apart because the parts that queue messages cost a third of the
 * statements per second, and most agencies have no webhook for conversions.
 */
export async function insertConversion(
  sql: Queryable,
  agencyId: number,
  input: NewConversion,
): Promise<InsertOutcome | { outcome: "undecided" }> {
  const [row] = await sql<InsertRow[]>`
    with ${insertParts(sql, agencyId, input, sql`not ${listens(sql, agencyId, conversionRecorded)}`)}
    select
      (select id from inserted) as "insertedId",
      (select id from known) as "knownId",
      exists (select from reported) as "hasRelease",
      0 as "messagesQueued"
  `;
  return outcomeOf(row);
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
  const [row] = await sql<InsertRow[]>`
    with ${insertParts(sql, agencyId, input, sql`true`)},
    ${enqueueParts(sql, agencyId, input.message, sql`exists (select from inserted)`)}
    select
      (select id from inserted) as "insertedId",
      (select id from known) as "knownId",
      exists (select from reported) as "hasRelease",
      (select count(*)::int from queued) as "messagesQueued"
  `;
  const result = outcomeOf(row);
  return result.outcome === "undecided" ? await findConversion(sql, agencyId, input.eventId) : result;
}

function insertParts(
  sql: Queryable,
  agencyId: number,
  input: NewConversion,
  condition: ReturnType<Queryable>,
) {
  return sql`
    known as (
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
        and ${condition}
      on conflict (agency_id, event_id) do nothing
      returning id
    )
  `;
}

function outcomeOf(row: InsertRow | undefined): InsertOutcome | { outcome: "undecided" } {
  if (row === undefined) throw new Error("The insert of a conversion returned no row.");
  if (row.insertedId !== null) {
    return { outcome: "inserted", id: row.insertedId, messagesQueued: row.messagesQueued };
  }
  if (row.knownId !== null) return { outcome: "known", id: row.knownId };
  return { outcome: row.hasRelease ? "undecided" : "no_release" };
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
