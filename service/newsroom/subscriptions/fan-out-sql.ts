import type { Queryable, Sql } from "../../db/open.ts";
import { announceParts } from "../../work/announce-work.ts";
import type { WorkQueue } from "../../work/work-queue.ts";
import { subscriberMailQueue } from "./mail-sql.ts";

/** Mails that one transaction writes: 20 ms of work, and little to do again after a crash. */
export const chunkSubscriptionsMax = 500;
/** A release that waited longer, because no mail was configured, is news to nobody. */
const fanOutDaysMax = 2;
/** When a digest goes out, at the agency's local time. */
const digestTime = "07:00";

type FanOut = { releaseId: number; clientId: number; isWanted: boolean };

/** Published releases that have not all of their mails yet. */
export const fanOutQueue: WorkQueue = {
  name: "release_mails",
  waiting: (sql) => sql`
    select agency_id, created_at as due_at
    from newsroom_fan_out
    where finished_at is null
  `,
};

/** Notes in the transaction of a publication that the release goes to its subscribers; a release goes once, however often it is published. */
export async function enqueueFanOut(
  transaction: Queryable,
  agencyId: number,
  input: { releaseId: number; clientId: number },
): Promise<void> {
  await transaction`
    with queued as (
      insert into newsroom_fan_out (agency_id, release_id, client_id)
      values (${agencyId}, ${input.releaseId}, ${input.clientId})
      on conflict (agency_id, release_id) do nothing
      returning created_at
    ),
    ${announceParts(transaction, {
      queue: fanOutQueue,
      agencyId,
      dueAt: transaction`(select created_at from queued)`,
    })}
    select
    from announced
  `;
}

/**
 * Writes the mails of the agency's next chunk of subscriptions, and how far it came, in one transaction: a process that dies
 * leaves whole chunks. Returns the release, or null when nothing is left to do.
 */
export async function fanOutChunk(sql: Sql, agencyId: number): Promise<number | null> {
  return await sql.begin(async (transaction) => {
    const fanOut = await lockFanOut(transaction, agencyId);
    if (fanOut === null) return null;
    const written = fanOut.isWanted ? await writeChunk(transaction, agencyId, fanOut.releaseId) : 0;
    if (written < chunkSubscriptionsMax) await finishFanOut(transaction, agencyId, fanOut.releaseId);
    return fanOut.releaseId;
  });
}

async function lockFanOut(transaction: Queryable, agencyId: number): Promise<FanOut | null> {
  const [row] = await transaction<FanOut[]>`
    select
      f.release_id as "releaseId",
      f.client_id as "clientId",
      r.status = 'published' and f.created_at > now() - ${fanOutDaysMax} * interval '1 day' as "isWanted"
    from newsroom_fan_out f
    join release r on r.agency_id = f.agency_id and r.id = f.release_id
    where f.agency_id = ${agencyId}
      and f.finished_at is null
    order by f.created_at, f.release_id
    limit 1
    for update of f skip locked
  `;
  return row ?? null;
}

/**
 * Subscriptions of the newsroom and of the release's topics that were confirmed before it appeared. Who has several gets one mail.
 * A digest is the next one after the publication, by the calendar and clock of the agency. Returns how many were looked at.
 */
export async function writeChunk(
  transaction: Queryable,
  agencyId: number,
  releaseId: number,
): Promise<number> {
  const [row] = await transaction<{ count: number }[]>`
    with fan_out as materialized (
      select f.client_id, f.after_id, f.created_at, r.topics, ${nextDigest(transaction)} as digest_at
      from newsroom_fan_out f
      join release r on r.agency_id = f.agency_id and r.id = f.release_id
      join agency a on a.id = f.agency_id
      where f.agency_id = ${agencyId}
        and f.release_id = ${releaseId}
    ),
    chunk as materialized (
      select s.id, s.client_id, s.address_hash, s.frequency, f.topics, f.created_at, f.digest_at
      from fan_out f
      join newsroom_subscription s on s.client_id = f.client_id and s.id > f.after_id
      where s.agency_id = ${agencyId}
        and s.status = 'active'
        and s.confirmed_at <= f.created_at
        and (s.topic is null or s.topic = any (f.topics))
      order by s.id
      limit ${chunkSubscriptionsMax}
    ),
    mailed as (
      insert into newsroom_mail (agency_id, subscription_id, release_id, digest_at, next_attempt_at)
      select
        ${agencyId}::integer, id, ${releaseId}::integer,
        case when frequency = 'daily' then digest_at end,
        case when frequency = 'daily' then digest_at else now() end
      from chunk
      where not exists (
        select
        from newsroom_subscription other
        where other.agency_id = ${agencyId}
          and other.client_id = chunk.client_id
          and other.address_hash = chunk.address_hash
          and other.status = 'active'
          and other.confirmed_at <= chunk.created_at
          and (other.topic is null or other.topic = any (chunk.topics))
          and other.id < chunk.id
      )
      on conflict do nothing
      returning next_attempt_at
    ),
    moved as (
      update newsroom_fan_out
      set after_id = (select id from chunk order by id desc limit 1)
      where agency_id = ${agencyId}
        and release_id = ${releaseId}
        and exists (select from chunk)
    ),
    ${announceParts(transaction, {
      queue: subscriberMailQueue,
      agencyId,
      dueAt: transaction`(select min(next_attempt_at) from mailed)`,
    })}
    select count(*)::integer as count
    from chunk
  `;
  return row?.count ?? 0;
}

async function finishFanOut(transaction: Queryable, agencyId: number, releaseId: number): Promise<void> {
  await transaction`
    update newsroom_fan_out
    set finished_at = now()
    where agency_id = ${agencyId}
      and release_id = ${releaseId}
  `;
}

/** The first seven o'clock after the publication; days are those of the agency's time zone, so the hour stays when the clock changes. */
function nextDigest(sql: Queryable) {
  return sql`(
    select min((day + ${digestTime}::time) at time zone a.time_zone)
    from (
      select (f.created_at at time zone a.time_zone)::date + ahead as day
      from generate_series(0, 1) as ahead
    ) as days
    where (day + ${digestTime}::time) at time zone a.time_zone > f.created_at
  )`;
}
