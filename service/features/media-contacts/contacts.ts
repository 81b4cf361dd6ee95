import { v7 as uuidv7 } from "uuid";
import { fieldReason, ServiceError } from "../../errors.ts";
import { isUniqueViolation } from "../../floor/db/is-unique-violation.ts";
import { isUuid, limitForPeople, listPage, type PageInput } from "../../floor/db/keyset-list.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { readMailAddress } from "../../floor/web/mail-address.ts";
import { type FieldProblem, refuseFields } from "../../floor/web/refuse-fields.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { listClientNames } from "../clients/client-names-sql.ts";
import {
  deleteContactRow,
  insertContactRows,
  lockContactRow,
  updateContactMoments,
  updateContactRow,
} from "./change-sql.ts";
import { contactRow, sortCharactersMax } from "./contact-row.ts";
import { changeListsOfContact, listContactLists, listIdsOfContact } from "./lists-sql.ts";
import { contactProblems, normalised } from "./rules.ts";
import type { ContactFields, ListedContact, Scope } from "./schema.ts";
import { addressKey, openPart } from "./sealed-contact.ts";
import { type ContactFilter, findContactRow, listContactRows, type SealedContact, todayOf } from "./sql.ts";

/** Who does something to contacts, with the clients that the person may see. */
export type ContactAct = { scope: Scope; actor: AuditActor; requestId?: string };

/** What is known of a contact; `email`, `phone` and `notes` are null for people who may not see them. */
export type Contact = ListedContact & { email: string | null; phone: string | null; notes: string | null };

/** Four bytes a letter at most, and an id. */
const cursorCharactersMax = sortCharactersMax * 6 + 200;

/**
 * A page of contacts by name. With `secrets` their addresses are opened, and a whole address is found. Throws `invalid_cursor`,
 * `validation_error`.
 */
export async function listContacts(
  sql: Queryable,
  agencyId: number,
  { filter, ...page }: PageInput & { filter: Omit<ContactFilter, "addressKey"> },
  secrets: SecretCipher | null,
): Promise<{ contacts: Contact[]; nextCursor: string | null }> {
  const address = secrets === null ? null : readMailAddress(filter.query ?? "");
  const key = secrets === null || address === null ? null : addressKey(secrets, agencyId, address);
  const { items, nextCursor } = await listPage(list, page, async ({ after, rowsMax }) =>
    listContactRows(sql, agencyId, {
      filter: { ...filter, addressKey: key },
      after: after === null ? null : { sortKey: after.slice(0, -37), id: after.slice(-36) },
      rowsMax,
    }),
  );
  return { contacts: items.map((row) => opened(agencyId, row, secrets)), nextCursor };
}

const list = {
  name: "media-contacts",
  isKey: (value: unknown): value is string =>
    typeof value === "string" && value.at(-37) === "/" && isUuid(value.slice(-36)) && !value.includes("\0"),
  keyOf: ({ sortKey, id }: { sortKey: string; id: string }) => `${sortKey}/${id}`,
  limitDefault: limitForPeople,
  limitMax: 500,
  cursorCharactersMax,
};

/** One contact, for people who may see it; sealed parts are null without `secrets`. Throws `not_found`. */
export async function getContact(
  sql: Queryable,
  agencyId: number,
  { id, scope }: { id: string; scope: Scope },
  secrets: SecretCipher | null,
): Promise<Contact & { addressKey: string; changedAt: Date; listIds: string[] }> {
  const row = await findContactRow(sql, agencyId, { id, scope });
  if (row === null) throw noContact();
  const listIds = await listIdsOfContact(sql, agencyId, id);
  const { addressKey, changedAt } = row;
  return { ...opened(agencyId, row, secrets), addressKey, changedAt, listIds };
}

/**
 * Adds a contact and returns its id; the same `id` again adds nothing. Throws `validation_error` with the fields that are wrong: an address
 * that objected, or that the agency has, is one of them.
 */
