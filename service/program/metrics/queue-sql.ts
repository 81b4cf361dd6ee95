import type { Sql } from "../../floor/db/open.ts";
import { oldMailQueues } from "../../floor/mail/outbox/drain-old-tables.ts";
import { mailQueues } from "../../floor/mail/outbox/sql.ts";
import { workQueues } from "../forgotten-work.ts";

export type QueueState = {
  queue: string;
  /** Everything that is still to be done, retries that wait for their time included; at most `queueRowsMax`. */
  depth: number;
  /** How long the first of them has been due, in seconds; 0 when nothing is. */
  overdueSeconds: number;
};

/** Rows looked at per queue: a queue beyond it is in trouble whatever its exact length, and a scrape stays a matter of 50 ms. */
const queueRowsMax = 100_000;

/** Names that alarms and charts of operators know; any other queue is shown by its own. */
const shownAs = new Map([
  ["feeds", "providers"],
  ["publications", "scheduled_releases"],
  [mailQueues.personal.name, "mail"],
  [mailQueues.many.name, "subscriber_mail"],
  [mailQueues.sign_in.name, "sign_in_mail"],
  [mailQueues.mailing.name, "mailing_mail"],
]);
/** Each agency waits there for a moment, not for work: the day's stamp, the end of a request, a look at figures. */
const timers = new Set(["alerts", "approvals", "client_sums", "stamp-heads"]);
/** Of these queues less is work than stands in them. */
const shorter: Record<string, (sql: Sql) => ReturnType<Sql>> = {
  // What comes again and again is work when it is due.
  feeds: (sql) =>
    sql`select agency_id, next_check_at as due_at from provider_connection where next_check_at <= statement_timestamp()`,
  report_schedules: (sql) =>
    sql`select agency_id, next_run_at as due_at from report_schedule where next_run_at <= statement_timestamp()`,
  // Those that an authority was asked for: without one nothing is late.
  stamps: (sql) => sql`select agency_id, due_at from time_stamp where due_at is not null and attempts > 0`,
};

const ofOlderReleases = new Set(oldMailQueues.map(({ name }) => name));
/** All queues that have a length. */
export const shownQueues = workQueues
  .filter(({ name }) => !timers.has(name) && !ofOlderReleases.has(name))
  .map((queue) => ({ ...queue, shown: shownAs.get(queue.name) ?? queue.name }));

/**
 * Reads the length and the delay of every queue of the service in one statement, by the clock of the database. Nobody works for a
 * deleted agency: what it has waits for the end of its time of grace, and is not late.
 */
export async function readQueues(sql: Sql): Promise<QueueState[]> {
  const names = [...shownQueues.map(({ shown }) => shown), "backfills"];
  return await sql<QueueState[]>`
    select
      queue,
      count(due_at)::integer as depth,
      greatest(0, extract(epoch from statement_timestamp() - min(due_at)))::double precision as "overdueSeconds"
    from unnest(${names}::text[]) as queues (queue)
    left join (
      ${shownQueues.map(
        ({ name, shown, waiting }) => sql`
          (
            select ${shown} as queue, due_at
            from (${(shorter[name] ?? waiting)(sql)}) as waiting
            where not exists (
              select
              from agency
              where agency.id = waiting.agency_id
                and delete_after is not null
            )
            limit ${queueRowsMax}
          )
          union all
        `,
      )}
      -- Since its last chunk: one that fails is late from then on.
      (select 'backfills', worked_at from backfill where state <> 'done' limit ${queueRowsMax})
    ) as waiting using (queue)
    group by queue
    order by queue
  `;
}
