import { ServiceError } from "../../errors.ts";
import { beforeEveryUuid } from "../../floor/db/keyset-list.ts";
import type { Queryable } from "../../floor/db/open.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { formatCount } from "../../floor/web/format.ts";
import { refusal, refuseFields } from "../../floor/web/refuse-fields.ts";
import { type BlockedReason, blockedReason } from "./country-rules.ts";
import { listContactLists } from "./lists-sql.ts";
import { type ChosenContact, type LeftOut, listChosen } from "./recipients-sql.ts";
import type { ListedContact } from "./schema.ts";
import { openPart } from "./sealed-contact.ts";
import { findContactSettings } from "./settings-sql.ts";

/** Whom a mailing goes to, without the address: that is opened when the mail goes. */
export type Recipient = Pick<
  ListedContact,
  | "id"
  | "addressAs"
  | "title"
  | "firstName"
  | "lastName"
  | "medium"
  | "language"
  | "country"
  | "source"
  | "basis"
  | "basisReason"
  | "topics"
> & {
  /** For `objectionPath`. */
  addressKey: string;
  /** False where the mail has to tell what article 14 of the GDPR asks for. */
  isInformed: boolean;
};

/** Of one mailing. Ten times what a large German list has; beyond it a mistake is likelier than a release. */
export const recipientsMax = 10_000;
/** Lists of one mailing: each is a condition of one statement. */
const chosenListsMax = 20;
/** Chosen by name. */
const chosenContactsMax = 1_000;
/** Contacts whose addresses are opened at once: 5 ms. */
export const openedMax = 500;
/** Rows of one statement: 20 ms, and others have their turn. */
const rowsAtOnce = 2_000;

export type ChosenRecipients = { contacts: Recipient[]; leftOut: LeftOut };

/**
 * Evaluates what was chosen for a mailing of a client, in the order of ids: the same choice of the same contacts gives the same list.
 * Throws `not_found` for a list that is gone, and `validation_error` for too many.
 */
export async function resolveRecipients(
  sql: Queryable,
  agencyId: number,
  input: { clientId: number; listIds: readonly string[]; contactIds: readonly string[] },
): Promise<ChosenRecipients> {
  const listIds = [...new Set(input.listIds)];
  const contactIds = [...new Set(input.contactIds)];
  if (listIds.length > chosenListsMax || contactIds.length > chosenContactsMax) throw tooMany();
  const [lists, settings] = await Promise.all([
    // Whoever chose the lists was let to them then.
    listContactLists(sql, agencyId, { scope: null, ids: listIds }),
    findContactSettings(sql, agencyId),
  ]);
  if (lists.length < listIds.length) throw new ServiceError("not_found", "There is no such list.");
  const contacts: Recipient[] = [];
  const counter = createCounter();
  const missing = new Set(contactIds);
  let afterId: string | undefined = beforeEveryUuid;
  while (afterId !== undefined) {
    const page: ChosenContact[] = await listChosen(sql, agencyId, {
      ...{ clientId: input.clientId, lists, contactIds, afterId, rowsMax: rowsAtOnce },
    });
    for (const contact of page) {
      missing.delete(contact.id);
      if (counter.isSendable(contact, settings)) contacts.push(recipientOf(contact));
    }
    if (contacts.length > recipientsMax)
      refuseFields({
        field: "listIds",
        german: `Das sind mehr als ${formatCount(recipientsMax)} Empfänger, und an so viele geht ein Aussand höchstens: Bitte teilen Sie ihn auf.`,
        english: `at most ${recipientsMax} recipients are possible. Split the mailing.`,
      });
    afterId = page.length < rowsAtOnce ? undefined : page.at(-1)?.id;
  }
  return { contacts, leftOut: { ...counter.leftOut(), gone: missing.size } };
}

/**
 * The addresses of recipients, asked for when their mails go: whoever has objected, come back or gone since the mailing was prepared
 * is not among them.
 */
export async function openRecipients(
  sql: Queryable,
  agencyId: number,
  { clientId, contactIds }: { clientId: number; contactIds: readonly string[] },
  secrets: SecretCipher,
): Promise<(Recipient & { email: string })[]> {
  if (contactIds.length > openedMax) throw tooMany();
  const settings = await findContactSettings(sql, agencyId);
  const chosen = { clientId, lists: [], contactIds, afterId: beforeEveryUuid, rowsMax: openedMax };
  const counter = createCounter();
  return (await listChosen(sql, agencyId, chosen))
    .filter((contact) => counter.isSendable(contact, settings))
    .map((contact) => ({
      ...recipientOf(contact),
      email: openPart(secrets, { agencyId, id: contact.id }, "email", contact.email) ?? "",
    }));
}

/** Why a mailing of a client does not go to a contact. */
type WhyNot = "objected" | "bounced" | "otherClient" | BlockedReason;

export type NamedContact = Pick<ListedContact, "id" | "title" | "firstName" | "lastName" | "medium"> & {
  whyNot: WhyNot | null;
};

/** Contacts that were chosen for a mailing by name, with those that get nothing at the moment. None that is gone. */
export async function listNamed(
  sql: Queryable,
  agencyId: number,
  { clientId, contactIds }: { clientId: number; contactIds: readonly string[] },
): Promise<NamedContact[]> {
  if (contactIds.length > chosenContactsMax) throw tooMany();
  const settings = await findContactSettings(sql, agencyId);
  const chosen = { clientId, lists: [], contactIds, afterId: beforeEveryUuid, rowsMax: chosenContactsMax };
  return (await listChosen(sql, agencyId, chosen)).map((contact) => {
    const { id, title, firstName, lastName, medium } = contact;
    return { id, title, firstName, lastName, medium, whyNot: whyNot(contact, settings) };
  });
}

function whyNot(contact: ChosenContact, settings: { noticeUrl: string | null }): WhyNot | null {
  if (contact.objectedAt !== null) return "objected";
  if (contact.undeliverableAt !== null) return "bounced";
  return contact.isOfClient ? blockedReason(contact, settings) : "otherClient";
}

function createCounter() {
  const counts = { objected: 0, bounced: 0, otherClient: 0, blockedByCountry: 0, duplicate: 0 };
  const blocked = new Map<string, LeftOut["blocked"][number]>();
  return {
    isSendable(contact: ChosenContact, settings: { noticeUrl: string | null }): boolean {
      counts.duplicate += contact.ways - 1;
      const reason = whyNot(contact, settings);
      if (reason === null) return true;
      if (reason === "objected" || reason === "bounced" || reason === "otherClient") counts[reason] += 1;
      else {
        const { country } = contact;
        const key = `${country} ${reason}`;
        counts.blockedByCountry += 1;
        blocked.set(key, { country, reason, contacts: (blocked.get(key)?.contacts ?? 0) + 1 });
      }
      return false;
    },
    leftOut: () => ({ ...counts, blocked: [...blocked.values()] }),
  };
}

function recipientOf(contact: ChosenContact): Recipient {
  const { id, addressKey, addressAs, title, firstName, lastName, medium, language, country, source } =
    contact;
  const { basis, basisReason, topics } = contact;
  return {
    ...{ id, addressKey, addressAs, title, firstName, lastName, medium, language, country, source },
    ...{ basis, basisReason, topics },
    isInformed: contact.informedAt !== null,
  };
}

function tooMany(): ServiceError {
  return refusal("validation_error", {
    german: `Das ist zu viel auf einmal: Möglich sind ${chosenListsMax} Listen und ${formatCount(chosenContactsMax)} einzelne Kontakte.`,
    english: `Too many: ${chosenListsMax} lists and ${chosenContactsMax} single contacts are possible.`,
  });
}
