import { ownHostColumn } from "../../clients/newsroom-sql.ts";
import type { Queryable } from "../../db/open.ts";
import type { LeasedMail } from "../../mail/leased-mail-sql.ts";
import type { PageLanguage } from "../../web/language.ts";
import type { WorkQueue } from "../../work/work-queue.ts";
import type { Frequency, SubscriptionStatus } from "./schema.ts";

/** One mail: a confirmation where `releaseIds` is empty, else one release, or those of a digest. */
export type ClaimedMail = {
  agencyId: number;
  subscriptionId: string;
  leaseToken: string;
  attempts: number;
  releaseIds: number[];
};

export type MailFacts = {
  status: SubscriptionStatus;
  addressEncrypted: Uint8Array | null;
  topic: string | null;
  frequency: Frequency;
  clientId: number;
  clientName: string;
  clientSlug: string;
  ownHost: string | null;
  agencyName: string;
  /** Of the newsroom. */
  language: PageLanguage;
  timeZone: string;
  contactName: string | null;
  contactEmail: string | null;
};

export type MailedRelease = { slug: string; title: string; subtitle: string | null; publishedAt: Date };

/** Older mails are not sent any more: what was news three days ago is none, and a server that was away so long has gone for good. */
const mailDaysMax = 3;
/** Releases that a digest shows; the newsroom has the others. */
export const digestReleasesMax = 50;

export const subscriberMailQueue: WorkQueue = {
  name: "subscriber_mails",
  waiting: (sql) => sql`
    select agency_id, next_attempt_at as due_at
    from newsroom_mail
    where status = 'waiting'
  `,
};

/**
 * Claims the agency's next mail that is due, with all rows of its digest. The lease is its next attempt: a sender that dies leaves
 * a mail that another one takes when the lease is over. Of a digest only the first row can be claimed, so that two senders can't
 * take a part each.
 */
export async function claimMail(
  sql: Queryable,
  agencyId: number,
  input: { leaseToken: string; leaseSeconds: number },
): Promise<ClaimedMail | null> {
  const rows = await sql<(Omit<ClaimedMail, "releaseIds"> & { releaseId: number | null })[]>`
    with due as materialized (
      select m.id, m.subscription_id, m.digest_at
      from newsroom_mail m
      where m.agency_id = ${agencyId}
        and m.status = 'waiting'
        and m.next_attempt_at <= now()
        and (
          m.digest_at is null
          or not exists (
            select
            from newsroom_mail earlier
            where earlier.agency_id = ${agencyId}
              and earlier.subscription_id = m.subscription_id
              and earlier.digest_at = m.digest_at
              and earlier.status = 'waiting'
              and earlier.next_attempt_at <= now()
              and earlier.id < m.id
          )
        )
      order by m.next_attempt_at, m.id
      limit 1
      for update skip locked
    )
    update newsroom_mail m
    set
      attempts = m.attempts + 1,
      lease_token = ${input.leaseToken},
      next_attempt_at = now() + make_interval(secs => ${input.leaseSeconds})
    from due
    where m.agency_id = ${agencyId}
      and m.subscription_id = due.subscription_id
      and m.status = 'waiting'
      and m.next_attempt_at <= now()
      and (m.id = due.id or m.digest_at = due.digest_at)
    returning
      m.agency_id as "agencyId",
      m.subscription_id as "subscriptionId",
      m.lease_token as "leaseToken",
      m.attempts,
      m.release_id as "releaseId"
  `;
  const [first] = rows;
  if (first === undefined) return null;
  const { releaseId: _releaseId, ...claimed } = first;
  return { ...claimed, releaseIds: rows.flatMap(({ releaseId }) => (releaseId === null ? [] : [releaseId])) };
}

/** Whom a mail goes to and what stands around it, as long as its lease holds and somebody still wants it; else null. */
export async function findMailFacts(
  sql: Queryable,
  { agencyId, subscriptionId, leaseToken }: ClaimedMail,
): Promise<MailFacts | null> {
  const [row] = await sql<MailFacts[]>`
    select
      s.status, s.topic, s.frequency,
      s.address_encrypted as "addressEncrypted",
      c.id as "clientId",
      c.name as "clientName",
      c.slug as "clientSlug",
      ${ownHostColumn(sql)} as "ownHost",
      a.name as "agencyName",
      a.time_zone as "timeZone",
      n.language,
      n.contact_name as "contactName",
      n.contact_email as "contactEmail"
    from newsroom_subscription s
    join client c on c.agency_id = s.agency_id and c.id = s.client_id
    join newsroom n on n.agency_id = c.agency_id and n.client_id = c.id
    join agency a on a.id = s.agency_id
    where s.agency_id = ${agencyId}
      and s.id = ${subscriptionId}
      and s.status <> 'ended'
      and c.status = 'active'
      and exists (
        select
        from newsroom_mail m
        where m.agency_id = ${agencyId}
          and m.subscription_id = s.id
          and m.lease_token = ${leaseToken}
          and m.status = 'waiting'
          and m.created_at > now() - ${mailDaysMax} * interval '1 day'
      )
  `;
  return row ?? null;
}

/** The releases of a mail that are still to be seen, newest first. One that was archived meanwhile is left out. */
export async function listMailedReleases(
  sql: Queryable,
  { agencyId, releaseIds }: Pick<ClaimedMail, "agencyId" | "releaseIds">,
): Promise<MailedRelease[]> {
  return await sql<MailedRelease[]>`
    select slug, title, subtitle, published_at as "publishedAt"
    from release
    where agency_id = ${agencyId}
      and id = any (${sql.array(releaseIds)}::integer[])
      and status = 'published'
    order by published_at desc, id desc
    limit ${digestReleasesMax}
  `;
}

/** What ends or postpones a mail that was claimed, with all rows of a digest. */
export function leaseOf(sql: Queryable, mail: ClaimedMail): LeasedMail {
  return {
    table: "newsroom_mail",
    queue: subscriberMailQueue,
    agencyId: mail.agencyId,
    key: sql`subscription_id = ${mail.subscriptionId}`,
    leaseToken: mail.leaseToken,
  };
}
