import type { Mail } from "../../../mail/mailer.ts";
import { oneLine, renderMail } from "../../../mail/render-mail.ts";
import { formatMoment } from "../../../web/format-moment.ts";
import type { MailFacts } from "./facts-sql.ts";

/** The mail that asks for an approval, or reminds of it. Whoever holds it can decide: its link is the credential. */
export function renderApprovalMail(
  facts: MailFacts,
  { to, url, isReminder }: { to: string; url: string; isReminder: boolean },
): Mail {
  const { agencyName, clientName, message, respondBy, timeZone, agencyPerson } = facts;
  const title = oneLine(facts.title);
  const wish =
    respondBy === null ? "" : ` Bitte antworten Sie möglichst bis ${formatMoment(respondBy, timeZone)}.`;
  const request = isReminder
    ? `${agencyName} wartet noch auf Ihre Entscheidung über eine Pressemitteilung von ${clientName}: „${title}“`
    : `${agencyName} bittet Sie um die Freigabe einer Pressemitteilung von ${clientName}: „${title}“`;
  return renderMail({
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
        text: `Der Link ist nur für Sie bestimmt und bis ${formatMoment(facts.expiresAt, timeZone)} gültig. Bitte leiten Sie ihn nicht weiter: Wer ihn hat, kann entscheiden.`,
      },
      { kind: "note", text: `Diese Nachricht wurde im Auftrag von ${agencyName} verschickt.` },
    ],
  });
}
