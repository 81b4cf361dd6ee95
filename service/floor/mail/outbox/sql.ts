import type { JSONValue } from "postgres";
import { v7 as uuidv7 } from "uuid";
import { deleteOld } from "../../db/delete-old.ts";
import type { Queryable } from "../../db/open.ts";
import { writeWork } from "../../queues/announce-work.ts";
import {
  endRow,
  type Fragment,
  isHeld,
  type LeasedTable,
  leasedTable,
  putOffRow,
} from "../../queues/leased-rows.ts";
import type { ClaimedMail, MailKind, MailLane } from "./mail-kind.ts";

/** Longer than a mailer ever takes, so that no two processes send the same mail. */
const leaseMs = 120_000;

/** The mails of each lane that wait for their first attempt, for another one, or for the end of a lease. */
export const mailQueues: Readonly<Record<MailLane, LeasedTable>> = {
  sign_in: queueOf("sign_in"),
  personal: queueOf("personal"),
  many: queueOf("many"),
  mailing: queueOf("mailing"),
};

function queueOf(lane: MailLane): LeasedTable {
  return leasedTable({
    name: `mails_${lane}`,
    table: "mail",
    due: "due_at",
    part: (sql) => sql`lane = ${lane}`,
    // Only the first mail of a bundle can be claimed; the others go out in the same mail.
    claimable: (sql, agencyId) => sql`(
      not is_bundled
      or not exists (
        select
        from mail as other
        where other.agency_id = ${agencyId}
          and other.about_id = waiting.about_id
          and other.kind = waiting.kind
          and other.id <> waiting.id
          and other.due_at is not null
          -- Under way, or before it.
          and case when other.due_at > now() then other.lease_token is not null else other.id < waiting.id end
      )
    )`,
    leaseMs,
    onClaim: (sql) => sql`attempts = claimed.attempts + 1`,
    columns: (sql) => sql`
      claimed.kind,
      claimed.about_id as "aboutId",
      claimed.recipient,
      claimed.details,
      claimed.attempts,
      -- Citus refuses now() in what an update returns; the new lease ends at now() plus its length.
      extract(epoch from claimed.due_at - due.created_at)::double precision - ${leaseMs / 1000}::double precision as "ageSeconds",
      claimed.is_bundled as "isBundled"
    `,
  });
}

type NewMail = {
  aboutId: string;
  id?: string;
  once?: string;
  recipient?: string;
  details?: JSONValue;
  /** When the mail is to go out; at once when left out. */
  dueAt?: Date | string;
};

/**
 * Puts mails of a kind into the outbox, in the transaction that they tell of; returns how many. One that is there already stays what it
 * is. With `again` it waits anew, unless it waits or was sent within the interval `pause`. Without a pause somebody waits for it: it is
 * tried at once also where it waits between two attempts.
 */
export async function enqueueMails(
  sql: Queryable,
  agencyId: number,
  { kind, mails, again }: { kind: MailKind; mails: readonly NewMail[]; again?: { pause?: Fragment } },
): Promise<number> {
  const rows = mails.map(({ aboutId, dueAt = null, ...mail }) => ({
    id: uuidv7(),
    details: {},
    ...mail,
    about_id: aboutId,
    due_at: dueAt instanceof Date ? dueAt.toISOString() : dueAt,
  }));
  const enqueued = await writeWork(
    sql,
    { queue: mailQueues[kind.lane], agencyId },
    (transaction) => transaction<{ dueAt: Date }[]>`
      insert into mail as known (
        agency_id, id, lane, kind, about_id, once, is_bundled, recipient, details, due_at
      )
      select
        ${agencyId}::integer, id, ${kind.lane}, ${kind.name}, about_id, once, ${kind.isBundled ?? false}::boolean, recipient,
        details, coalesce(due_at, now())
      from jsonb_to_recordset(${transaction.json(rows)}) as given (
        id uuid, about_id uuid, once text, recipient text, details jsonb, due_at timestamptz
      )
      on conflict (agency_id, about_id, kind, once)
      ${again === undefined ? transaction`do nothing` : wakeUp(transaction, again.pause)}
      returning known.due_at as "dueAt"
    `,
  );
  return enqueued.length;
}

