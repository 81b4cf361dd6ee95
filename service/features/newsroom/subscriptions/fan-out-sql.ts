import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { enqueueMails } from "../../../floor/mail/outbox/sql.ts";
import { writeWork } from "../../../floor/queues/announce-work.ts";
import type { WorkQueue } from "../../../floor/queues/work-queue.ts";
import { spellingsOf } from "../directory.ts";
import { subscriberMails } from "./mail-kinds.ts";
import type { Frequency } from "./schema.ts";

/** Mails that one transaction writes: 20 ms of work, and little to do again after a crash. */
export const chunkSubscriptionsMax = 500;
/** A release that waited longer, because no mail was configured, is news to nobody. */
const fanOutDaysMax = 2;
/** When a digest goes out, at the agency's local time. */
const digestTime = "07:00";

/** What else goes out with a release that was published. */
export type OnWritten = (transaction: Queryable, agencyId: number, releaseId: number) => Promise<void>;

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
      insert into newsroom_fan_out (agency_id, release_id, client_id, mails)
      values (${agencyId}, ${input.releaseId}, ${input.clientId}, 0)
      on conflict (agency_id, release_id) do nothing
      returning created_at as "dueAt"
    `,
  );
}

/**
 * Writes the mails of the agency's next chunk of subscriptions, and how far it came, in one transaction: a process that dies
 * leaves whole chunks; the last one calls `onWritten`. Returns the release, or null when nothing is left to do.
 */
export async function fanOutChunk(sql: Sql, agencyId: number, onWritten?: OnWritten): Promise<number | null> {
  return await sql.begin(async (transaction) => {
    const fanOut = await lockFanOut(transaction, agencyId);
    if (fanOut === null) return null;
    const written = fanOut.isWanted ? await writeChunk(transaction, agencyId, fanOut.releaseId) : 0;
    if (written < chunkSubscriptionsMax) {
      await finishFanOut(transaction, agencyId, fanOut.releaseId);
      await onWritten?.(transaction, agencyId, fanOut.releaseId);
    }
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
 * Subscriptions of the newsroom and of the release's topics that were confirmed before it appeared. Who has several gets one mail, at once
 * where one of them says so.
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
  const spellings = await spellingsOf(transaction, agencyId, fanOut);
  const chunk = await transaction<Subscribed[]>`
    select
      s.id, first.id as "mailedId", first.frequency
    from newsroom_subscription s
    -- Named by each of an address, and written once: one that ends between two chunks leaves the mail to the next.
    cross join lateral (
      select other.id, other.frequency
      from newsroom_subscription other
      where other.agency_id = ${agencyId}
        and other.client_id = s.client_id
        and other.address_hash = s.address_hash
        and ${isSubscribed(transaction, "other", { ...fanOut, spellings })}
      -- At once before daily: whoever had asked for all of it daily first got a topic that can't wait only next morning.
      order by other.frequency = 'daily', other.id
      limit 1
    ) as first
    where s.agency_id = ${agencyId}
      and s.client_id = ${fanOut.clientId}
      and s.id > ${fanOut.afterId}
      and ${isSubscribed(transaction, "s", { ...fanOut, spellings })}
    order by s.id
    limit ${chunkSubscriptionsMax}
  `;
  const last = chunk.at(-1);
  if (last === undefined) return 0;
  const mails = Map.groupBy(chunk, ({ frequency }) => frequency);
  const about = (frequency: Frequency, dueAt: string) =>
    [...new Set(mails.get(frequency)?.map(({ mailedId }) => mailedId))].map((aboutId) => ({
      aboutId,
      once: String(releaseId),
      details: [releaseId],
      dueAt,
    }));
  const { release, digest } = subscriberMails;
  const atOnce = await enqueueMails(transaction, agencyId, {
    kind: release,
    mails: about("at_once", fanOut.now),
  });
  const daily = await enqueueMails(transaction, agencyId, {
    kind: digest,
    mails: about("daily", fanOut.digestAt),
  });
  await transaction`
    update newsroom_fan_out
    set after_id = ${last.id}, mails = coalesce(mails, 0) + ${atOnce + daily}
    where agency_id = ${agencyId}
      and release_id = ${releaseId}
  `;
  return chunk.length;
}

type Subscribed = {
  id: string;
  /** The one of the same address that gets the mail, and when it wants it. */
  mailedId: string;
  frequency: Frequency;
};

type ChunkStart = {
  clientId: number;
  afterId: string;
  topics: string[];
  /** Times as PostgreSQL writes them, to the microsecond. */
  createdAt: string;
  digestAt: string;
  now: string;
};

/** Whether the subscription of this name in a statement gets the release. */
function isSubscribed(
  sql: Queryable,
  name: "s" | "other",
  { createdAt, spellings }: { createdAt: string; spellings: readonly string[] },
) {
  const row = sql(name);
  return sql`(
    ${row}.status = 'active'
    and ${row}.confirmed_at <= ${createdAt}::timestamptz
    and (${row}.topic is null or ${row}.topic = any (${sql.array([...spellings])}::text[]))
  )`;
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
