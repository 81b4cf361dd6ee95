import { integerArray } from "../../floor/db/array-literals.ts";
import { afterEveryUuid } from "../../floor/db/keyset-list.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { writeWork } from "../../floor/queues/announce-work.ts";
import type { WorkQueue } from "../../floor/queues/work-queue.ts";
import type { LeftOut } from "../media-contacts/recipients-sql.ts";
import { replyToColumn } from "./reply-to-sql.ts";
import type { Mailing, MailingContent, MailingStatus, StopReason } from "./schema.ts";

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
  input: Pick<
    Mailing,
    "id" | "clientId" | "releaseId" | "draftId" | "isEmbargoed" | "subject" | "message" | "replyTo"
  >,
): Promise<boolean> {
  const { id, clientId, releaseId, draftId, isEmbargoed, subject, message, replyTo } = input;
  const inserted = await sql`
    insert into mailing (agency_id, id, client_id, release_id, draft_id, is_embargoed, subject, message, reply_to)
    values (
      ${agencyId}, ${id}, ${clientId}, ${releaseId}, ${draftId}, ${isEmbargoed}, ${subject}, ${message}, ${replyTo}
    )
    on conflict (agency_id, id) do nothing
  `;
  return inserted.count === 1;
}

export async function findMailing(sql: Queryable, agencyId: number, id: string): Promise<Mailing | null> {
  const [row] = await sql<Mailing[]>`
    select ${mailingColumns(sql)}
    from mailing m
    join client c on c.agency_id = m.agency_id and c.id = m.client_id
    left join release r on ${isReleaseOf(sql)}
    left join draft d on d.agency_id = m.agency_id and d.id = m.draft_id
    left join draft_version v on v.agency_id = d.agency_id and v.draft_id = d.id and v.version = d.version
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
  page: {
    clientIds: readonly number[] | null;
    releaseId: number | null;
    beforeId: string | null;
    limit: number;
  },
): Promise<Mailing[]> {
  const { clientIds, releaseId, beforeId, limit } = page;
  return await sql<Mailing[]>`
    select ${mailingColumns(sql)}
    from mailing m
    join client c on c.agency_id = m.agency_id and c.id = m.client_id
    left join release r on ${isReleaseOf(sql)}
    left join draft d on d.agency_id = m.agency_id and d.id = m.draft_id
    left join draft_version v on v.agency_id = d.agency_id and v.draft_id = d.id and v.version = d.version
    where m.agency_id = ${agencyId}
      and m.id < ${beforeId ?? afterEveryUuid}
      ${releaseId === null ? sql`` : sql`and r.id = ${releaseId}`}
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
      contact_ids = ${sql.array(contactIds)}::uuid[], asset_ids = ${sql.array(assetIds)}::uuid[],
      confirmed_by = null, confirmed_at = null, typed_count = null, updated_at = now()
    where agency_id = ${agencyId}
      and id = ${id}
      and status = 'draft'
  `;
}

/**
 * Writes a state, and announces that the loop has to look at it in `dueInSeconds`; null for never. What was confirmed for a mailing is
 * forgotten with its next draft.
 */
export async function setStatus(
  sql: Queryable,
  agencyId: number,
  input: {
    id: string;
    status: MailingStatus;
    dueAt?: Date;
    dueInSeconds?: number;
    /** Whether it waits for nothing but the publication of its text. */
    waitsForRelease?: boolean;
    leftOut?: LeftOut;
    stopReason?: StopReason;
  },
): Promise<void> {
  const { id, status, dueAt, dueInSeconds, leftOut, stopReason = null } = input;
  const { waitsForRelease = false } = input;
  const isWaiting = status === "scheduled" || status === "preparing" || status === "sending";
  const hasEnded = status === "sent" || status === "stopped";
  await writeWork(
    sql,
    { queue: mailingQueue, agencyId },
    (transaction) => transaction<{ dueAt: Date | null }[]>`
      update mailing
      set
        status = ${status},
        due_at = ${
          isWaiting
            ? (dueAt ?? transaction`now() + make_interval(secs => ${dueInSeconds ?? 0})`)
            : transaction`null`
        },
        ${leftOut === undefined ? transaction`` : transaction`left_out = ${transaction.json(leftOut)}, prepared_at = now(),`}
        ${status === "draft" ? transaction`confirmed_by = null, confirmed_at = null, typed_count = null,` : transaction``}
        waits_for_release = ${waitsForRelease},
        stop_reason = ${stopReason},
        finished_at = ${hasEnded ? transaction`now()` : transaction`null`},
        updated_at = now()
      where agency_id = ${agencyId}
        and id = ${id}
      returning due_at as "dueAt"
    `,
  );
}

/** Makes those mailings due that wait for nothing but the release, which is published now. */
export async function startWithRelease(
  transaction: Queryable,
  agencyId: number,
  releaseId: number,
): Promise<void> {
  await writeWork(
    transaction,
    { queue: mailingQueue, agencyId },
    (inner) => inner<{ dueAt: Date }[]>`
      update mailing
      set due_at = now(), updated_at = now()
      from release
      where mailing.agency_id = ${agencyId}
        and mailing.waits_for_release
        and mailing.due_at > now()
        and release.agency_id = ${agencyId}
        and release.id = ${releaseId}
        and release.draft_id = mailing.draft_id
      returning mailing.due_at as "dueAt"
    `,
  );
}

/** Writes what its sender has confirmed: that it informs, and to how many it goes. */
export async function noteConfirmation(
  sql: Queryable,
  agencyId: number,
  input: { id: string; personId: string | null; isInforming: boolean; typedCount: number | null },
): Promise<void> {
  const { id, personId, isInforming, typedCount } = input;
  await sql`
    update mailing
    set
      confirmed_by = ${isInforming ? personId : null},
      confirmed_at = ${isInforming ? sql`now()` : sql`null`},
      typed_count = ${typedCount}
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

/** The release `r` of the mailing `m`: what was published of the text that it announced, too, be it archived since. */
export function isReleaseOf(sql: Queryable) {
  return sql`
    r.agency_id = m.agency_id
    and (r.id = m.release_id or (r.draft_id = m.draft_id and r.status in ('published', 'archived')))
  `;
}

function mailingColumns(sql: Queryable) {
  return sql`
    m.id,
    m.client_id as "clientId",
    c.name as "clientName",
    m.draft_id as "draftId",
    m.is_embargoed as "isEmbargoed",
    r.id as "releaseId",
    coalesce(r.title, v.title) as "releaseTitle",
    m.status, m.subject, m.message,
    m.list_ids as "listIds",
    m.contact_ids as "contactIds",
    m.asset_ids as "assetIds",
    ${replyToColumn(sql)} as "replyTo",
    case
      when m.due_at is null or m.is_embargoed then m.due_at
      when m.waits_for_release then coalesce(d.scheduled_for, m.due_at)
      else greatest(m.due_at, d.scheduled_for)
    end as "dueAt",
    m.confirmed_by as "confirmedBy",
    m.confirmed_at as "confirmedAt",
    m.typed_count as "typedCount",
    m.stop_reason as "stopReason",
    m.left_out as "leftOut",
    m.prepared_at as "preparedAt",
    m.finished_at as "finishedAt",
    m.created_at as "createdAt",
    m.updated_at as "updatedAt"
  `;
}
