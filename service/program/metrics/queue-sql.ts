import type { Sql } from "../../floor/db/open.ts";

export type QueueState = {
  queue: string;
  /** Everything that is still to be done, retries that wait for their time included; at most `queueRowsMax`. */
  depth: number;
  /** How long the first of them has been due, in seconds; 0 when nothing is. */
  overdueSeconds: number;
};

/** Rows looked at per queue: a queue beyond it is in trouble whatever its exact length, and a scrape stays a matter of 50 ms. */
const queueRowsMax = 100_000;

/** Reads the length and the delay of every queue of the service in one statement, by the clock of the database. */
export async function readQueues(sql: Sql): Promise<QueueState[]> {
  return await sql<QueueState[]>`
    select
      queue,
      count(due_at)::integer as depth,
      greatest(0, extract(epoch from statement_timestamp() - min(due_at)))::double precision as "overdueSeconds"
    from (
      select * from (values ('exports'), ('webhooks'), ('mail'), ('subscriber_mail'), ('sign_in_mail'), ('providers'), ('scheduled_releases'), ('report_schedules'), ('stamps'), ('backfills'))
        as named (queue)
    ) as queues
    left join (
      (select 'exports' as queue, due_at from export_job where due_at is not null limit ${queueRowsMax})
      union all
      (select 'webhooks', next_attempt_at from webhook_queue limit ${queueRowsMax})
      union all
      (
        select case lane when 'personal' then 'mail' when 'many' then 'subscriber_mail' else 'sign_in_mail' end, due_at
        from mail
        where due_at is not null
        limit ${queueRowsMax}
      )
      union all
      (
        select 'providers', next_check_at
        from provider_connection
        where next_check_at <= statement_timestamp()
        limit ${queueRowsMax}
      )
      union all
      (select 'scheduled_releases', scheduled_for from draft where status = 'scheduled' limit ${queueRowsMax})
      union all
      (
        select 'report_schedules', next_run_at
        from report_schedule
        where next_run_at <= statement_timestamp()
        limit ${queueRowsMax}
      )
      union all
      -- Those that an authority was asked for: without one nothing is late.
      (select 'stamps', due_at from time_stamp where due_at is not null and attempts > 0 limit ${queueRowsMax})
      union all
      -- Since its last chunk: one that fails is late from then on.
      (select 'backfills', worked_at from backfill where state <> 'done' limit ${queueRowsMax})
    ) as waiting using (queue)
    group by queue
    order by queue
  `;
}
