import type { Queryable } from "../../../db/open.ts";
import { announceParts } from "../../../work/announce-work.ts";
import type { WorkQueue } from "../../../work/work-queue.ts";

export type ClaimedMail = { agencyId: number; approvalId: string; attempts: number; leaseToken: string };

export type MailFacts = {
  to: string;
  contactName: string;
  clientName: string;
  agencyName: string;
  timeZone: string;
  title: string;
  message: string | null;
  respondBy: Date | null;
  expiresAt: Date;
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

/** Puts the mail of an approval into the outbox, in the transaction that asks for the approval. */
export async function insertMail(
  transaction: Queryable,
  agencyId: number,
  approvalId: string,
): Promise<void> {
  await transaction`
    with inserted as (
      insert into approval_mail (agency_id, approval_id)
      values (${agencyId}, ${approvalId})
      returning next_attempt_at
    ),
    ${announceParts(transaction, {
      queue: mailQueue,
      agencyId,
      dueAt: transaction`(select next_attempt_at from inserted)`,
    })}
    select
    from announced
  `;
}

/** Takes the mail of an approval out of the outbox, because there is nothing to ask any more. */
export async function cancelMail(
  transaction: Queryable,
  agencyId: number,
  approvalId: string,
): Promise<void> {
  await transaction`
    update approval_mail
    set status = 'cancelled', lease_token = null, finished_at = now()
    where agency_id = ${agencyId}
      and approval_id = ${approvalId}
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
      select approval_id
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
    returning
      m.agency_id as "agencyId",
      m.approval_id as "approvalId",
      m.attempts,
      m.lease_token as "leaseToken"
  `;
  return row ?? null;
}

/** What the mail says, as long as its lease holds and its approval waits for an answer; else null. */
export async function findMailFacts(
  transaction: Queryable,
  { agencyId, approvalId, leaseToken }: ClaimedMail,
): Promise<MailFacts | null> {
  const [row] = await transaction<MailFacts[]>`
    select
      k.email as to,
      k.name as "contactName",
      c.name as "clientName",
      y.name as "agencyName",
      y.time_zone as "timeZone",
      v.title, a.message,
      a.respond_by as "respondBy",
      a.expires_at as "expiresAt"
    from approval_mail m
    join approval a on a.agency_id = m.agency_id and a.id = m.approval_id
    join client_contact k on k.agency_id = a.agency_id and k.id = a.contact_id
    join draft_version v
      on v.agency_id = a.agency_id and v.draft_id = a.draft_id and v.version = a.draft_version
    join draft d on d.agency_id = a.agency_id and d.id = a.draft_id
    join client c on c.agency_id = d.agency_id and c.id = d.client_id
    join agency y on y.id = a.agency_id
    where m.agency_id = ${agencyId}
      and m.approval_id = ${approvalId}
      and m.lease_token = ${leaseToken}
      and m.status = 'waiting'
      and a.status = 'pending'
      and a.expires_at > now()
      and k.email is not null
    for update of m
  `;
  return row ?? null;
}

/** Ends a mail whose lease is held. */
export async function finishMail(
  sql: Queryable,
  mail: ClaimedMail,
  input: { status: "sent" | "cancelled" | "failed"; error: string | null },
): Promise<void> {
  await sql`
    update approval_mail
    set status = ${input.status}, last_error = ${input.error}, lease_token = null, finished_at = now()
    where agency_id = ${mail.agencyId}
      and approval_id = ${mail.approvalId}
      and lease_token = ${mail.leaseToken}
      and status = 'waiting'
  `;
}

/** Puts a mail off after an attempt that failed. */
export async function postponeMail(
  sql: Queryable,
  mail: ClaimedMail,
  input: { delaySeconds: number; error: string },
): Promise<void> {
  const { agencyId } = mail;
  await sql`
    with postponed as (
      update approval_mail
      set
        next_attempt_at = now() + make_interval(secs => ${input.delaySeconds}),
        last_error = ${input.error},
        lease_token = null
      where agency_id = ${agencyId}
        and approval_id = ${mail.approvalId}
        and lease_token = ${mail.leaseToken}
        and status = 'waiting'
      returning next_attempt_at
    ),
    ${announceParts(sql, { queue: mailQueue, agencyId, dueAt: sql`(select next_attempt_at from postponed)` })}
    select
    from announced
  `;
}