/**
 * Lets a mail that is there go out once more, where its pause is over. Citus takes nothing here that depends on clock or time zone, and no
 * parameter: so `created_at` of the new row is taken for now(), both times are compared in UTC, and the pause is written out.
 */
function wakeUp(sql: Queryable, pause?: Fragment) {
  const orPutOff = pause === undefined ? sql`or (known.attempts > 0 and known.lease_token is null)` : sql``;
  return sql`
    do update
    set
      status = 'waiting', attempts = 0, due_at = excluded.due_at, last_error = null, finished_at = null,
      created_at = excluded.created_at, details = excluded.details
    where known.agency_id = excluded.agency_id
      and (known.status <> 'waiting' ${orPutOff})
      and (
        known.status <> 'sent'
        or known.finished_at at time zone 'UTC'
          <= excluded.created_at at time zone 'UTC' - ${pause ?? sql`interval '0'`}
      )
  `;
}

/** Locks a mail until the transaction ends; false where its lease is lost or it was cancelled. */
export async function holdMail(transaction: Queryable, mail: ClaimedMail): Promise<boolean> {
  const held = await transaction`select from mail where ${isHeld(transaction, mail)} for update`;
  return held.length === 1;
}

/** Puts the others of its bundle that are due into a mail; returns the details of all. */
export async function bundleMails(sql: Queryable, mail: ClaimedMail): Promise<JSONValue> {
  const [row] = await sql<{ details: JSONValue }[]>`
    with own as (
      select id
      from mail
      where ${isHeld(sql, mail)}
      for update
    ),
    others as (
      delete from mail as other
      using own
      where other.agency_id = ${mail.agencyId}
        and other.about_id = ${mail.aboutId}
        and other.kind = ${mail.kind}
        and other.id <> own.id
        and other.due_at <= now()
      returning other.details
    )
    update mail
    set details = mail.details || coalesce(
      (select jsonb_agg(each) from others cross join jsonb_array_elements(others.details) as each),
      '[]'
    )
    where ${isHeld(sql, mail)}
    returning details
  `;
  return row?.details ?? mail.details;
}

/** Ends a mail whose lease is held. */
export async function finishMail(
  sql: Queryable,
  lane: MailLane,
  mail: ClaimedMail,
  { status, error }: { status: "sent" | "cancelled" | "failed"; error: string | null },
): Promise<void> {
  const set = sql`status = ${status}, last_error = ${error}, finished_at = now()`;
  await endRow(sql, mailQueues[lane], mail, set);
}

/** Puts off a mail whose lease is held. An attempt that we ended ourselves, without an error, does not count. */
export async function putOffMail(
  sql: Queryable,
  lane: MailLane,
  mail: ClaimedMail,
  { delayMs, error }: { delayMs: number; error: string | null },
): Promise<void> {
  const set = error === null ? sql`attempts = attempts - 1` : sql`last_error = ${error}`;
  await putOffRow(sql, mailQueues[lane], mail, { delayMs, set });
}

/** Removes mails that have been done with for longer than their kind is kept. Returns true when there may be more. */
export async function removeOldMails(sql: Queryable, kinds: readonly MailKind[]): Promise<boolean> {
  const kindsByDays = Map.groupBy(kinds, ({ keptDays }) => keptDays);
  const isMore = await Promise.all(
    [...kindsByDays].map(async ([days, of]) => {
      if (days === undefined) return false;
      const names = sql.array(of.map(({ name }) => name));
      const where = sql`kind = any (${names}::text[]) and finished_at < now() - ${days} * interval '1 day'`;
      return await deleteOld(sql, { table: "mail", where });
    }),
  );
  return isMore.includes(true);
}
