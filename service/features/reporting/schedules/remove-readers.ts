import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { findClientContact } from "../../clients/contact-sql.ts";
import { removeClientContact, updateClientContact } from "../../clients/contacts.ts";
import type { ClientContact } from "../../clients/persona-sql.ts";
import { changeMember, removeMember } from "../../people/change-member.ts";
import { removeDraftRecipient } from "../drafts/sql.ts";
import type { FormerReader } from "../mails/former-reader-sql.ts";
import { cancelReportMails, readdressReportMails } from "../mails/sql.ts";
import { removeRecipient } from "./sql.ts";

/**
 * Removes a person from an agency's team, and from the recipients of its schedules and of reports that wait, in a mail too. Throws as
 * `removeMember` does.
 */
export async function removeTeamMember(
  sql: Sql,
  agencyId: number,
  personId: string,
  actor: AuditActor,
): Promise<{ email: string; isTakenOff: boolean }> {
  return await sql.begin(async (transaction) => {
    const { email } = await removeMember(transaction, agencyId, personId, actor);
    const subject = { type: "person", id: personId };
    const reader = { email, clientId: null, subject };
    return { email, isTakenOff: await takeOff(transaction, agencyId, reader, actor) };
  });
}

/**
 * Changes what a person may do as `changeMember` does, and takes whoever may see some clients alone off the reports on others: they would
 * go on by mail. Returns the clients.
 */
export async function changeTeamMember(
  sql: Sql,
  agencyId: number,
  input: Parameters<typeof changeMember>[2],
  actor: AuditActor,
): Promise<{ clientIds: readonly number[] | null; isTakenOff: boolean }> {
  return await sql.begin(async (transaction) => {
    const { email, clientIds } = await changeMember(transaction, agencyId, input, actor);
    if (clientIds === null) return { clientIds, isTakenOff: false };
    const subject = { type: "person", id: input.personId };
    const reader = { email, clientId: null, seesOnly: clientIds, subject };
    return { clientIds, isTakenOff: await takeOff(transaction, agencyId, reader, actor) };
  });
}

/** Removes a contact as `removeClientContact` does, and from the recipients of schedules and of reports that wait. */
export async function removeClientContactAndReader(
  sql: Sql,
  agencyId: number,
  contactId: string,
  actor: AuditActor,
): Promise<{ contactId: string; isTakenOff: boolean }> {
  return await sql.begin(async (transaction) => {
    const { email, clientId } = await removeClientContact(transaction, agencyId, contactId, actor);
    const subject = { type: "contact", id: contactId };
    const isTakenOff =
      email !== null && (await takeOff(transaction, agencyId, { email, clientId, subject }, actor));
    return { contactId, isTakenOff };
  });
}

/**
 * Changes a contact as `updateClientContact` does. Where the address is another, it takes the place of the former one in schedules and
 * drafts on its client alone, and in reports that wait in a mail; the former one is taken off all others.
 */
export async function changeClientContactAndReader(
  sql: Sql,
  agencyId: number,
  input: Parameters<typeof updateClientContact>[2],
  actor: AuditActor,
): Promise<{ contact: ClientContact; isReplaced: boolean; isTakenOff: boolean }> {
  return await sql.begin(async (transaction) => {
    const before = await findClientContact(transaction, agencyId, input.contactId);
    const contact = await updateClientContact(transaction, agencyId, input, actor);
    const { id, clientId, email: newEmail } = contact;
    const email = before?.email ?? null;
    if (email === null || email === newEmail) return { contact, isReplaced: false, isTakenOff: false };
    const reader = { email, clientId, subject: { type: "contact", id } };
    const isReplaced =
      newEmail !== null && (await replace(transaction, agencyId, { ...reader, newEmail }, actor));
    return { contact, isReplaced, isTakenOff: await takeOff(transaction, agencyId, reader, actor) };
  });
}

type Noted = FormerReader & { subject: { type: string; id: string } };

async function replace(
  transaction: Queryable,
  agencyId: number,
  { subject, ...reader }: Noted & { newEmail: string },
  actor: AuditActor,
): Promise<boolean> {
  const schedules = await removeRecipient(transaction, agencyId, reader);
  const drafts = await removeDraftRecipient(transaction, agencyId, reader);
  const mails = await readdressReportMails(transaction, agencyId, reader);
  if (schedules + drafts + mails === 0) return false;
  await insertAudit(transaction, agencyId, {
    ...{ actor, action: "schedule.recipient_replaced", subject },
    details: { schedules, drafts, ...(mails > 0 && { mails }) },
  });
  return true;
}

async function takeOff(
  transaction: Queryable,
  agencyId: number,
  { subject, ...reader }: Noted,
  actor: AuditActor,
): Promise<boolean> {
  const schedules = await removeRecipient(transaction, agencyId, reader);
  const drafts = await removeDraftRecipient(transaction, agencyId, reader);
  const mails = await cancelReportMails(transaction, agencyId, reader);
  if (schedules + drafts + mails === 0) return false;
  await insertAudit(transaction, agencyId, {
    ...{ actor, action: "schedule.recipient_removed", subject },
    details: { schedules, drafts, ...(mails > 0 && { mails }) },
  });
  return true;
}
