import type { Mail, MailFile, SignedSender } from "../../floor/mail/mailer.ts";
import { type MailPart, oneLine, renderMail } from "../../floor/mail/render-mail.ts";
import { withStop } from "../../floor/strings/with-stop.ts";
import { formatDay, formatMoment } from "../../floor/web/format.ts";
import type { PageLanguage } from "../../floor/web/language.ts";
import type { Recipient } from "../media-contacts/recipients.ts";
import { releaseUrl } from "../newsroom/paths.ts";
import type { MailedRelease } from "../newsroom/subscriptions/facts-sql.ts";
import { leadOf, pictureOfMail } from "../newsroom/subscriptions/render-mails.ts";
import { embargoWords } from "../workflow/embargo/embargo-words.ts";
import type { MailingFacts } from "./facts-sql.ts";
import { mailingWords } from "./mail-words.ts";
import { type Addressed, countedUrl, fillPlaceholders, withHostsOnly } from "./rules.ts";

/** All that is the same for each recipient. */
export type MailingParts = {
  mailingId: string;
  facts: MailingFacts;
  /** Of the text that it is about; German for a plain message. */
  language: PageLanguage;
  release: MailedRelease | null;
  /** In place of the release: where it can be read before its date, once its embargo is accepted. */
  embargo: { url: string; until: Date | null } | null;
  attachments: readonly MailFile[];
  /** Null where the mail comes from the service's own address, with the client's name. */
  signedFrom: SignedSender | null;
  /** The agency's page on what it does with addresses. */
  noticeUrl: string | null;
  publicUrl: string;
};

/** What differs from recipient to recipient: nothing but these, and what the placeholders say. */
export type MailingRecipient = {
  contact: Addressed &
    Pick<Recipient, "source"> & {
      address: string;
      reason: string;
    };
  objectionUrl: string;
  /** Where the mail comes back to, and where an objection by mail goes; null where nobody reads what comes back. */
  bounceTo: string | null;
  objectTo: string | null;
};

/**
 * The mail as one recipient gets it. Texts about it show hosts in place of whole addresses: no address in it tells two recipients apart but
 * those of `MailingRecipient`.
 */
export function renderMailing(
  parts: MailingParts,
  { contact, objectionUrl, bounceTo, objectTo }: MailingRecipient,
): Mail {
  const { facts, language, attachments, signedFrom } = parts;
  const paragraphs = fillPlaceholders(facts.message, contact, language)
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
  return renderMail({
    language,
    to: {
      name: oneLine([contact.firstName, contact.lastName].filter((part) => part !== null).join(" ")),
      address: contact.address,
    },
    ...(signedFrom === null ? { senderName: oneLine(facts.clientName) } : { signedFrom }),
    // The id names the mail as the address does, for servers that send a report elsewhere.
    ...(bounceTo !== null && { bounceTo, messageId: bounceTo }),
    replyTo: { name: oneLine(facts.agencyName), address: facts.replyTo },
    headers: headersOf(objectionUrl, objectTo),
    ...(attachments.length > 0 && { attachments }),
    subject: fillPlaceholders(facts.subject, contact, language),
    brand: { name: oneLine(facts.clientName), color: null, logo: null },
    parts: [
      ...paragraphs.map((text): MailPart => ({ kind: "paragraph", text })),
      ...(parts.embargo === null ? releaseParts(parts) : embargoParts(parts, parts.embargo)),
      ...footParts(parts, contact, objectionUrl),
    ],
  });
}

/** RFC 8058: the mail program objects by one POST. RFC 3834 and its kin: no absence note answers. */
function headersOf(objectionUrl: string, objectTo: string | null): Record<string, string> {
  const byMail = objectTo === null ? "" : `, <mailto:${objectTo}?subject=Widerspruch>`;
  return {
    "List-Unsubscribe": `<${objectionUrl}>${byMail}`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "X-Auto-Response-Suppress": "OOF, AutoReply",
    Precedence: "bulk",
  };
}

function releaseParts({ mailingId, facts, language, release, publicUrl }: MailingParts): MailPart[] {
  if (release === null) return [];
  const words = mailingWords[language];
  const url = countedUrl(releaseUrl(publicUrl, facts, release.slug), mailingId);
  const hasPicture = release.image !== null;
  const files = countedUrl(releaseUrl(publicUrl, facts, release.slug), mailingId, "pictures");
  return [
    ...pictureOfMail(facts, publicUrl, release).map(
      (picture): MailPart => ({ kind: "picture", picture, url }),
    ),
    {
      kind: "note",
      text: `${words.releaseOf(facts.clientName)}, ${formatDay(release.publishedAt, language)}`,
    },
    { kind: "heading", text: oneLine(release.title) },
    ...(release.subtitle === null ? [] : [{ kind: "paragraph", text: oneLine(release.subtitle) } as const]),
    ...leadOf(release).map((text): MailPart => ({ kind: "paragraph", text })),
    { kind: "button", label: words.read, lead: words.readLead, url },
    ...(hasPicture || facts.hasFiles
      ? [{ kind: "links", links: [filesLink(files, hasPicture, words)] } as const]
      : []),
  ];
}

/** To the pictures on the release's page, where their clicks are counted with its views. */
function filesLink(
  url: string,
  hasPicture: boolean,
  words: { pictures: string; files: string },
): { label: string; url: string } {
  return hasPicture
    ? { label: words.pictures, url: `${url}#bilder` }
    : { label: words.files, url: `${url}#downloads` };
}

/** Nothing of the text: whoever forwards the mail or looks over a shoulder has accepted no embargo. */
function embargoParts(
  { facts, language }: MailingParts,
  { url, until }: NonNullable<MailingParts["embargo"]>,
): MailPart[] {
  const words = mailingWords[language];
  const { embargo, embargoUntil, notice } = embargoWords[language];
  const heading =
    until === null ? embargo : `${embargoUntil} ${formatMoment(until, facts.timeZone, language)}`;
  return [
    { kind: "heading", text: heading },
    {
      kind: "paragraph",
      text: `${withStop(words.releaseOf(facts.clientName))} ${words.opensOnceAccepted} ${notice}`,
    },
    { kind: "button", label: words.embargo, lead: words.embargoLead, url },
  ];
}

/** Art. 14 GDPR: who writes, why, whence the address, and the right to object. In each mail, so that no first one can go astray. */
function footParts(
  { facts, language, noticeUrl }: MailingParts,
  { source, reason }: MailingRecipient["contact"],
  objectionUrl: string,
): MailPart[] {
  const { agencyName, clientName } = facts;
  const words = mailingWords[language];
  return [
    {
      kind: "note",
      text: `${words.sentBy(agencyName, clientName)} ${words.why} ${told(reason)} ${words.whence} ${told(source)}`,
    },
    { kind: "note", text: words.mayObject(agencyName) },
    {
      kind: "links",
      links: [
        { label: words.object, url: objectionUrl },
        ...(noticeUrl === null ? [] : [{ label: words.privacy, url: noticeUrl }]),
      ],
    },
  ];
}

function told(text: string): string {
  return withStop(withHostsOnly(oneLine(text)));
}
