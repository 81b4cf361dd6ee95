import type { Queryable, Sql } from "../../db/open.ts";
import type { Loop } from "../../loops/start-loops.ts";
import { writeWork } from "../../queues/announce-work.ts";
import type { Fragment } from "../../queues/leased-rows.ts";
import { turnsLoop } from "../../queues/loops.ts";
import type { WorkQueue } from "../../queues/work-queue.ts";
import type { MailLane } from "./mail-kind.ts";
import { mailQueues } from "./sql.ts";

/** Rows that one statement moves: some 20 ms. */
const movedMax = 500;

/** Until 0.4.0: an outbox of 0.2.0. Its processes may write and send there during an upgrade, so that it is emptied again and again. */
type OldTable = {
  table: string;
  queue: WorkQueue;
  lane: MailLane;
  /** Of a row `moved`: kind, about_id, once, is_bundled, recipient, details. */
  columns: (sql: Queryable) => Fragment;
};

const oldTables: readonly OldTable[] = [
  {
    table: "approval_mail",
    queue: queueOf("approval_mail", "approval_mails"),
    lane: "personal",
    columns: (sql) => sql`'approval_' || kind, approval_id, '', false, null, '{}'::jsonb`,
  },
  {
    table: "newsroom_mail",
    queue: queueOf("newsroom_mail", "subscriber_mails"),
    lane: "many",
    columns: (sql) => sql`
      case
        when release_id is null then 'subscription_confirmation'
        when digest_at is null then 'release'
        else 'release_digest'
      end,
      subscription_id,
      case when release_id is not null then release_id::text when status = 'waiting' then '' end,
      digest_at is not null,
      null,
      case when release_id is null then '{}'::jsonb else jsonb_build_array(release_id) end
    `,
  },
  {
    table: "report_mail",
    queue: queueOf("report_mail", "report_mails"),
    lane: "personal",
    columns: (sql) => sql`
      'report', report_id, null, false, recipient,
      jsonb_build_object('replyTo', reply_to, 'message', message, 'formats', formats, 'createdBy', created_by)
    `,
  },
];

/** Under the name by which 0.2.0 announces its mails. What is leased there is moved when its lease is over. */
function queueOf(table: string, name: string): WorkQueue {
  return {
    name,
    waiting: (sql) => sql`
      select agency_id, case when lease_token is null then created_at else next_attempt_at end as due_at
      from ${sql(table)}
    `,
  };
}

export const oldMailQueues = oldTables.map(({ queue }) => queue);

/** The loops that move mails out of the tables of 0.2.0. 0.4.0 drops these, and this file with them. */
export function drainLoops(sql: Sql): Loop[] {
  return oldTables.map((old) =>
    turnsLoop({
      sql,
      queue: old.queue,
      name: `older-${old.queue.name.replace("_", "-")}`,
      schedule: "*/5 * * * * *",
      step: (agencyId) => moveMails(sql, agencyId, old),
    }),
  );
}

/** Moves rows of an agency that no process of 0.2.0 has; null when there is none. */
async function moveMails(sql: Sql, agencyId: number, old: OldTable): Promise<number | null> {
  const moved = await writeWork(
    sql,
    { queue: mailQueues[old.lane], agencyId },
    (transaction) => transaction<{ dueAt: Date | null }[]>`
      with moved as (
        delete from ${transaction(old.table)}
        where agency_id = ${agencyId}
          and ctid = any (array(
            select ctid
            from ${transaction(old.table)}
            where agency_id = ${agencyId}
              and (lease_token is null or next_attempt_at <= now())
            limit ${movedMax}
            for update skip locked
          ))
        returning *
      )
      insert into mail as known (
        agency_id, lane, kind, about_id, once, is_bundled, recipient, details, status, attempts, due_at, last_error,
        created_at, finished_at
      )
      select
        agency_id, ${old.lane}, ${old.columns(transaction)}, status, attempts,
        case when status = 'waiting' then next_attempt_at end,
        last_error, created_at,
        case when status <> 'waiting' then coalesce(finished_at, created_at) end
      from moved
      on conflict (agency_id, about_id, kind, once) do update
      set
        status = 'waiting', attempts = excluded.attempts, due_at = excluded.due_at, last_error = excluded.last_error,
        created_at = excluded.created_at, finished_at = null
      where excluded.status = 'waiting'
        and known.status <> 'waiting'
      returning known.due_at as "dueAt"
    `,
  );
  return moved.length === 0 ? null : moved.length;
}
