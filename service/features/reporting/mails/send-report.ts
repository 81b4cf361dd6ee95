import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { emailProblem, textProblem } from "../../../floor/web/field-rules.ts";
import { isMailAddress } from "../../../floor/web/mail-address.ts";
import { type FieldProblem, refusal, refuseFields } from "../../../floor/web/refuse-fields.ts";
import { lockAgency } from "../../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";

import { countMailsOfDay, insertReportMails, isOnlyZeros } from "./sql.ts";

/** A report goes to a client's team; more is a mailing list. */
export const reportRecipientsMax = 20;
/**
 * By hand, of all people of an agency in 24 hours: forty clients' reports to five readers each. Anybody who may send one could
 * otherwise mail the whole world in the service's name.
 */
export const reportMailsPerDayMax = 200;
/** A few paragraphs above the figures. */
export const mailMessageCharactersMax = 2_000;

export type SendReportInput = {
  reportId: string;
  recipients: readonly string[];
  message?: string;
  /** Where answers go: the person who sends it. The agency's own address where left out. */
  replyTo?: string;
  /** Sends a report in which no headline figure is above zero, too. */
  acceptZeros?: boolean;
  actor: AuditActor;
  /** Of the form that sends it: a copy of it mails nobody a second time. */
  formKey?: string;
};

/**
 * Puts a report's mails into the outbox, one a recipient; they go out when the mail server takes them. Returns how many; a copy of a
 * form that was sent has none left.
 * Throws `validation_error` with the wrong fields, `not_found` for a report that the agency has not, and `confirmation_required`
 * for one full of zeros: mostly the counting or the period is wrong, and a client shall not be the first to see it.
 */
export async function sendReport(
  sql: Sql,
  agencyId: number,
  input: SendReportInput,
): Promise<{ queued: number }> {
  const recipients = distinctRecipients(input.recipients);
  const message = input.message?.trim() ?? "";
  refuseWrong({ recipients, message, replyTo: input.replyTo });
  const { actor, reportId, acceptZeros = false } = input;
  return await sql.begin(async (transaction) => {
    if (!acceptZeros && (await isOnlyZeros(transaction, agencyId, reportId)) === true) throw refuseZeros();
    const free = actor.type === "person" ? await countFreeMails(transaction, agencyId) : null;
    const queued = await insertReportMails(transaction, agencyId, {
      reportId,
      recipients,
      replyTo: input.replyTo ?? null,
      message: message === "" ? null : message,
      formats: ["pdf"],
      createdBy: actor.id === null ? actor.type : `${actor.type}:${actor.id}`,
      formKey: input.formKey,
    });
    if (queued === null) throw new ServiceError("not_found", `The agency has no report ${reportId}.`);
    if (queued === 0) return { queued };
    if (free !== null && queued > free) refuseManyMails(free);
    await insertAudit(transaction, agencyId, {
      actor,
      action: "report.sent",
      subject: { type: "report", id: reportId },
      details: { recipients: queued },
    });
    return { queued };
  });
}

/** Each address once, however it is written. Throws nothing: what is wrong with them is said elsewhere. */
export function distinctRecipients(recipients: readonly string[]): string[] {
  const byAddress = new Map(recipients.map((each) => [each.trim().toLowerCase(), each.trim()]));
  return [...byAddress.values()];
}

/** What is wrong with a list of recipients; null for nothing. */
export function recipientsProblem(recipients: readonly string[]): FieldProblem | null {
  const field = "recipients";
  if (recipients.length < 1 || recipients.length > reportRecipientsMax) {
    const german = `Bitte wählen Sie 1 bis ${reportRecipientsMax} Empfänger.`;
    return { field, german, english: `Give 1 to ${reportRecipientsMax} recipients.` };
  }
  const wrong = recipients.findIndex((each) => !isMailAddress(each));
  if (wrong === -1) return null;
  const german = `„${recipients[wrong]}“ ist keine vollständige E-Mail-Adresse.`;
  return { field, german, english: `Recipient ${wrong + 1} is no mail address.` };
}

/** Report mails that the agency's people may still send today. The agency is locked, so two at once are counted one after the other. */
export async function countFreeMails(transaction: Queryable, agencyId: number): Promise<number> {
  await lockAgency(transaction, agencyId);
  const sent = await countMailsOfDay(transaction, agencyId, reportMailsPerDayMax);
  return Math.max(0, reportMailsPerDayMax - sent);
}

/** Throws `validation_error`: more mails are wanted than are left. */
export function refuseManyMails(free: number): never {
  refuseFields({
    field: "recipients",
    german: `Von Hand gehen an einem Tag höchstens ${reportMailsPerDayMax} Nachrichten mit Berichten hinaus. Heute sind noch ${free} frei.`,
    english: `The people of an agency send at most ${reportMailsPerDayMax} report mails a day; ${free} are left.`,
  });
}

function refuseWrong(input: {
  recipients: readonly string[];
  message: string;
  replyTo: string | undefined;
}): void {
  const { recipients, message, replyTo } = input;
  refuseFields([
    recipientsProblem(recipients),
    textProblem("message", message, { min: 0, max: mailMessageCharactersMax }),
    replyTo === undefined ? null : emailProblem("replyTo", replyTo),
  ]);
}

function refuseZeros(): ServiceError {
  return refusal("confirmation_required", {
    german:
      "In diesem Bericht stehen nur Nullen, deshalb ist noch nichts verschickt. Ist er so gemeint, kreuzen Sie unten „Auch mit lauter Nullen verschicken“ an.",
    english: "The report has nothing but zeros. Look at it, and accept the zeros if it is to be sent.",
  });
}
