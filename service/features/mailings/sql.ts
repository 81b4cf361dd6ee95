import { integerArray } from "../../floor/db/array-literals.ts";
import { afterEveryUuid } from "../../floor/db/keyset-list.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { writeWork } from "../../floor/queues/announce-work.ts";
import type { WorkQueue } from "../../floor/queues/work-queue.ts";
import { isCounted } from "../insights/import/stored-sql.ts";
import { dimensions, valueId } from "../measurement/dimensions.ts";
import { mailingMail } from "./mail-kinds.ts";
import { campaignOf } from "./rules.ts";
import type { Mailing, MailingContent, MailingFigures, MailingStatus } from "./schema.ts";

/** Mailings whose time has come, and those that are being sent. */
export const mailingQueue: WorkQueue = {
  name: "mailings",
  waiting: (sql) => sql`
    select agency_id, due_at
    from mailing
    where due_at is not null
  `,
};

export async function insertMailing(
  sql: Queryable,
  agencyId: number,
  input: Pick<Mailing, "id" | "clientId" | "releaseId" | "subject" | "message" | "replyTo">,
): Promise<void> {
  const { id, clientId, releaseId, subject, message, replyTo } = input;
  await sql`
    insert into mailing (agency_id, id, client_id, release_id, subject, message, reply_to)
    values (${agencyId}, ${id}, ${clientId}, ${releaseId}, ${subject}, ${message}, ${replyTo})
  `;
}

