import type { Queryable, Sql } from "../../../../floor/db/open.ts";
import type { Mail } from "../../../../floor/mail/mailer.ts";
import type { ClaimedMail, MailKind, MailWriter } from "../../../../floor/mail/outbox/mail-kind.ts";
import { holdMail } from "../../../../floor/mail/outbox/sql.ts";
import { type MailBrand, oneLine, renderMail } from "../../../../floor/mail/render-mail.ts";
import { createToken } from "../../../../floor/secret-links/random-token.ts";
import { quoted } from "../../../../floor/strings/quoted.ts";
import { formatMoment } from "../../../../floor/web/format.ts";
import { findBrand } from "../../../agencies/settings/brand-sql.ts";
import { insertLink, replaceLink } from "../link-sql.ts";
import { findMailFacts, type MailFacts } from "./facts-sql.ts";

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

/** The one mail of its kind about an approval; in a round of several, to one of them. */
export function mailAbout(approvalId: string, contactId: string | null = null) {
  return { aboutId: approvalId, once: contactId ?? "", details: contactId === null ? {} : { contactId } };
}

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
      const isAwaited = facts.status === "pending" && facts.isAsked && facts.mayApprove;
      if (facts.contactEmail === null || !isAwaited) return null;
      const { token, tokenHash } = createToken();
      const write = isReminder ? insertLink : replaceLink;
      await write(transaction, agencyId, { approvalId: aboutId, contactId: facts.contactId, tokenHash });
      return renderApprovalMail(facts, {
        to: facts.contactEmail,
        url: approvalUrl(publicUrl, token),
        isReminder,
        brand: await findBrand(transaction, agencyId),
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

/** The mail that asks for an approval, or reminds of it. Whoever holds it can decide: its link is the credential. */
function renderApprovalMail(
  facts: MailFacts,
  { to, url, isReminder, brand }: { to: string; url: string; isReminder: boolean; brand: MailBrand | null },
): Mail {
  const { agencyName, clientName, message, respondBy, timeZone, agencyPerson } = facts;
  const title = oneLine(facts.title);
  // Who is asked after others, or once more, may be asked when that day is over: it would read as a mistake.
  const isAhead = respondBy !== null && respondBy.getTime() > Date.now();
  const wish = isAhead ? ` Bitte antworten Sie möglichst bis ${formatMoment(respondBy, timeZone)}.` : "";
  const request = isReminder
    ? `${agencyName} wartet noch auf Ihre Entscheidung über eine Pressemitteilung von ${clientName}: ${quoted(title)}`
    : `${agencyName} bittet Sie um die Freigabe einer Pressemitteilung von ${clientName}: ${quoted(title)}`;
  return renderMail({
    brand,
    to: { name: facts.contactName, address: to },
    senderName: agencyName,
    replyTo:
      agencyPerson === null
        ? undefined
        : { name: oneLine(agencyPerson.name ?? agencyName), address: agencyPerson.email },
    subject: `${isReminder ? "Erinnerung: " : ""}Bitte um Freigabe: ${title}`,
    parts: [
      { kind: "paragraph", text: `Guten Tag, ${oneLine(facts.contactName)},` },
      { kind: "paragraph", text: request },
      ...(facts.others.length === 0
        ? []
        : [
            {
              kind: "paragraph",
              text: `Außer Ihnen geben frei: ${oneLine(facts.others.join(", "))}.`,
            } as const,
          ]),
      {
        kind: "paragraph",
        text: `Unter dem Link sehen Sie den Text so, wie er erscheinen wird. Sie können ihn freigeben oder Änderungen wünschen.${wish}`,
      },
      ...(message === null
        ? []
        : [{ kind: "quote", label: "Nachricht der Agentur:", text: message } as const]),
      {
        kind: "button",
        label: "Lesen und entscheiden",
        lead: "Pressemitteilung lesen und entscheiden:",
        url,
      },
      {
        kind: "note",
        text: `Der Link ist nur für Sie bestimmt und bis ${formatMoment(facts.expiresAt, timeZone)} gültig. Bitte leiten Sie ihn nicht weiter: Wer ihn hat, kann entscheiden. Eine Antwort auf diese Mail ist keine Freigabe.`,
      },
      { kind: "note", text: `Diese Nachricht wurde im Auftrag von ${agencyName} verschickt.` },
    ],
  });
}

/** Tells the person who asked for an approval what the contact has decided. An answer to it goes to the contact. */
function renderDecisionMail(
  facts: MailFacts,
  { to, url }: { to: { name: string | null; email: string }; url: string },
): Mail {
  const { contactName, contactEmail, clientName, timeZone, decidedAt } = facts;
  const comment = commentText(facts);
  const isApproved = facts.status !== "changes_requested";
  const title = oneLine(facts.title);
  const when = decidedAt === null ? "" : ` am ${formatMoment(decidedAt, timeZone)}`;
  const decision = isApproved
    ? `${oneLine(contactName)} hat Fassung ${facts.draftVersion} von ${quoted(title)} (${clientName})${when} freigegeben.`
    : `${oneLine(contactName)} wünscht Änderungen an Fassung ${facts.draftVersion} von ${quoted(title)} (${clientName}), mitgeteilt${when}.`;
  return renderMail({
    to: { name: to.name ?? to.email, address: to.email },
    replyTo: contactEmail === null ? undefined : { name: oneLine(contactName), address: contactEmail },
    subject: `${isApproved ? "Freigegeben" : "Änderungen gewünscht"}: ${title}`,
    parts: [
      { kind: "paragraph", text: to.name === null ? "Guten Tag," : `Guten Tag, ${oneLine(to.name)},` },
      { kind: "paragraph", text: decision },
      ...(comment === null
        ? []
        : [{ kind: "quote", label: `Kommentar von ${oneLine(contactName)}:`, text: comment } as const]),
      {
        kind: "button",
        label: isApproved ? "Zur Veröffentlichung" : "Zur Meldung",
        lead: isApproved ? "Jetzt veröffentlichen oder einen Termin wählen:" : "Kommentar und Text ansehen:",
        url,
      },
    ],
  });
}

/** What the contact wrote, on the whole and on passages. */
function commentText({ comment, comments }: MailFacts): string | null {
  const lines = [...(comment === null ? [] : [comment]), ...comments];
  return lines.length === 0 ? null : lines.join("\n\n");
}

/** `<publicUrl>/approvals/<token>` */
export function approvalUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/approvals/${token}`;
}