export async function addContact(
  sql: Sql,
  agencyId: number,
  {
    fields: typed,
    listIds = [],
    id = uuidv7(),
    ...act
  }: ContactAct & { fields: ContactFields; listIds?: readonly string[]; id?: string },
  secrets: SecretCipher,
): Promise<string> {
  const fields = await checked(sql, agencyId, typed, act);
  const row = contactRow(secrets, { agencyId, id }, fields);
  await sql.begin(async (transaction) => {
    const stored = await insertContactRows(transaction, agencyId, { rows: [row], importId: null });
    if (stored.objectedKeys.length > 0) throw hasObjected();
    if (stored.inserted === 0) {
      if ((await findContactRow(transaction, agencyId, { id, scope: act.scope })) === null) throw isThere();
      return;
    }
    await putInLists(transaction, agencyId, { id, listIds, seenListIds: [], scope: act.scope });
    await note(transaction, agencyId, { ...act, id, action: "added", details: told(fields) });
  });
  return id;
}

/**
 * Changes a contact. Its lists change by what `listIds` has more or less than `seenListIds`: where others have put it or taken it out since,
 * it stays so. Throws `not_found`, `validation_error` as `addContact`, and `version_conflict` with what stands there where somebody has
 * changed it since `seenAt`.
 */
export async function changeContact(
  sql: Sql,
  agencyId: number,
  input: ContactAct & {
    id: string;
    fields: ContactFields;
    listIds: readonly string[];
    seenListIds?: readonly string[] | undefined;
    seenAt?: Date;
  },
  secrets: SecretCipher,
): Promise<void> {
  const { id, fields: typed, listIds, seenListIds, seenAt = null, ...act } = input;
  const fields = await checked(sql, agencyId, typed, act);
  const row = contactRow(secrets, { agencyId, id }, fields);
  try {
    await sql.begin(async (transaction) => {
      await lockContactRow(transaction, agencyId, { id });
      const before = await findContactRow(transaction, agencyId, { id, scope: act.scope, isOwnOnly: true });
      if (before === null) throw noContact();
      if (before.objectedAt !== null && row.address_key !== before.addressKey) throw staysObjected();
      if (!(await updateContactRow(transaction, agencyId, { row, scope: act.scope, seenAt })))
        refuseChanged(opened(agencyId, before, secrets), fields);
      const after = await findContactRow(transaction, agencyId, { id, scope: null });
      if (after?.objectedAt && after.addressKey !== before.addressKey) throw hasObjected();
      const seen = seenListIds ?? (await listIdsOfContact(transaction, agencyId, id));
      await putInLists(transaction, agencyId, { id, listIds, seenListIds: seen, scope: act.scope });
      await note(transaction, agencyId, { ...act, id, action: "changed", details: told(fields) });
    });
  } catch (error) {
    throw isUniqueViolation(error) ? isThere() : error;
  }
}

/** Notes that a person finds the contact right, or has informed it. Throws `not_found`. */
export async function confirmContact(
  sql: Sql,
  agencyId: number,
  { id, isInformed, ...act }: ContactAct & { id: string; isInformed: boolean },
): Promise<void> {
  await sql.begin(async (transaction) => {
    if (!(await updateContactMoments(transaction, agencyId, { id, scope: act.scope, isInformed })))
      throw noContact();
    await note(transaction, agencyId, { ...act, id, action: isInformed ? "informed" : "confirmed" });
  });
}

/** Deletes a contact; an objection stays. Throws `not_found`. */
export async function removeContact(
  sql: Sql,
  agencyId: number,
  { id, ...act }: ContactAct & { id: string },
): Promise<void> {
  await sql.begin(async (transaction) => {
    if (!(await deleteContactRow(transaction, agencyId, { id, scope: act.scope }))) throw noContact();
    await note(transaction, agencyId, { ...act, id, action: "removed" });
  });
}

async function checked(
  sql: Queryable,
  agencyId: number,
  typed: ContactFields,
  { scope }: ContactAct,
): Promise<ContactFields> {
  const [today, clients] = await Promise.all([
    todayOf(sql, agencyId),
    listClientNames(sql, agencyId, { clientIds: scope }),
  ]);
  const known = new Set(clients.map(({ id }) => id));
  // What is for all clients is for those who see all of them.
  if (typed.clientIds === null && scope !== null) refuseFields(noClient);
  if (typed.clientIds?.some((id) => !known.has(id)))
    throw new ServiceError("not_found", "There is no such client.");
  refuseFields(contactProblems(typed, today));
  return normalised(typed);
}

