import { inTransaction } from "../../../floor/db/in-transaction.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { enqueueMails } from "../../../floor/mail/outbox/sql.ts";
import type { PageLanguage } from "../../../floor/web/language.ts";
import { settingColumns } from "../../clients/newsroom-sql.ts";
import { shownColumn } from "../sql.ts";
import { subscriberMails } from "./mail-kinds.ts";
import { type EndReason, type Frequency, ownSubscriptionsMax, type Subscription } from "./schema.ts";

/** How long a request waits for its confirmation. Then the row goes, because nobody has agreed to it. */
export const pendingHoursMax = 48;

/**
 * Writes a request and the mail that asks to confirm it, by statements that are the same for an address that is known and one
 * that is not: neither the answer nor its time may tell which. Where there is a subscription already, the mail says so.
 */
export async function requestSubscription(
  sql: Queryable,
  agencyId: number,
  input: {
    id: string;
    clientId: number;
    topic: string | null;
    frequency: Frequency;
    addressHash: Uint8Array;
    addressEncrypted: Uint8Array;
    consentTextVersion: string;
  },
): Promise<void> {
  await inTransaction(sql, async (transaction) => {
    // The same statements for both cases, one after the other.
    const known = await transaction<{ id: string }[]>`
      select id
      from newsroom_subscription
      where agency_id = ${agencyId}
        and client_id = ${input.clientId}
        and address_hash = ${input.addressHash}
        and coalesce(topic, '') = ${input.topic ?? ""}
        and status <> 'ended'
    `;
    await transaction`
      update newsroom_subscription
      set frequency = ${input.frequency}, consent_text_version = ${input.consentTextVersion}, requested_at = now()
      where agency_id = ${agencyId}
        and id = any (${transaction.array(known.map(({ id }) => id))}::uuid[])
        and status = 'pending'
    `;
    const inserted = await transaction<{ id: string }[]>`
      insert into newsroom_subscription (
        agency_id, id, client_id, topic, frequency, address_hash, address_encrypted, consent_text_version
      )
      values (
        ${agencyId}, ${input.id}, ${input.clientId}, ${input.topic}, ${input.frequency}, ${input.addressHash},
        ${input.addressEncrypted}, ${input.consentTextVersion}
      )
      on conflict do nothing
      returning id
    `;
    await enqueueMails(transaction, agencyId, {
      kind: subscriberMails.confirmation,
      mails: [...known, ...inserted].map(({ id }) => ({ aboutId: id, once: "" })),
      again: {},
    });
  });
}

export type FoundSubscription = Subscription & {
  clientSlug: string;
  /** Of the newsroom. */
  language: PageLanguage;
  agencyName: string;
  addressHash: Uint8Array;
  addressEncrypted: Uint8Array | null;
  isExpired: boolean;
};

/** A subscription with what stands around the pages behind its links. */
export type LinkedSubscription = FoundSubscription & {
  /** False where the newsroom is not to be seen any more: its client was archived, or its agency leaves. */
  hasNewsroom: boolean;
  imprintUrl: string | null;
  privacyUrl: string | null;
  hasImprintText: boolean;
  hasPrivacyText: boolean;
};

/** The subscription that a signed link names, or null. */
export async function findSubscription(
  sql: Queryable,
  agencyId: number,
  id: string,
): Promise<LinkedSubscription | null> {
  const [row] = await sql<LinkedSubscription[]>`
    select
      ${foundColumns(sql)},
      c.status = 'active' and a.delete_after is null and ${shownColumn(sql)} as "hasNewsroom",
      ${settingColumns(sql, ["imprintUrl", "privacyUrl"])},
      n.imprint_markdown is not null as "hasImprintText",
      n.privacy_markdown is not null as "hasPrivacyText"
    from newsroom_subscription s
    join client c on c.agency_id = s.agency_id and c.id = s.client_id
    join newsroom n on n.agency_id = s.agency_id and n.client_id = s.client_id
    join agency a on a.id = s.agency_id
    where s.agency_id = ${agencyId}
      and s.id = ${id}
  `;
  return row ?? null;
}

