import type { Queryable, Sql } from "../../db/open.ts";
import { writeWork } from "../../work/announce-work.ts";
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
  await writeWork(
    transaction,
    { queue: fanOutQueue, agencyId },
    (inner) => inner<{ dueAt: Date }[]>`
      insert into newsroom_fan_out (agency_id, release_id, client_id)
      values (${agencyId}, ${input.releaseId}, ${input.clientId})
      on conflict (agency_id, release_id) do nothing
      returning created_at as "dueAt"
    `,
  );
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
  const [fanOut] = await transaction<ChunkStart[]>`
    select
      f.client_id as "clientId", f.after_id as "afterId", f.created_at::text as "createdAt", r.topics,
      ${nextDigest(transaction)}::text as "digestAt", now()::text as now
    from newsroom_fan_out f
    join release r on r.agency_id = f.agency_id and r.id = f.release_id
    join agency a on a.id = f.agency_id
    where f.agency_id = ${agencyId}
      and f.release_id = ${releaseId}
  `;
  if (fanOut === undefined) return 0;
  const chunk = await transaction<{ id: string }[]>`
    select id
    from newsroom_subscription s
    where agency_id = ${agencyId}
      and client_id = ${fanOut.clientId}
      and id > ${fanOut.afterId}
      and ${isSubscribed(transaction, fanOut)}
    order by id
    limit ${chunkSubscriptionsMax}
  `;
  const last = chunk.at(-1);
  if (last === undefined) return 0;
  const ids = chunk.map(({ id }) => id);
  await insertMails(transaction, agencyId, { releaseId, fanOut, ids });
  await transaction`
    update newsroom_fan_out
    set after_id = ${last.id}
    where agency_id = ${agencyId}
      and release_id = ${releaseId}
  `;
  return chunk.length;
}

type ChunkStart = {
  clientId: number;
  afterId: string;
  topics: string[];
  /** Times as PostgreSQL writes them, to the microsecond. */
  createdAt: string;
  digestAt: string;
  now: string;
};

/** Of a row `s`: whether it gets the release. */
function isSubscribed(sql: Queryable, { createdAt, topics }: ChunkStart) {
  return sql`(
    s.status = 'active'
    and s.confirmed_at <= ${createdAt}::timestamptz
    and (s.topic is null or s.topic = any (${sql.array(topics)}::text[]))
  )`;
}

async function insertMails(
  transaction: Queryable,
  agencyId: number,
  { releaseId, fanOut, ids }: { releaseId: number; fanOut: ChunkStart; ids: readonly string[] },
): Promise<void> {
  await writeWork(
    transaction,
    { queue: subscriberMailQueue, agencyId },
    (inner) => inner<{ dueAt: Date }[]>`
      insert into newsroom_mail (agency_id, subscription_id, release_id, digest_at, next_attempt_at)
      select
        chunk.agency_id, chunk.id, ${releaseId}::integer,
        case when chunk.frequency = 'daily' then ${fanOut.digestAt}::timestamptz end,
        case when chunk.frequency = 'daily' then ${fanOut.digestAt}::timestamptz else ${fanOut.now}::timestamptz end
      from newsroom_subscription as chunk
      where chunk.agency_id = ${agencyId}
        and chunk.id = any (${inner.array([...ids])}::uuid[])
        and not exists (
          select
          from newsroom_subscription s
          where s.agency_id = ${agencyId}
            and s.client_id = chunk.client_id
            and s.address_hash = chunk.address_hash
            and ${isSubscribed(inner, fanOut)}
            and s.id < chunk.id
        )
      on conflict do nothing
      returning next_attempt_at as "dueAt"
    `,
  );
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
