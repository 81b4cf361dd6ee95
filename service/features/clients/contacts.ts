import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../errors.ts";
import { inTransaction } from "../../floor/db/in-transaction.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import { trimUnseen } from "../../floor/strings/trim-unseen.ts";
import { emailProblem, lineProblem } from "../../floor/web/field-rules.ts";
import { type FieldProblem, refusal, refuseFields } from "../../floor/web/refuse-fields.ts";
import { refuseChangedSince, stampOf } from "../../floor/web/seen-stamp.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { isInApprovalRule } from "./approval-rule-sql.ts";
import {
  findAgencySides,
  findClientContact,
  hasPendingApproval,
  removeClientContactRow,
  updateClientContactRow,
} from "./contact-sql.ts";
import { type ClientContact, insertClientContacts, listClientContactRows } from "./persona-sql.ts";
import { clientContactsMax } from "./schema.ts";
import { findClient, lockClient } from "./sql.ts";
import { unknownClient } from "./unknown-client.ts";

/**
 * What a person enters of a contact; null takes a role or a mail address away. Who may approve has an address, unless an operator says
 * otherwise.
 */
export type ClientContactFields = {
  name?: string | null;
  role?: string | null;
  email?: string | null;
  canApprove?: boolean;
  wantsOnlineMail?: boolean;
};

const characters = { min: 1, max: 200 };

/**
 * Adds a contact to a client; one who may approve gets approval requests by mail. The same `id` again adds nobody.
 * Throws `not_found` for another agency's client, and `validation_error` by field, also where somebody of the agency would approve.
 */
export async function addClientContact(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; id?: string } & ClientContactFields,
  actor: AuditActor,
): Promise<ClientContact> {
  const { clientId, id = uuidv7() } = input;
  const contact = { id, clientId, ...contactOf({ ...emptyContact, ...tidy(input) }, actor) };
  return await sql.begin(async (transaction) => {
    if (!(await lockClient(transaction, agencyId, clientId))) throw unknownClient();
    const others = await listClientContactRows(transaction, agencyId, clientId);
    const known = others.find((other) => other.id === id);
    if (known !== undefined) return known;
    if (others.length >= clientContactsMax) {
      refuseFields({
        field: "name",
        german: `Ein Kunde kann höchstens ${clientContactsMax} Kontakte haben. Bitte erst einen entfernen.`,
        english: `a client has at most ${clientContactsMax} contacts. Remove one first.`,
      });
    }
    await refuseOwnSide(transaction, agencyId, { contact, actor });
    const { email, ...named } = contact;
    const contacts = [email === null ? named : { ...named, email }];
    // One who was removed meanwhile, and is kept by name for an approval.
    if ((await insertClientContacts(transaction, agencyId, { clientId, contacts })) === 0)
      throw removedMeanwhile();
    await note(transaction, agencyId, { action: "contact.added", contact, actor });
    return contact;
  });
}

/**
 * Changes what is given of a contact. Throws `not_found`, `version_conflict` where somebody has changed it since `seenStamp`
 * (`clientContactStamp`), and `validation_error` by field, also for the address of one whose approval is awaited: only an owner changes
 * that, because the next mail with the link goes there. `changeClientContactAndReader` does the rest.
 */
export async function updateClientContact(
  sql: Queryable,
  agencyId: number,
  input: { contactId: string; seenStamp?: string | undefined } & ClientContactFields,
  actor: AuditActor,
): Promise<ClientContact> {
  return await inTransaction(sql, async (transaction) => {
    const before = await findClientContact(transaction, agencyId, input.contactId);
    if (before === null) throw unknownContact();
    const { id, clientId } = before;
    const wanted = contactOf({ ...before, ...tidy(input) }, actor);
    refuseChangedSince(seenOf(before), { wanted, seenStamp: input.seenStamp });
    const contact = { id, clientId, ...wanted };
    await refuseOwnSide(transaction, agencyId, { contact, before, actor });
    await updateClientContactRow(transaction, agencyId, contact);
    await note(transaction, agencyId, { action: "contact.changed", contact, before, actor });
    return contact;
  });
}

/** Of what people enter of a contact, for `updateClientContact`. */
export const clientContactStamp = (contact: EnteredContact): string => stampOf(seenOf(contact));

const seenOf = ({ name, role, email, canApprove, wantsOnlineMail }: EnteredContact): EnteredContact => ({
  ...{ name, role, email, canApprove, wantsOnlineMail },
});

/**
 * Removes a contact; `removeClientContactAndReader` does the rest. One who was asked for an approval is kept by name for that approval,
 * without mail address. Throws `not_found`, `approval_pending` while an answer is awaited, as the link would go on working, and
 * `validation_error` for one whom the client's rule on approvals names.
 */
export async function removeClientContact(
  sql: Queryable,
  agencyId: number,
  contactId: string,
  actor: AuditActor,
): Promise<Pick<ClientContact, "email" | "clientId">> {
  return await inTransaction(sql, async (transaction) => {
    const contact = await findClientContact(transaction, agencyId, contactId);
    if (contact === null) throw unknownContact();
    if (await hasPendingApproval(transaction, agencyId, contactId)) {
      throw new ServiceError(
        "approval_pending",
        "The contact has been asked for an approval and has not answered. Wait for the answer, or edit the draft, which ends the request.",
      );
    }
    if (await isInApprovalRule(transaction, agencyId, { clientId: contact.clientId, contactId })) {
      throw refusal("validation_error", {
        german:
          "Dieser Kontakt steht in der Regel, wer bei diesem Kunden freigibt. Nehmen Sie ihn dort zuerst heraus.",
        english: "The client's approval rule names the contact. Take it out of the rule first.",
      });
    }
    await removeClientContactRow(transaction, agencyId, contactId);
    await note(transaction, agencyId, { action: "contact.removed", contact, actor });
    return { email: contact.email, clientId: contact.clientId };
  });
}