/** All that an agency holds on one address, ended subscriptions included. */
export async function listSubscriptionsOf(
  sql: Queryable,
  agencyId: number,
  addressHash: Uint8Array,
): Promise<FoundSubscription[]> {
  return await sql<FoundSubscription[]>`
    select ${foundColumns(sql)}
    from newsroom_subscription s
    join client c on c.agency_id = s.agency_id and c.id = s.client_id
    join agency a on a.id = s.agency_id
    where s.agency_id = ${agencyId}
      and s.address_hash = ${addressHash}
    order by s.id
    limit ${ownSubscriptionsMax}
  `;
}

/** Subscriptions of an agency behind `afterId`, those of one client where one is named. */
export async function listSubscriptions(
  sql: Queryable,
  agencyId: number,
  page: { clientId: number | null; afterId: string | null; limit: number; isActiveOnly?: boolean },
): Promise<FoundSubscription[]> {
  return await sql<FoundSubscription[]>`
    select ${foundColumns(sql)}
    from newsroom_subscription s
    join client c on c.agency_id = s.agency_id and c.id = s.client_id
    join agency a on a.id = s.agency_id
    where s.agency_id = ${agencyId}
      ${page.clientId === null ? sql`` : sql`and s.client_id = ${page.clientId}`}
      ${page.isActiveOnly === true ? sql`and s.status = 'active'` : sql``}
      ${page.afterId === null ? sql`` : sql`and s.id > ${page.afterId}`}
    order by s.id
    limit ${page.limit}
  `;
}

/** How many readers get the releases of a client by mail. */
export async function countActiveSubscriptions(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from newsroom_subscription
    where agency_id = ${agencyId}
      and client_id = ${clientId}
      and status = 'active'
  `;
  return row?.count ?? 0;
}

/** Turns a request into a subscription. False where it is none that waits, waited too long, or its agency leaves. */
export async function confirmRow(sql: Queryable, agencyId: number, id: string): Promise<boolean> {
  const confirmed = await sql`
    update newsroom_subscription
    set status = 'active', confirmed_at = now()
    where agency_id = ${agencyId}
      and id = ${id}
      and status = 'pending'
      and requested_at > now() - ${pendingHoursMax} * interval '1 hour'
      and exists (select from agency where agency.id = ${agencyId} and agency.delete_after is null)
  `;
  return confirmed.count === 1;
}

/**
 * Ends the subscriptions of one id or of one address: the encrypted address goes, so that mails that wait are not sent, and requests that
 * nobody confirmed go whole. Returns how many there were.
 */
export async function endSubscriptions(
  sql: Queryable,
  agencyId: number,
  input: {
    which: { id: string; clientId?: number } | { addressHash: Uint8Array };
    reason: EndReason;
  },
): Promise<number> {
  const { which } = input;
  const chosen =
    "id" in which
      ? sql`s.id = ${which.id}::uuid and s.client_id = coalesce(${which.clientId ?? null}::integer, s.client_id)`
      : sql`s.address_hash = ${which.addressHash}::bytea`;
  const [row] = await sql<{ count: number }[]>`
    with ended as (
      update newsroom_subscription s
      set status = 'ended', ended_at = now(), end_reason = ${input.reason}, address_encrypted = null
      where s.agency_id = ${agencyId}
        and ${chosen}
        and s.status = 'active'
      returning s.id
    ),
    dropped as (
      delete from newsroom_subscription s
      where s.agency_id = ${agencyId}
        and ${chosen}
        and s.status = 'pending'
      returning s.id
    )
    select (select count(*) from ended)::integer + (select count(*) from dropped)::integer as count
  `;
  return row?.count ?? 0;
}

function foundColumns(sql: Queryable) {
  return sql`
    s.id, s.topic, s.frequency, s.status,
    s.client_id as "clientId",
    c.name as "clientName",
    c.slug as "clientSlug",
    a.name as "agencyName",
    coalesce(
      (select n.language from newsroom n where n.agency_id = s.agency_id and n.client_id = s.client_id),
      'de'
    ) as language,
    s.address_hash as "addressHash",
    s.address_encrypted as "addressEncrypted",
    s.consent_text_version as "consentTextVersion",
    s.requested_at as "requestedAt",
    s.confirmed_at as "confirmedAt",
    s.ended_at as "endedAt",
    s.end_reason as "endReason",
    s.status = 'pending'
    and (
      s.requested_at <= now() - ${pendingHoursMax} * interval '1 hour'
      or a.delete_after is not null
    ) as "isExpired"
  `;
}
