import { v7 as uuidv7 } from "uuid";
import { isMailAddress } from "../../agencies/settings/rules.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import type { Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { refusal } from "../../web/refuse-fields.ts";
import { insertReportMails, isOnlyZeros } from "./sql.ts";

/** A report goes to a client's team; more is a mailing list. */
export const reportRecipientsMax = 20;
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
};

/**
 * Puts a report's mails into the outbox, one a recipient; they go out when the mail server takes them.
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
    const queued = await insertReportMails(transaction, agencyId, {
      reportId,
      mails: recipients.map((recipient) => ({ id: uuidv7(), recipient })),
      replyTo: input.replyTo ?? null,
      message: message === "" ? null : message,
      formats: ["pdf"],
      createdBy: actor.id === null ? actor.type : `${actor.type}:${actor.id}`,
    });
    if (queued === 0) throw new ServiceError("not_found", `The agency has no report ${reportId}.`);
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

/** What is wrong with a list of recipients, in a sentence; null for nothing. */
export function recipientsProblem(recipients: readonly string[]): string | null {
  if (recipients.length < 1 || recipients.length > reportRecipientsMax)
    return `Give 1 to ${reportRecipientsMax} recipients.`;
  const wrong = recipients.findIndex((each) => !isMailAddress(each));
  return wrong === -1 ? null : `Recipient ${wrong + 1} is no mail address.`;
}

function refuseWrong(input: {
  recipients: readonly string[];
  message: string;
  replyTo: string | undefined;
}): void {
  const fieldErrors: Record<string, string[]> = {};
  const problem = recipientsProblem(input.recipients);
  if (problem !== null) fieldErrors.recipients = [problem];
  const characters = [...input.message].length;
  if (
    characters > mailMessageCharactersMax ||
    !input.message.isWellFormed() ||
    input.message.includes("\0")
  ) {
    fieldErrors.message = [
      `The message has ${characters} characters; at most ${mailMessageCharactersMax}, and no NUL.`,
    ];
  }
  if (input.replyTo !== undefined && !isMailAddress(input.replyTo)) {
    fieldErrors.replyTo = ["Give one mail address, for instance presse@example.com."];
  }
  const [first] = Object.values(fieldErrors).flat();
  if (first === undefined) return;
  throw new ServiceError("validation_error", first, { details: { formErrors: [], fieldErrors } });
}

function refuseZeros(): ServiceError {
  return refusal("confirmation_required", {
    german:
      "In diesem Bericht stehen nur Nullen. Bitte bestätigen Sie unten, dass er trotzdem verschickt werden soll.",
    english: "The report has nothing but zeros. Look at it, and accept the zeros if it is to be sent.",
  });
}
