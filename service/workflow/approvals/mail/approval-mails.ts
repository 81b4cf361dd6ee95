import type { Queryable, Sql } from "../../../db/open.ts";
import type { Mail } from "../../../mail/mailer.ts";
import type { ClaimedMail, MailKind, MailWriter } from "../../../mail/outbox/mail-kind.ts";
import { holdMail } from "../../../mail/outbox/sql.ts";
import { createToken } from "../../../secret-links/random-token.ts";
import { insertLink, replaceLink } from "../link-sql.ts";
import { approvalUrl } from "../link-token.ts";
import { findMailFacts, type MailFacts } from "./facts-sql.ts";
import { renderApprovalMail } from "./render-approval-mail.ts";
import { renderDecisionMail } from "./render-decision-mail.ts";

/** Hourly, that is longer than an approval is open: its end comes before the last attempt. */
const attemptsMax = 400;

/** To the contact when it is asked and once before its time is over; to the person who asked when it has decided. */
export const approvalMails = {
  request: kindOf("approval_request"),
  reminder: kindOf("approval_reminder"),
  decision: kindOf("approval_decision"),
};

function kindOf(name: string): MailKind {
  return { name, lane: "personal", attemptsMax };
}

/** The one mail of its kind about an approval. */
export const mailAbout = (approvalId: string) => ({ aboutId: approvalId, once: "" });

type Deps = { sql: Sql; publicUrl: string };
type Write = (transaction: Queryable, mail: ClaimedMail, facts: MailFacts) => Promise<Mail | null>;

/**
 * How the mails of approvals come into being. A link is made at the moment of sending, and only its hash is stored: nothing at rest can
 * open an approval. A second attempt therefore carries a new link, and the earlier one stops working.
 */
export function approvalMailWriters({ sql, publicUrl }: Deps): MailWriter[] {
  const writer = (kind: MailKind, write: Write): MailWriter => ({
    kind,
    prepare: async (mail) =>
      await sql.begin(async (transaction) => {
        const facts = (await holdMail(transaction, mail)) ? await findMailFacts(transaction, mail) : null;
        return facts === null ? null : await write(transaction, mail, facts);
      }),
  });
  const toContact =
    (isReminder: boolean): Write =>
    async (transaction, { agencyId, aboutId }, facts) => {
      if (facts.contactEmail === null || facts.status !== "pending") return null;
      const { token, tokenHash } = createToken();
      const write = isReminder ? insertLink : replaceLink;
      await write(transaction, agencyId, { approvalId: aboutId, tokenHash });
      return renderApprovalMail(facts, {
        to: facts.contactEmail,
        url: approvalUrl(publicUrl, token),
        isReminder,
      });
    };
  return [
    writer(approvalMails.request, toContact(false)),
    writer(approvalMails.reminder, toContact(true)),
    writer(approvalMails.decision, async (_transaction, _mail, facts) => {
      const { agencyPerson, decidedAt, draftId } = facts;
      if (agencyPerson?.hasAsked !== true || decidedAt === null) return null;
      const url = `${publicUrl}/app/meldungen/${draftId}/freigabe`;
      return renderDecisionMail(facts, { to: agencyPerson, url });
    }),
  ];
}
