import type { Queryable, Sql } from "../../floor/db/open.ts";
import type { Mail } from "../../floor/mail/mailer.ts";
import type { MailKind, MailWriter } from "../../floor/mail/outbox/mail-kind.ts";
import { enqueueMails } from "../../floor/mail/outbox/sql.ts";
import { oneLine, renderMail } from "../../floor/mail/render-mail.ts";
import { findPersonByEmail } from "./person-sql.ts";
import { linkValidMinutes } from "./rules.ts";
import { issueSignInLink, signInUrl } from "./sign-in.ts";

/** To a person who waits for it, and has gone or asked again after a quarter of an hour. */
const signInMail: MailKind = {
  name: "sign_in",
  lane: "sign_in",
  // Who waits for it looks for it as soon as the mail server is back. The pauses fill that quarter of an hour.
  pauseMaxMs: 60_000,
  attemptsMax: 16,
  secondsMax: linkValidMinutes * 60,
  keptDays: 1,
};

type SignInOrder = {
  /** A path below `/app` to go on to. */
  next: string;
  /** The session that the link makes fresh; it opens no other. */
  confirmsSessionId?: string | undefined;
};

/** Puts a mail with a link to sign in into the outbox; false for an address of nobody who could get into an agency. */
export async function enqueueSignInMail(
  sql: Queryable,
  { email, next, confirmsSessionId }: SignInOrder & { email: string },
): Promise<boolean> {
  const person = await findPersonByEmail(sql, email);
  if (person === null || person.agencyId === null) return false;
  const details = { next, ...(confirmsSessionId !== undefined && { confirmsSessionId }) };
  // Who presses the button of the confirmation twice gets one mail; who asks anew after it went out gets another.
  const once = confirmsSessionId === undefined ? {} : { once: confirmsSessionId };
  const mails = [{ aboutId: person.id, recipient: person.email, details, ...once }];
  await enqueueMails(sql, person.agencyId, {
    kind: signInMail,
    mails,
    again: {},
  });
  return true;
}

/** The link is made at the moment of sending, so that nothing at rest can sign in. */
export function signInMailWriter({ sql, publicUrl }: { sql: Sql; publicUrl: string }): MailWriter {
  return {
    kind: signInMail,
    async prepare({ recipient, details }) {
      const { next, confirmsSessionId } = details as SignInOrder;
      const link = recipient === null ? null : await issueSignInLink(sql, recipient, { confirmsSessionId });
      return link === null ? null : renderSignInMail(link, signInUrl(publicUrl, link.token, next));
    },
  };
}

type Recipient = { name: string | null; email: string };

/** The mail with a link that signs in. Whoever holds it can sign in: its link is the credential. */
function renderSignInMail({ name, email }: Recipient, url: string): Mail {
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