const noClient: FieldProblem = {
  field: "clientIds",
  german: "Bitte wählen Sie mindestens einen Ihrer Kunden.",
  english: "choose at least one of your clients.",
};

async function putInLists(
  transaction: Queryable,
  agencyId: number,
  input: { id: string; listIds: readonly string[]; seenListIds: readonly string[]; scope: Scope },
): Promise<void> {
  const { id, listIds, seenListIds, scope } = input;
  const lists = await listContactLists(transaction, agencyId, { scope });
  const offered = lists.filter(({ condition }) => condition === null).map((each) => each.id);
  const added = listIds.filter((each) => !seenListIds.includes(each));
  if (added.some((each) => !offered.includes(each)))
    throw new ServiceError("not_found", "There is no such list.");
  const removed = offered.filter((each) => seenListIds.includes(each) && !listIds.includes(each));
  await changeListsOfContact(transaction, agencyId, { contactId: id, added, removed });
}

async function note(
  transaction: Queryable,
  agencyId: number,
  input: Omit<ContactAct, "scope"> & { id: string; action: string; details?: Record<string, string> },
): Promise<void> {
  const { id, action, actor, requestId, details = {} } = input;
  await insertAudit(transaction, agencyId, {
    actor,
    action: `media_contact.${action}`,
    subject: { type: "media_contact", id },
    details,
    ...(requestId === undefined ? {} : { requestId }),
  });
}

/** What the log keeps: no name and no address, because it outlives the contact. */
function told({ country, basis }: ContactFields): Record<string, string> {
  return { country, basis };
}

function opened(agencyId: number, row: SealedContact, secrets: SecretCipher | null): Contact {
  const { addressKey: _key, sortKey: _sort, changedAt: _at, email, phone, notes, ...shown } = row;
  if (secrets === null) return { ...shown, email: null, phone: null, notes: null };
  const ref = { agencyId, id: row.id };
  return {
    ...shown,
    email: openPart(secrets, ref, "email", email),
    phone: openPart(secrets, ref, "phone", phone),
    notes: openPart(secrets, ref, "notes", notes),
  };
}

/** What people have typed by themselves, which nobody else may take away unseen. */
const typedNames = [
  ...["title", "firstName", "lastName", "medium", "role", "email", "phone"],
  ...["topics", "regions", "source", "basisReason", "notes"],
] as const satisfies readonly (keyof ContactFields)[];

/** Throws `version_conflict`; not where all of it is as it is wanted, as after a double click: its lists may be others. */
function refuseChanged(current: Contact, ours: ContactFields): void {
  const names = Object.keys(ours) as (keyof ContactFields)[];
  const others = names.filter((name) => JSON.stringify(current[name]) !== JSON.stringify(ours[name]));
  if (others.length === 0) return;
  const told = typedNames.filter((name) => others.includes(name));
  const fieldErrors = Object.fromEntries(
    told.map((name) => {
      const text = [current[name] ?? []].flat().join(", ");
      return [name, [`Inzwischen gespeichert: ${text === "" ? "nichts" : `„${text}“`}`]];
    }),
  );
  throw new ServiceError("version_conflict", "Somebody else has changed the contact since. Read it again.", {
    details: { formErrors: [], fieldErrors },
  });
}

function noContact(): ServiceError {
  return new ServiceError("not_found", "There is no such contact.");
}

function isThere(): ServiceError {
  return refusedAddress(
    "Diese Adresse steht schon in Ihrem Verteiler, vielleicht bei einem anderen Kunden.",
    "the agency has this address already.",
  );
}

function hasObjected(): ServiceError {
  return refusedAddress(
    "Von dieser Adresse liegt ein Widerspruch vor. Sie darf nicht wieder aufgenommen werden.",
    "this address has objected.",
  );
}

/** The person has objected, and not the address alone: under a new one the next mailing would have reached it. */
function staysObjected(): ServiceError {
  return refusedAddress(
    "Dieser Kontakt hat widersprochen, und das gilt auch unter einer anderen Adresse. Ist es jemand anderes, legen Sie einen neuen Kontakt an.",
    "the contact has objected.",
  );
}

function refusedAddress(german: string, english: string): ServiceError {
  return new ServiceError("validation_error", `email: ${english}`, fieldReason("email", german));
}