export async function findMailing(sql: Queryable, agencyId: number, id: string): Promise<Mailing | null> {
  const [row] = await sql<Mailing[]>`
    select ${mailingColumns(sql)}
    from mailing m
    join client c on c.agency_id = m.agency_id and c.id = m.client_id
    left join release r on r.agency_id = m.agency_id and r.id = m.release_id
    where m.agency_id = ${agencyId}
      and m.id = ${id}
  `;
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockMailing(
  transaction: Queryable,
  agencyId: number,
  id: string,
): Promise<Mailing | null> {
  await transaction`
    select
    from mailing
    where agency_id = ${agencyId}
      and id = ${id}
    for update
  `;
  return await findMailing(transaction, agencyId, id);
}

/** Newest first, before `beforeId`. */
export async function listMailingRows(
  sql: Queryable,
  agencyId: number,
  page: { clientIds: readonly number[] | null; beforeId: string | null; limit: number },
): Promise<Mailing[]> {
  const { clientIds, beforeId, limit } = page;
  return await sql<Mailing[]>`
    select ${mailingColumns(sql)}
    from mailing m
    join client c on c.agency_id = m.agency_id and c.id = m.client_id
    left join release r on r.agency_id = m.agency_id and r.id = m.release_id
    where m.agency_id = ${agencyId}
      and m.id < ${beforeId ?? afterEveryUuid}
      ${clientIds === null ? sql`` : sql`and m.client_id = any(${integerArray(clientIds)}::integer[])`}
    order by m.id desc
    limit ${limit}
  `;
}

/** A published release of the client, or null. */
export async function findReleaseOf(
  sql: Queryable,
  agencyId: number,
  { clientId, releaseId }: { clientId: number; releaseId: number },
): Promise<{ title: string } | null> {
  const [row] = await sql<{ title: string }[]>`
    select title
    from release
    where agency_id = ${agencyId}
      and client_id = ${clientId}
      and id = ${releaseId}
      and status = 'published'
  `;
  return row ?? null;
}

export async function updateContent(
  sql: Queryable,
  agencyId: number,
  { id, content }: { id: string; content: MailingContent },
): Promise<void> {
  const { subject, message, listIds, contactIds, assetIds } = content;
  await sql`
    update mailing
    set
      subject = ${subject}, message = ${message}, list_ids = ${sql.array(listIds)}::uuid[],
      contact_ids = ${sql.array(contactIds)}::uuid[], asset_ids = ${sql.array(assetIds)}::uuid[], updated_at = now()
    where agency_id = ${agencyId}
      and id = ${id}
      and status = 'draft'
  `;
}

/** Writes a state, and announces that the loop has to look at it in `dueInSeconds`; null for never. */
export async function setStatus(
  sql: Queryable,
  agencyId: number,
  input: {
    id: string;
    status: MailingStatus;
    dueAt?: Date;
    dueInSeconds?: number;
    leftOut?: Record<string, number>;
  },
): Promise<void> {
  const { id, status, dueAt, dueInSeconds, leftOut } = input;
  const isWaiting = status === "scheduled" || status === "preparing" || status === "sending";
  await writeWork(
    sql,
    { queue: mailingQueue, agencyId },
    (transaction) => transaction<{ dueAt: Date | null }[]>`
      update mailing
      set
        status = ${status},
        due_at = ${
          isWaiting
            ? transaction`coalesce(${dueAt ?? null}::timestamptz, now() + make_interval(secs => ${dueInSeconds ?? 0}))`
            : transaction`null`
        },
        ${leftOut === undefined ? transaction`` : transaction`left_out = ${transaction.json(leftOut)}, prepared_at = now(),`}
        finished_at = ${isWaiting ? transaction`null` : transaction`now()`},
        updated_at = now()
      where agency_id = ${agencyId}
        and id = ${id}
      returning due_at as "dueAt"
    `,
  );
}

export async function noteConfirmation(
  sql: Queryable,
  agencyId: number,
  { id, personId }: { id: string; personId: string | null },
): Promise<void> {
  await sql`
    update mailing
    set confirmed_by = ${personId}, confirmed_at = now()
    where agency_id = ${agencyId}
      and id = ${id}
  `;
}

export async function deleteDraftMailing(sql: Queryable, agencyId: number, id: string): Promise<boolean> {
  const deleted = await sql`
    delete from mailing
    where agency_id = ${agencyId}
      and id = ${id}
      and status = 'draft'
  `;
  return deleted.count === 1;
}

/** Locks the mailing of the agency that has been due for longest; null where there is none. `now` is the database's. */
export async function lockDueMailing(
  transaction: Queryable,
  agencyId: number,
): Promise<(Mailing & { now: Date }) | null> {
  const [due] = await transaction<{ id: string; now: Date }[]>`
    select id, now() as now
    from mailing
    where agency_id = ${agencyId}
      and due_at <= now()
    order by due_at, id
    limit 1
    for update skip locked
  `;
  const mailing = due === undefined ? null : await findMailing(transaction, agencyId, due.id);
  return due === undefined || mailing === null ? null : { ...mailing, now: due.now };
}

/** Whether a mail of it waits or is under way. */
export async function hasWaitingMails(sql: Queryable, agencyId: number, id: string): Promise<boolean> {
  const waiting = await sql`
    select
    from mail
    where agency_id = ${agencyId}
      and about_id = ${id}
      and kind = ${mailingMail.name}
      and status = 'waiting'
    limit 1
  `;
  return waiting.length > 0;
}

/** What is known of mailings; of one without mails nothing but zeros. An objection counts for the last mailing before it. */
export async function listFigures(
  sql: Queryable,
  agencyId: number,
  mailings: readonly Pick<Mailing, "id" | "releaseId">[],
): Promise<Map<string, MailingFigures>> {
  const asked = mailings.map(({ id, releaseId }) => {
    const { source, medium, campaign } = campaignOf(id);
    return { id, release_id: releaseId, value_id: valueId([source, medium, campaign]) };
  });
  const rows = await sql<(MailingFigures & { id: string })[]>`
    select
      asked.id,
      coalesce(mails.waiting, 0)::integer as waiting,
      coalesce(mails.sent, 0)::integer as sent,
      coalesce(mails.undeliverable, 0)::integer as undeliverable,
      coalesce(mails.cancelled, 0)::integer as cancelled,
      coalesce(objected.objections, 0)::integer as objections,
      coalesce(hits.clicks, 0)::integer as clicks
    from jsonb_to_recordset(${sql.json(asked)}) as asked (id uuid, release_id integer, value_id bigint)
    left join lateral (
      select
        count(*) filter (where status = 'waiting') as waiting,
        count(*) filter (where status = 'sent') as sent,
        count(*) filter (where status = 'failed') as undeliverable,
        count(*) filter (where status = 'cancelled') as cancelled
      from mail
      where mail.agency_id = ${agencyId}
        and mail.about_id = asked.id
        and mail.kind = ${mailingMail.name}
    ) as mails on true
    left join lateral (
      select count(*) as objections
      from media_contact_objection
      join mail on mail.agency_id = ${agencyId}
        and mail.about_id = asked.id
        and mail.kind = ${mailingMail.name}
        and mail.details ->> 'addressKey' = media_contact_objection.address_key::text
      where media_contact_objection.agency_id = ${agencyId}
        and media_contact_objection.how = 'link'
        and media_contact_objection.objected_at >= mail.finished_at
        and mail.status = 'sent'
        and not exists (
          select
          from mail as later
          where later.agency_id = ${agencyId}
            and later.kind = 'mailing'
            and later.once = mail.once
            and later.status = 'sent'
            and later.finished_at > mail.finished_at
            and later.finished_at <= media_contact_objection.objected_at
        )
    ) as objected on true
    left join lateral (
      select sum(count) as clicks
      from hit_day_dimension
      where hit_day_dimension.agency_id = ${agencyId}
        and hit_day_dimension.release_id = asked.release_id
        and hit_day_dimension.dimension = ${dimensions.campaign}
        and hit_day_dimension.value_id = asked.value_id
    ) as hits on true
  `;
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

/** How many media got a mailing, and how many of them have reported on its release: the same names, and no more than that. */
export async function countMedia(
  sql: Queryable,
  agencyId: number,
  { id, releaseId }: Pick<Mailing, "id" | "releaseId">,
): Promise<{ addressed: number; reported: number }> {
  if (releaseId === null) return { addressed: 0, reported: 0 };
  const [row] = await sql<{ addressed: number; reported: number }[]>`
    with addressed as (
      select distinct lower(contact.medium) as medium
      from mail
      join media_contact contact on contact.agency_id = ${agencyId} and contact.id::text = mail.once
      where mail.agency_id = ${agencyId}
        and mail.about_id = ${id}
        and mail.kind = ${mailingMail.name}
        and mail.status = 'sent'
    )
    select
      count(*)::integer as addressed,
      count(*) filter (
        where medium in (
          select lower(mention.medium)
          from media_mention as mention
          where mention.agency_id = ${agencyId}
            and mention.release_id = ${releaseId}
            and ${isCounted(sql, agencyId, "mention")}
        )
      )::integer as reported
    from addressed
  `;
  return row ?? { addressed: 0, reported: 0 };
}

/**
 * Notes that a mail came back after the server had taken it, and returns the contact that it went to; null where it is no mail of a
 * mailing, or came back already.
 */
export async function noteReturned(
  sql: Queryable,
  agencyId: number,
  { mailId, status }: { mailId: string; status: string },
): Promise<string | null> {
  const [row] = await sql<{ contactId: string }[]>`
    update mail
    set status = 'failed', last_error = ${`RETURNED ${status}`}
    where agency_id = ${agencyId}
      and id = ${mailId}
      and kind = ${mailingMail.name}
      and status = 'sent'
    returning details ->> 'contactId' as "contactId"
  `;
  return row?.contactId ?? null;
}

/** Whom a mail of a mailing went to; null for any other mail. */
export async function findMailContact(
  sql: Queryable,
  agencyId: number,
  mailId: string,
): Promise<{ addressKey: string } | null> {
  const [row] = await sql<{ addressKey: string }[]>`
    select details ->> 'addressKey' as "addressKey"
    from mail
    where agency_id = ${agencyId}
      and id = ${mailId}
      and kind = ${mailingMail.name}
  `;
  return row ?? null;
}

function mailingColumns(sql: Queryable) {
  return sql`
    m.id,
    m.client_id as "clientId",
    c.name as "clientName",
    m.release_id as "releaseId",
    r.title as "releaseTitle",
    m.status, m.subject, m.message,
    m.list_ids as "listIds",
    m.contact_ids as "contactIds",
    m.asset_ids as "assetIds",
    m.reply_to as "replyTo",
    m.due_at as "dueAt",
    m.confirmed_by as "confirmedBy",
    m.left_out as "leftOut",
    m.prepared_at as "preparedAt",
    m.finished_at as "finishedAt",
    m.created_at as "createdAt",
    m.updated_at as "updatedAt"
  `;
}
