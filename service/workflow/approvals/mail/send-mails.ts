import { v7 as uuidv7 } from "uuid";
import type { Sql } from "../../../db/open.ts";
import type { Log } from "../../../log.ts";
import { finishLeased, postponeLeased } from "../../../mail/leased-mail-sql.ts";
import { type Mail, MailError, type Mailer } from "../../../mail/mailer.ts";
import { createToken } from "../../../secret-links/random-token.ts";
import type { Turns } from "../../../work/take-turns.ts";
import { insertLink, replaceLink } from "../link-sql.ts";
import { approvalUrl } from "../link-token.ts";
import { findMailFacts } from "./facts-sql.ts";
import { renderApprovalMail } from "./render-approval-mail.ts";
import { renderDecisionMail } from "./render-decision-mail.ts";
import { type ClaimedMail, claimMail, leaseOf } from "./sql.ts";

/** Longer than a mailer ever takes, so that no two processes send the same mail. */
const leaseSeconds = 120;

export type MailDeps = { sql: Sql; log: Log; mailer: Mailer; publicUrl: string; turns: Turns };

/**
 * Sends one mail that is due, of the next agency in turn; returns true when there may be more.
 * The link is made here, at the moment of sending, and only its hash is stored: nothing at rest, no row and no log line, can
 * open an approval. A second attempt therefore carries a new link, and the earlier one stops working.
 */
export async function sendNextMail(deps: MailDeps): Promise<boolean> {
  const lease = { leaseToken: uuidv7(), leaseSeconds };
  const claimed = await deps.turns.take((agencyId) => claimMail(deps.sql, agencyId, lease));
  if (claimed === null) return false;
  const mail = await prepare(deps, claimed);
  if (mail === null) {
    await finishLeased(deps.sql, leaseOf(deps.sql, claimed), { status: "cancelled", error: null });
    return true;
  }
  try {
    await deps.mailer.send(mail);
    await finishLeased(deps.sql, leaseOf(deps.sql, claimed), { status: "sent", error: null });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    await noteFailure(deps, claimed, error);
  }
  return true;
}

/** The mail as it is to go out now; null where there is nobody any more to write to, or nothing to say. */
async function prepare({ sql, publicUrl }: MailDeps, claimed: ClaimedMail): Promise<Mail | null> {
  return await sql.begin(async (transaction) => {
    const facts = await findMailFacts(transaction, claimed);
    if (facts === null) return null;
    const { agencyPerson, contactEmail, decidedAt } = facts;
    if (claimed.kind === "decision") {
      if (agencyPerson?.hasAsked !== true || decidedAt === null) return null;
      const url = `${publicUrl}/app/meldungen/${facts.draftId}/freigabe`;
      return renderDecisionMail(facts, { to: agencyPerson, url });
    }
    if (contactEmail === null || facts.status !== "pending") return null;
    const { token, tokenHash } = createToken();
    const isReminder = claimed.kind === "reminder";
    const link = { approvalId: claimed.approvalId, tokenHash };
    if (isReminder) await insertLink(transaction, claimed.agencyId, link);
    else await replaceLink(transaction, claimed.agencyId, link);
    return renderApprovalMail(facts, { to: contactEmail, url: approvalUrl(publicUrl, token), isReminder });
  });
}

async function noteFailure({ sql, log }: MailDeps, claimed: ClaimedMail, error: MailError): Promise<void> {
  const { approvalId, kind, attempts } = claimed;
  log.warn("approval_mail_failed", { approvalId, kind, attempts, code: error.code, isFinal: error.isFinal });
  if (error.isFinal) {
    await finishLeased(sql, leaseOf(sql, claimed), { status: "failed", error: error.code });
    return;
  }
  // Tried until the approval runs out: there is no last attempt.
  await postponeLeased(sql, leaseOf(sql, claimed), { attempts, error: error.code });
}
