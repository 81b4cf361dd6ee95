import type { Queryable } from "../../db/open.ts";

/** Rows whose wait is over, or whose lease, moved by one statement. */
const dueRowsMax = 1_000;
/** A message that was interrupted this often probably ends its process each time. */
const attemptsMax = 20;

/** True when a message is ready, or its wait or lease has ended: one cheap look for the ticks when nothing is to do. */
export async function hasDueMessages(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ isDue: boolean }[]>`
    select
      exists (select from webhook_queue where is_ready order by agency_id, webhook_id, message_id limit 1)
      or coalesce((select min(next_attempt_at) from webhook_queue where not is_ready) <= now(), false) as "isDue"
  `;
  return row?.isDue === true;
}

/**
 * Makes messages ready whose wait is over. One whose lease ended was interrupted: its attempt becomes `unknown`, for
 * nobody can say whether the receiver got it, and it is sent again.
 */
export async function readyDueMessages(sql: Queryable): Promise<void> {
  await sql`
    with due as (
      select ctid as place, agency_id, lease_token, attempts
      from webhook_queue
      where not is_ready
        and next_attempt_at <= now()
      order by next_attempt_at
      limit ${dueRowsMax}
      for update skip locked
    ),
    interrupted as (
      update webhook_attempt as attempt
      set
        status = 'unknown',
        error = 'interrupted',
        next_attempt_at = case when due.attempts < ${attemptsMax} then now() end
      from due
      where due.lease_token is not null
        and attempt.agency_id = due.agency_id
        and attempt.id = due.lease_token
        and attempt.status = 'sending'
    ),
    given_up as (
      delete from webhook_queue as queued
      using due
      where due.attempts >= ${attemptsMax}
        and queued.ctid = due.place
    )
    update webhook_queue as queued
    set
      is_ready = true,
      lease_token = null
    from due
    where due.attempts < ${attemptsMax}
      and queued.ctid = due.place
  `;
}
