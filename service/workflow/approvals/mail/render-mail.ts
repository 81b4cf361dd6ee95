import { type Html, html, renderHtml } from "../../../web/html.ts";
import { formatMoment } from "../pages/format-moment.ts";
import type { Mail } from "./mailer.ts";
import type { MailFacts } from "./sql.ts";

/** Longest title in a subject, in code points: mail programs show about half of it. */
const subjectTitleMax = 120;

/** The mail that asks for an approval, as text and as HTML. Whoever holds it can decide: its link is the credential. */
export function renderApprovalMail(facts: MailFacts, url: string): Mail {
  const paragraphs = introductionOf(facts);
  const validity = `Der Link ist nur für Sie bestimmt und bis ${formatMoment(facts.expiresAt, facts.timeZone)} gültig. Bitte leiten Sie ihn nicht weiter: Wer ihn hat, kann entscheiden.`;
  const signature = `Diese Nachricht wurde im Auftrag von ${facts.agencyName} verschickt.`;
  return {
    to: { name: facts.contactName, address: facts.to },
    subject: `Bitte um Freigabe: ${[...oneLine(facts.title)].slice(0, subjectTitleMax).join("")}`,
    text: [
      ...paragraphs,
      ...(facts.message === null ? [] : [`Nachricht der Agentur:\n${quoted(facts.message)}`]),
      `Pressemitteilung lesen und entscheiden:\n${url}`,
      validity,
      signature,
    ].join("\n\n"),
    html: renderHtml(html`<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Bitte um Freigabe</title></head>
<body style="margin:0;padding:24px 16px;background:#f4f2ec;color:#17191c;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:28px 24px;background:#ffffff;border-radius:6px">
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>`)}
${facts.message !== null && quotation(facts.message)}
<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 22px;background:#0a5a6a;color:#ffffff;border-radius:4px;text-decoration:none;font-weight:600">Lesen und entscheiden</a></p>
<p style="margin:0 0 16px;color:#565c64;font-size:14px">Falls der Knopf nicht geht, öffnen Sie diese Adresse:<br><a href="${url}" style="color:#0a5a6a;word-break:break-all">${url}</a></p>
<p style="margin:0 0 16px;color:#565c64;font-size:14px">${validity}</p>
<p style="margin:0;color:#565c64;font-size:14px">${signature}</p>
</div></body></html>
`),
  };
}

function introductionOf(facts: MailFacts): string[] {
  const wish =
    facts.respondBy === null
      ? ""
      : ` Bitte antworten Sie möglichst bis ${formatMoment(facts.respondBy, facts.timeZone)}.`;
  return [
    `Guten Tag, ${oneLine(facts.contactName)},`,
    `${facts.agencyName} bittet Sie um die Freigabe einer Pressemitteilung von ${facts.clientName}: „${oneLine(facts.title)}“`,
    `Unter dem Link sehen Sie den Text so, wie er erscheinen wird. Sie können ihn freigeben oder Änderungen wünschen.${wish}`,
  ];
}

function quotation(message: string): Html {
  return html`<p style="margin:0 0 6px;color:#565c64;font-size:14px">Nachricht der Agentur:</p>
<blockquote style="margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid #c2410c;white-space:pre-line">${message}</blockquote>`;
}

function quoted(message: string): string {
  return message
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