/** A client's contacts, first added first; at most `clientContactsMax`. Throws `not_found` for another agency's client. */
export async function listClientContacts(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<{ contacts: ClientContact[] }> {
  if ((await findClient(sql, agencyId, clientId)) === null) throw unknownClient();
  return { contacts: await listClientContactRows(sql, agencyId, clientId) };
}

const noAddress: FieldProblem = {
  field: "email",
  german: "Wer Texte freigibt, braucht eine E-Mail-Adresse: Der Link zur Freigabe geht nur dorthin.",
  english: "a contact who may approve needs a mail address.",
};

const nowhereToSend: FieldProblem = {
  field: "email",
  german: "Wohin soll die Mail „ist online“ gehen? Bitte tragen Sie eine E-Mail-Adresse ein.",
  english: "a contact who wants mails needs a mail address.",
};

const emptyContact = { name: "", role: null, email: null, canApprove: false, wantsOnlineMail: false };

type EnteredContact = Pick<ClientContact, "name" | "role" | "email" | "canApprove" | "wantsOnlineMail">;

function tidy({
  name,
  role,
  email,
  canApprove,
  wantsOnlineMail,
}: ClientContactFields): Partial<EnteredContact> {
  const tidied: Partial<EnteredContact> = {};
  if (name !== undefined) tidied.name = name?.trim() ?? "";
  if (role !== undefined) tidied.role = role?.trim() || null;
  if (email !== undefined) tidied.email = email === null ? null : trimUnseen(email) || null;
  if (canApprove !== undefined) tidied.canApprove = canApprove;
  if (wantsOnlineMail !== undefined) tidied.wantsOnlineMail = wantsOnlineMail;
  return tidied;
}

function contactOf(contact: EnteredContact, actor: AuditActor): EnteredContact {
  const { name, role, email, canApprove, wantsOnlineMail } = contact;
  const problems: (FieldProblem | null)[] = [
    lineProblem("name", name, characters),
    role === null ? null : lineProblem("role", role, characters),
    email === null ? null : emailProblem("email", email),
    // The link goes there and to nobody else. Without one only an operator can hand it over.
    email !== null || !canApprove || actor.type === "operator" ? null : noAddress,
    email !== null || !wantsOnlineMail ? null : nowhereToSend,
  ];
  refuseFields(problems);
  return { name, role, email, canApprove, wantsOnlineMail };
}

/** Nobody of the agency approves for the client: not by an address of its own, nor by one put in the place of another's meanwhile. */
async function refuseOwnSide(
  transaction: Queryable,
  agencyId: number,
  { contact, before, actor }: { contact: ClientContact; before?: ClientContact; actor: AuditActor },
): Promise<void> {
  const { id, email, canApprove } = contact;
  const isMoved = before !== undefined && !isSameAddress(before.email, email);
  const isNew = before === undefined || isMoved || before.canApprove !== canApprove;
  if (!isNew) return;
  const sides = await findAgencySides(transaction, agencyId, {
    email: email ?? "",
    personId: actor.type === "person" ? actor.id : null,
  });
  if (canApprove && sides.isMembers) refuseFields(membersAddress);
  const mayMove = sides.isOwner || actor.type === "operator";
  if (isMoved && !mayMove && (await hasPendingApproval(transaction, agencyId, id))) refuseFields(heldAddress);
}

function isSameAddress(one: string | null, other: string | null): boolean {
  return (one ?? "").toLowerCase() === (other ?? "").toLowerCase();
}

export const membersAddress: FieldProblem = {
  field: "email",
  german:
    "Mit dieser Adresse meldet sich jemand aus Ihrer Agentur an. Freigeben kann nur, wer beim Kunden ist.",
  english: "somebody of the agency signs in with this address. Only the client's side approves.",
};

const heldAddress: FieldProblem = {
  field: "email",
  german:
    "Dieser Kontakt ist gerade um eine Freigabe gebeten. Bis zur Antwort ändert die Adresse nur ein Inhaber.",
  english:
    "the contact's approval is awaited. Until the answer only an owner or an operator changes the address.",
};

/** Names and mail addresses of people stay out of the audit, which outlives them. */
async function note(
  transaction: Queryable,
  agencyId: number,
  input: {
    action: "contact.added" | "contact.changed" | "contact.removed";
    contact: ClientContact;
    before?: ClientContact;
    actor: AuditActor;
  },
): Promise<void> {
  const { action, contact, before, actor } = input;
  const fields = ["name", "role", "email", "canApprove", "wantsOnlineMail"] as const;
  const changed = before === undefined ? [] : fields.filter((field) => before[field] !== contact[field]);
  await insertAudit(transaction, agencyId, {
    actor,
    action,
    subject: { type: "contact", id: contact.id },
    details: { clientId: contact.clientId, canApprove: contact.canApprove, changed },
  });
}

function removedMeanwhile(): ServiceError {
  return refusal("validation_error", {
    german: "Dieser Kontakt ist inzwischen entfernt. Bitte öffnen Sie das Formular neu.",
    english: "The contact has been removed since. Add another one.",
  });
}

function unknownContact(): ServiceError {
  return new ServiceError("not_found", "There is no such contact. See `contact list` for the ids.");
}
