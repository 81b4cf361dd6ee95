import { html, renderHtml } from "../web/html.ts";
import { linkValidMinutes } from "./rules.ts";

type MailText = { subject: string; paragraphs: string[]; button: string; url: string; note: string };

/** A mail as text and as HTML. Nothing in it is loaded from elsewhere. */
export type RenderedMail = { subject: string; text: string; html: string };

/** The mail with a link that signs in. Whoever holds it can sign in: its link is the credential. */
export function renderSignInMail(url: string): RenderedMail {
  return render({
    subject: "Ihr Link zum Anmelden",
    paragraphs: ["Guten Tag,", "mit diesem Link melden Sie sich an. Ein Passwort brauchen Sie nicht."],
    button: "Anmelden",
    url,
    note: `Der Link gilt ${linkValidMinutes} Minuten und nur einmal. Bitte leiten Sie ihn nicht weiter: Wer ihn hat, ist als Sie angemeldet. Haben Sie keinen angefordert, können Sie diese Nachricht löschen.`,
  });
}

/** The mail to somebody who was added to an agency. It holds no credential: the page behind it asks for the address. */
export function renderInvitationMail(input: {
  agencyName: string;
  inviter: string;
  url: string;
}): RenderedMail {
  const { agencyName, inviter, url } = input;
  return render({
    subject: `Sie gehören jetzt zum Team von ${oneLine(agencyName)}`,
    paragraphs: [
      "Guten Tag,",
      `${oneLine(inviter)} hat Sie in das Team von ${oneLine(agencyName)} aufgenommen. Melden Sie sich mit dieser E-Mail-Adresse an; ein Passwort brauchen Sie nicht.`,
    ],
    button: "Zur Anmeldung",
    url,
    note: "Kennen Sie die Agentur nicht, können Sie diese Nachricht löschen.",
  });
}

function render({ subject, paragraphs, button, url, note }: MailText): RenderedMail {
  return {
    subject,
    text: [...paragraphs, `${button}:\n${url}`, note].join("\n\n"),
    html: renderHtml(html`<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${subject}</title></head>
<body style="margin:0;padding:24px 16px;background:#f4f2ec;color:#17191c;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:28px 24px;background:#ffffff;border-radius:6px">
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>`)}
<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 22px;background:#0a5a6a;color:#ffffff;border-radius:4px;text-decoration:none;font-weight:600">${button}</a></p>
<p style="margin:0 0 16px;color:#565c64;font-size:14px">Falls der Knopf nicht geht, öffnen Sie diese Adresse:<br><a href="${url}" style="color:#0a5a6a;word-break:break-all">${url}</a></p>
<p style="margin:0;color:#565c64;font-size:14px">${note}</p>
</div></body></html>
`),
  };
}

/** A line break in a subject would begin another header. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
