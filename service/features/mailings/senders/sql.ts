import type { Queryable } from "../../../floor/db/open.ts";

export type DmarcPolicy = "missing" | "none" | "enforced";

export type SenderRow = {
  clientId: number;
  name: string;
  address: string;
  selector: string;
  publicKey: string;
  privateKeyEncrypted: Uint8Array;
  nextSelector: string | null;
  nextPublicKey: string | null;
  checkedAt: Date | null;
  isSigning: boolean;
  dmarc: DmarcPolicy | null;
  hasSpf: boolean | null;
  sentCount: number;
};

export type NewKey = { selector: string; publicKey: string; privateKeyEncrypted: Uint8Array };

export async function findSender(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<SenderRow | null> {
  const [row] = await sql<SenderRow[]>`
    select
      client_id as "clientId", name, address, selector,
      public_key as "publicKey",
      private_key_encrypted as "privateKeyEncrypted",
      next_selector as "nextSelector",
      next_public_key as "nextPublicKey",
      checked_at as "checkedAt",
      is_signing as "isSigning",
      dmarc,
      has_spf as "hasSpf",
      sent_count as "sentCount"
    from mail_sender
    where agency_id = ${agencyId}
      and client_id = ${clientId}
  `;
  return row ?? null;
}

/** Writes the sender of a client. With a key it is a sender of another domain, of which nothing is known yet. */
export async function upsertSender(
  sql: Queryable,
  agencyId: number,
  { clientId, name, address, key }: { clientId: number; name: string; address: string; key: NewKey | null },
): Promise<void> {
  if (key === null) {
    await sql`
      update mail_sender
      set name = ${name}, address = ${address}
      where agency_id = ${agencyId}
        and client_id = ${clientId}
    `;
    return;
  }
  await sql`
    insert into mail_sender (agency_id, client_id, name, address, selector, public_key, private_key_encrypted)
    values (
      ${agencyId}, ${clientId}, ${name}, ${address}, ${key.selector}, ${key.publicKey}, ${key.privateKeyEncrypted}
    )
    on conflict (agency_id, client_id) do update
    set
      name = excluded.name, address = excluded.address, selector = excluded.selector,
      public_key = excluded.public_key, private_key_encrypted = excluded.private_key_encrypted,
      next_selector = null, next_public_key = null, next_private_key_encrypted = null,
      checked_at = null, looked_at = null, is_signing = false, dmarc = null, has_spf = null, sent_count = 0
  `;
}

/** Puts a second key beside the first, in place of one that waits already; false where there is no sender. */
export async function setNextKey(
  sql: Queryable,
  agencyId: number,
  { clientId, key }: { clientId: number; key: NewKey },
): Promise<boolean> {
  const changed = await sql`
    update mail_sender
    set
      next_selector = ${key.selector}, next_public_key = ${key.publicKey},
      next_private_key_encrypted = ${key.privateKeyEncrypted}
    where agency_id = ${agencyId}
      and client_id = ${clientId}
  `;
  return changed.count === 1;
}

/** What DNS said; null where it did not answer. */
export type LookUp = {
  isSigning: boolean | null;
  isNextFound: boolean | null;
  dmarc: DmarcPolicy | null;
  hasSpf: boolean | null;
};

/**
 * Writes what DNS said of the keys that were asked for; the next one takes the place of the first as soon as it is found. What it did
 * not say stays as it was.
 */
export async function noteLookUp(
  sql: Queryable,
  agencyId: number,
  input: {
    clientId: number;
    asked: { selector: string; nextSelector: string | null };
    found: LookUp;
  },
): Promise<void> {
  const { clientId, asked, found } = input;
  const isSigning = found.isNextFound === true ? true : found.isSigning;
  await sql`
    update mail_sender
    set
      looked_at = now(),
      ${isSigning === null ? sql`` : sql`checked_at = now(),`}
      is_signing = coalesce(${isSigning}::boolean, is_signing),
      dmarc = coalesce(${found.dmarc}, dmarc),
      has_spf = coalesce(${found.hasSpf}::boolean, has_spf)
      ${
        found.isNextFound === true
          ? sql`,
      selector = next_selector, public_key = next_public_key, private_key_encrypted = next_private_key_encrypted,
      next_selector = null, next_public_key = null, next_private_key_encrypted = null`
          : sql``
      }
    where agency_id = ${agencyId}
      and client_id = ${clientId}
      and selector = ${asked.selector}
      and next_selector is not distinct from ${asked.nextSelector}
  `;
}

/** Senders of active clients, of agencies that are not deleted, that were not asked for within `minutes`, the longest first. */
export async function listSendersToAsk(
  sql: Queryable,
  { minutes, limit }: { minutes: number; limit: number },
): Promise<{ agencyId: number; clientId: number }[]> {
  return await sql<{ agencyId: number; clientId: number }[]>`
    select s.agency_id as "agencyId", s.client_id as "clientId"
    from mail_sender s
    join client c on c.agency_id = s.agency_id and c.id = s.client_id
    join agency a on a.id = s.agency_id and a.delete_after is null
    where c.status = 'active'
      and (s.looked_at is null or s.looked_at < now() - make_interval(mins => ${minutes}))
    order by s.looked_at nulls first
    limit ${limit}
  `;
}

export async function deleteSender(sql: Queryable, agencyId: number, clientId: number): Promise<boolean> {
  const deleted = await sql`
    delete from mail_sender
    where agency_id = ${agencyId}
      and client_id = ${clientId}
  `;
  return deleted.count === 1;
}

/** Counts mails that are about to go out signed; the pace of a new domain follows it. */
export async function addToSent(
  sql: Queryable,
  agencyId: number,
  { clientId, count }: { clientId: number; count: number },
): Promise<void> {
  await sql`
    update mail_sender
    set sent_count = least(sent_count::bigint + ${count}, 2000000000)
    where agency_id = ${agencyId}
      and client_id = ${clientId}
  `;
}
