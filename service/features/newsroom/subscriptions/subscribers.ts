import { fieldReason, ServiceError } from "../../../errors.ts";
import { byUuid, limitForPeople, listPage, type PageInput } from "../../../floor/db/keyset-list.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import type { SecretCipher } from "../../../floor/secrets/secret-cipher.ts";
import { readMailAddress, storedMailAddressOctetsMax } from "../../../floor/web/mail-address.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { decryptAddress, hashAddress } from "./address-cipher.ts";
import { consentText } from "./rules.ts";
import type { EndReason, Subscription } from "./schema.ts";
import { endSubscriptions, type FoundSubscription, listSubscriptions, listSubscriptionsOf } from "./sql.ts";

/** A subscription as its owner and its agency may see it; without an address once it has ended. */
export type Subscriber = Subscription & { email: string | null; consentText: string };

/** An export reads the largest pages. */
const list = { name: "subscribers", ...byUuid, limitDefault: limitForPeople, limitMax: 500 };

/** What an agency's people do with subscribers: `secrets` opens addresses, `actor` is who did it. */
export type SubscriberContext = { secrets: SecretCipher; actor: AuditActor };

/** A page of an agency's subscribers in the order of their requests. Throws `invalid_cursor`, `validation_error`. */
export async function listSubscribers(
  sql: Queryable,
  agencyId: number,
  input: PageInput & { clientId?: number | undefined; isActiveOnly?: boolean },
  secrets: SecretCipher,
): Promise<{ subscribers: Subscriber[]; nextCursor: string | null }> {
  const filter = { clientId: input.clientId ?? null, isActiveOnly: input.isActiveOnly === true };
  const { items, nextCursor } = await listPage(list, input, ({ after, rowsMax }) =>
    listSubscriptions(sql, agencyId, { ...filter, afterId: after, limit: rowsMax }),
  );
  return { subscribers: items.map((row) => toSubscriber(secrets, agencyId, row)), nextCursor };
}

/** All subscribers of an agency, or of one client, page by page: for an export of any length. */
export async function* exportSubscribers(
  sql: Queryable,
  agencyId: number,
  { clientId }: { clientId?: number | undefined },
  secrets: SecretCipher,
): AsyncGenerator<Subscriber> {
  let cursor: string | undefined;
  do {
    const page = await listSubscribers(sql, agencyId, { clientId, cursor, limit: list.limitMax }, secrets);
    yield* page.subscribers;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** All that is held on one address (Art. 15 GDPR), of one client where one is named. Throws `validation_error` for what is no address. */
export async function findSubscriber(
  sql: Queryable,
  agencyId: number,
  { email, clientId }: { email: string; clientId?: number | undefined },
  secrets: SecretCipher,
): Promise<Subscriber[]> {
  const hash = hashAddress(secrets, agencyId, addressOf(email));
  const subscribers = await subscriptionsOfHash(sql, agencyId, hash, secrets);
  return clientId === undefined ? subscribers : subscribers.filter((each) => each.clientId === clientId);
}

/** The same by the keyed hash, for a link that names a subscription. */
export async function subscriptionsOfHash(
  sql: Queryable,
  agencyId: number,
  addressHash: Uint8Array,
  secrets: SecretCipher,
): Promise<Subscriber[]> {
  const rows = await listSubscriptionsOf(sql, agencyId, addressHash);
  return rows.map((row) => toSubscriber(secrets, agencyId, row));
}

/**
 * Ends all subscriptions of an address, because its agency removes it, or because of a bounce or a complaint that reached somebody.
 * Throws `not_found` where the agency has none, and `validation_error` for what is no address.
 */
export async function endSubscriber(
  sql: Sql,
  agencyId: number,
  { email, reason }: { email: string; reason: Extract<EndReason, "removed" | "bounced" | "complained"> },
  { secrets, actor }: SubscriberContext,
): Promise<{ ended: number }> {
  const addressHash = hashAddress(secrets, agencyId, addressOf(email));
  return await sql.begin(async (transaction) => {
    const ended = await endSubscriptions(transaction, agencyId, { which: { addressHash }, reason });
    if (ended === 0) {
      throw new ServiceError("not_found", "The agency has no subscription of this address.");
    }
    // Without the address: the audit is kept longer than an address may be.
    await insertAudit(transaction, agencyId, {
      actor,
      action: `subscriber.${reason}`,
      subject: { type: "subscriber", id: "erased" },
      details: { ended },
    });
    return { ended };
  });
}

function toSubscriber(secrets: SecretCipher, agencyId: number, row: FoundSubscription): Subscriber {
  const {
    addressHash: _hash,
    addressEncrypted,
    isExpired: _isExpired,
    agencyName,
    clientSlug: _slug,
    ...rest
  } = row;
  return {
    ...rest,
    email:
      addressEncrypted === null ? null : decryptAddress(secrets, { agencyId, id: row.id }, addressEncrypted),
    consentText: consentText(row.consentTextVersion, { clientName: row.clientName, agencyName }),
  };
}

function addressOf(email: string): string {
  const address = readMailAddress(email, storedMailAddressOctetsMax);
  if (address !== null) return address;
  throw new ServiceError(
    "validation_error",
    "This is no mail address.",
    fieldReason("email", "Bitte geben Sie eine gültige E-Mail-Adresse an."),
  );
}
