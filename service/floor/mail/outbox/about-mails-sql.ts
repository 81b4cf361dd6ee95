import type { JSONValue } from "postgres";
import type { Queryable } from "../../db/open.ts";
import { writeWork } from "../../queues/announce-work.ts";
import type { Fragment } from "../../queues/leased-rows.ts";
import type { MailKind, MailLane } from "./mail-kind.ts";
import { mailQueues } from "./sql.ts";

/**
 * Takes mails out of the outbox, because there is nothing to say any more. Those under way go out all the same; where that matters,
 * `leavesUnderWay` lets their rows tell it, and their writer refuses the next attempt.
 */
export async function cancelMails(
  transaction: Queryable,
  agencyId: number,
  input: { aboutId: string; kinds: readonly MailKind[]; once?: string; leavesUnderWay?: true },
): Promise<void> {
  const { aboutId, kinds, once, leavesUnderWay = false } = input;
  await cancelMailsThat(
    transaction,
    agencyId,
    transaction`
      about_id = ${aboutId}
      and kind = any (${transaction.array(kinds.map(({ name }) => name))}::text[])
      ${once === undefined ? transaction`` : transaction`and once = ${once}`}
      ${leavesUnderWay ? transaction`and lease_token is null` : transaction``}
    `,
  );
}

/** The same where a condition on `mail` holds; returns how many. */
export async function cancelMailsThat(
  transaction: Queryable,
  agencyId: number,
  which: Fragment,
): Promise<number> {
  const cancelled = await transaction`
    update mail
    set status = 'cancelled', due_at = null, lease_token = null, finished_at = now()
    where agency_id = ${agencyId}
      and status = 'waiting'
      and ${which}
  `;
  return cancelled.count;
}

/**
 * Sends mails of a lane that wait to another address, where a condition on `mail` holds; returns how many. Each is tried at once and as
 * often as a new one: attempts and pause were those of the former address. One under way may reach both.
 */
export async function readdressMailsThat(
  sql: Queryable,
  agencyId: number,
  { lane, which, recipient }: { lane: MailLane; which: Fragment; recipient: string },
): Promise<number> {
  const readdressed = await writeWork(
    sql,
    { queue: mailQueues[lane], agencyId },
    (transaction) => transaction<{ dueAt: Date }[]>`
      update mail
      set recipient = ${recipient}, attempts = 0, due_at = now(), lease_token = null, last_error = null
      where agency_id = ${agencyId}
        and lane = ${lane}
        and status = 'waiting'
        and ${which}
      returning due_at as "dueAt"
    `,
  );
  return readdressed.length;
}

/** Whether a mail was given up, or came back. */
export async function hasFailedMail(
  sql: Queryable,
  agencyId: number,
  { aboutId, kind, once }: { aboutId: string; kind: MailKind; once: string },
): Promise<boolean> {
  const failed = await sql`
    select
    from mail
    where agency_id = ${agencyId}
      and about_id = ${aboutId}
      and kind = ${kind.name}
      and once = ${once}
      and status = 'failed'
  `;
  return failed.length === 1;
}

/** Notes that a mail came back after the server had taken it; null for one that was not sent, or came back already. */
export async function markReturned(
  sql: Queryable,
  agencyId: number,
  { kind, id, status }: { kind: string; id: string; status: string },
): Promise<{ aboutId: string; details: Record<string, JSONValue> } | null> {
  const [row] = await sql<{ aboutId: string; details: Record<string, JSONValue> }[]>`
    update mail
    set status = 'failed', last_error = ${`RETURNED ${status}`}
    where agency_id = ${agencyId}
      and id = ${id}
      and kind = ${kind}
      and status = 'sent'
    returning about_id as "aboutId", details
  `;
  return row ?? null;
}

/** Adds to what a mail keeps of whom it goes to. */
export async function addMailDetails(
  sql: Queryable,
  agencyId: number,
  { kind, id, details }: { kind: string; id: string; details: Record<string, JSONValue> },
): Promise<void> {
  await sql`
    update mail
    set details = details || ${sql.json(details)}
    where agency_id = ${agencyId}
      and id = ${id}
      and kind = ${kind}
  `;
}

/** Forgets whom the mails about something went to. What became of each stays. */
export async function forgetRecipients(
  sql: Queryable,
  agencyId: number,
  { kind, aboutId }: { kind: string; aboutId: string },
): Promise<void> {
  await sql`
    update mail
    set details = '{}', once = id::text
    where agency_id = ${agencyId}
      and about_id = ${aboutId}
      and kind = ${kind}
  `;
}
