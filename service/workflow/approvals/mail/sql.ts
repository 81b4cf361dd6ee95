import type { Queryable } from "../../../db/open.ts";
import type { LeasedMail } from "../../../mail/leased-mail-sql.ts";
import { writeWork } from "../../../work/announce-work.ts";
import type { WorkQueue } from "../../../work/work-queue.ts";

/** To the contact when it is asked and once before its time is over; to the person who asked when it has decided. */
export type MailKind = "request" | "reminder" | "decision";
export type ClaimedMail = {
  agencyId: number;
  approvalId: string;
  kind: MailKind;
  attempts: number;
  leaseToken: string;
};

/** Mails that wait for their first attempt, for another one, or for the end of a lease. */
export const mailQueue: WorkQueue = {
  name: "approval_mails",
  waiting: (sql) => sql`
    select agency_id, next_attempt_at as due_at
    from approval_mail
    where status = 'waiting'
  `,
};

/** Puts a mail of an approval into the outbox, due now or later, in the transaction that it tells of. */
export async function insertMail(
  transaction: Queryable,
  agencyId: number,
  input: { approvalId: string; kind: MailKind; dueAt?: Date },
): Promise<void> {
  const dueAt = input.dueAt ?? null;
  await writeWork(
    transaction,
    { queue: mailQueue, agencyId },
    (inner) => inner<{ dueAt: Date }[]>`
      insert into approval_mail (agency_id, approval_id, kind, next_attempt_at)
      values (${agencyId}, ${input.approvalId}, ${input.kind}, coalesce(${dueAt}::timestamptz, now()))
      returning next_attempt_at as "dueAt"
    `,
  );
}

/**
 * Puts the request's mail into the outbox once more, unless one waits or was sent within `pauseSeconds`. Returns whether it waits
 * now.
 */
export async function insertMailAgain(
  transaction: Queryable,
  agencyId: number,
  { approvalId, pauseSeconds }: { approvalId: string; pauseSeconds: number },
): Promise<boolean> {
  const changed = await transaction`
    update approval_mail
    set status = 'waiting', attempts = 0, next_attempt_at = now(), lease_token = null, last_error = null, finished_at = null
    where agency_id = ${agencyId}
      and approval_id = ${approvalId}
      and kind = 'request'
      and status <> 'waiting'
      and (status <> 'sent' or finished_at <= now() - make_interval(secs => ${pauseSeconds}))
  `;
  if (changed.count === 1) return true;
  const inserted = await transaction`
    insert into approval_mail (agency_id, approval_id, kind)
    values (${agencyId}, ${approvalId}, 'request')
    on conflict do nothing
  `;
  return inserted.count === 1;
}

/** Takes mails of an approval out of the outbox, because there is nothing to ask any more. */
export async function cancelMail(
  transaction: Queryable,
  agencyId: number,
  { approvalId, kinds }: { approvalId: string; kinds: readonly MailKind[] },
): Promise<void> {
  await transaction`
    update approval_mail
    set status = 'cancelled', lease_token = null, finished_at = now()
    where agency_id = ${agencyId}
      and approval_id = ${approvalId}
      and kind = any(${transaction.array([...kinds])}::text[])
      and status = 'waiting'
  `;
}

/**
 * Claims one mail of the agency that is due. The lease is its next attempt: a sender that dies leaves a mail that
 * another one takes when the lease is over.
 */
export async function claimMail(
  sql: Queryable,
  agencyId: number,
  input: { leaseToken: string; leaseSeconds: number },
): Promise<ClaimedMail | null> {
  const [row] = await sql<ClaimedMail[]>`
    with due as materialized (
      -- A join may run a subquery again for each mail, and each run would lock another one.
      select approval_id, kind
      from approval_mail
      where agency_id = ${agencyId}
        and status = 'waiting'
        and next_attempt_at <= now()
      order by next_attempt_at
      limit 1
      for update skip locked
    )
    update approval_mail m
    set
      attempts = m.attempts + 1,
      lease_token = ${input.leaseToken},
      next_attempt_at = now() + make_interval(secs => ${input.leaseSeconds})
    from due
    where m.agency_id = ${agencyId}
      and m.approval_id = due.approval_id
      and m.kind = due.kind
    returning
      m.kind, m.attempts,
      m.agency_id as "agencyId",
      m.approval_id as "approvalId",
      m.lease_token as "leaseToken"
  `;
  return row ?? null;
}

/** What ends or postpones a mail that was claimed. */
export function leaseOf(sql: Queryable, mail: ClaimedMail): LeasedMail {
  return {
    table: "approval_mail",
    queue: mailQueue,
    agencyId: mail.agencyId,
    key: sql`approval_id = ${mail.approvalId} and kind = ${mail.kind}`,
    leaseToken: mail.leaseToken,
  };
}
