import type { Mail } from "../../../mail/mailer.ts";
import { oneLine, renderMail } from "../../../mail/render-mail.ts";
import { formatMoment } from "../../../web/format-moment.ts";
import type { MailFacts } from "./facts-sql.ts";

/** Tells the person who asked for an approval what the contact has decided. An answer to it goes to the contact. */
export function renderDecisionMail(
  facts: MailFacts,
  { to, url }: { to: { name: string | null; email: string }; url: string },
): Mail {
  const { contactName, contactEmail, clientName, timeZone, comment, decidedAt } = facts;
  const isApproved = facts.status !== "changes_requested";
  const title = oneLine(facts.title);
  const when = decidedAt === null ? "" : ` am ${formatMoment(decidedAt, timeZone)}`;
  const decision = isApproved
    ? `${oneLine(contactName)} hat Fassung ${facts.draftVersion} von „${title}“ (${clientName})${when} freigegeben.`
    : `${oneLine(contactName)} wünscht Änderungen an Fassung ${facts.draftVersion} von „${title}“ (${clientName}), mitgeteilt${when}.`;
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
