import type { Mail } from "../mail/mailer.ts";
import { oneLine, renderMail } from "../mail/render-mail.ts";
import { linkValidMinutes } from "./rules.ts";

type Recipient = { name: string | null; email: string };

/** The mail with a link that signs in. Whoever holds it can sign in: its link is the credential. */
export function renderSignInMail({ name, email }: Recipient, url: string): Mail {
  return renderMail({
    to: { name: name ?? "", address: email },
    subject: "Ihr Link zum Anmelden",
    parts: [
      { kind: "paragraph", text: "Guten Tag," },
      {
        kind: "paragraph",
        text: "mit diesem Link melden Sie sich an. Ein Passwort brauchen Sie nicht.",
      },
      { kind: "button", label: "Anmelden", lead: "Anmelden:", url },
      {
        kind: "note",
        text: `Der Link gilt ${linkValidMinutes} Minuten und nur einmal. Bitte leiten Sie ihn nicht weiter: Wer ihn hat, ist als Sie angemeldet. Haben Sie keinen angefordert, können Sie diese Nachricht löschen.`,
      },
    ],
  });
}

/** The mail to somebody who was added to an agency. It holds no credential: the page behind it asks for the address. */
export function renderInvitationMail(
  to: Recipient,
  { agencyName, inviter, url }: { agencyName: string; inviter: string; url: string },
): Mail {
  return renderMail({
    to: { name: to.name ?? "", address: to.email },
    subject: `Sie gehören jetzt zum Team von ${agencyName}`,
    parts: [
      { kind: "paragraph", text: "Guten Tag," },
      {
        kind: "paragraph",
        text: `${oneLine(inviter)} hat Sie in das Team von ${oneLine(agencyName)} aufgenommen. Melden Sie sich mit dieser E-Mail-Adresse an; ein Passwort brauchen Sie nicht.`,
      },
      { kind: "button", label: "Zur Anmeldung", lead: "Zur Anmeldung:", url },
      { kind: "note", text: "Kennen Sie die Agentur nicht, können Sie diese Nachricht löschen." },
    ],
  });
}
