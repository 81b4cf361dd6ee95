import type { Mail } from "../../../floor/mail/mailer.ts";
import { type MailPart, type MailPicture, oneLine, renderMail } from "../../../floor/mail/render-mail.ts";
import { formatDay } from "../../../floor/web/format.ts";
import { readMailAddress } from "../../../floor/web/mail-address.ts";
import { summaryOf } from "../../../press-text/markdown/press-text.ts";
import { readText } from "../../../press-text/markdown/read-text.ts";
import { leadingPreview } from "../pages/preview-image.ts";
import { type NewsroomAddress, newsroomOrigin, newsroomUrl, releaseUrl } from "../paths.ts";
import { pictureOf } from "../shown-asset.ts";
import type { MailedRelease, MailFacts } from "./facts-sql.ts";
import { type MailWords, mailWords } from "./mail-words.ts";
import { whatOf } from "./what-of.ts";

/** Addresses of one mail, made from its subscription. */
export type MailLinks = { confirm: string; leave: string; data: string; publicUrl: string };
export type Recipient = { facts: MailFacts; address: string; links: MailLinks };

/** Asks whether the owner of the address wants the mails; where it has them already, says so. */
export function renderConfirmation({ facts, address, links }: Recipient): Mail {
  const { clientName, language } = facts;
  const words = mailWords[language];
  const what = whatOf(facts, language);
  const howOften = facts.frequency === "daily" ? words.daily : words.atOnce;
  if (facts.status === "active") {
    return renderMail({
      ...envelope(facts, address),
      subject: words.knownSubject(clientName),
      parts: [
        { kind: "heading", text: words.knownTitle },
        {
          kind: "paragraph",
          text: words.knownText(what, howOften),
        },
        {
          kind: "note",
          text: words.knownNote,
        },
        ownLinks(links, words),
        imprint(facts),
      ],
    });
  }
  return renderMail({
    ...envelope(facts, address),
    subject: words.confirmSubject(clientName),
    parts: [
      { kind: "heading", text: words.confirmTitle },
      {
        kind: "paragraph",
        text: words.confirmText(what, howOften),
      },
      {
        kind: "paragraph",
        text: words.confirmAsk,
      },
      { kind: "button", label: words.confirm, lead: `${words.confirm}:`, url: links.confirm },
      {
        kind: "note",
        text: words.confirmNote,
      },
      imprint(facts),
    ],
  });
}

/** The mail about one release, for subscribers who get each at once. */
export function renderReleaseMail(recipient: Recipient, release: MailedRelease): Mail {
  const { facts, address, links } = recipient;
  const url = releaseUrl(links.publicUrl, facts, release.slug);
  const words = mailWords[facts.language];
  return renderMail({
    ...envelope(facts, address),
    headers: listHeaders(links),
    subject: `${facts.clientName}: ${release.title}`,
    parts: [
      {
        kind: "note",
        text: `${words.releaseOf} ${facts.clientName}, ${formatDay(release.publishedAt, facts.language)}`,
      },
      ...pictureOfMail(facts, links.publicUrl, release).map(
        (picture): MailPart => ({ kind: "picture", picture, url }),
      ),
      { kind: "heading", text: oneLine(release.title) },
      ...(release.subtitle === null ? [] : [{ kind: "paragraph", text: oneLine(release.subtitle) } as const]),
      ...leadOf(release).map((text): MailPart => ({ kind: "paragraph", text })),
      { kind: "button", label: words.read, lead: `${words.read}:`, url },
      ...foot(recipient),
    ],
  });
}

/** The mail about all releases of a day, newest first. */
export function renderDigest(
  recipient: Recipient,
  releases: readonly MailedRelease[],
  omitted: number,
): Mail {
  const { facts, address, links } = recipient;
  const count = releases.length + omitted;
  const words = mailWords[facts.language];
  const title = words.digest(count);
  const newsroom = newsroomUrl(links.publicUrl, facts);
  return renderMail({
    ...envelope(facts, address),
    headers: listHeaders(links),
    subject: `${facts.clientName}: ${title}`,
    parts: [
      { kind: "heading", text: `${title} ${words.of} ${facts.clientName}` },
      ...releases.map(
        (release): MailPart => ({
          kind: "entry",
          title: oneLine(release.title),
          facts: formatDay(release.publishedAt, facts.language),
          text: release.subtitle === null ? null : oneLine(release.subtitle),
          picture: pictureOfMail(facts, links.publicUrl, release)[0] ?? null,
          url: releaseUrl(links.publicUrl, facts, release.slug),
        }),
      ),
      ...(omitted === 0
        ? []
        : [
            {
              kind: "paragraph",
              text: words.omitted(omitted),
            } as const,
            { kind: "links", links: [{ label: words.newsroom, url: newsroom }] } as const,
          ]),
      ...foot(recipient),
    ],
  });
}

/** The copy that every mail program can show, cut around its focus point, at its public address; none for a release without. */
export function pictureOfMail(
  address: NewsroomAddress,
  publicUrl: string,
  { slug, image }: Pick<MailedRelease, "slug" | "image">,
): MailPicture[] {
  const picture = image === null ? null : pictureOf(image);
  if (picture === null) return [];
  const { url, width, height } = leadingPreview(address, slug, picture);
  return [{ url: newsroomOrigin(publicUrl, address) + url, alt: oneLine(picture.alt), width, height }];
}

/** About as much as a mail shows before somebody scrolls. */
const leadCharactersMax = 320;

/** The first sentences. Of the body only a beginning of bounded length is here, so it is read at once. */
export function leadOf({ bodyMarkdown }: Pick<MailedRelease, "bodyMarkdown">): string[] {
  const lead = summaryOf(readText(bodyMarkdown), leadCharactersMax);
  return lead === "" ? [] : [lead];
}

/** The client writes, from the service's address; answers go to its press contact. */
function envelope(facts: MailFacts, address: string) {
  const contact = facts.contactEmail === null ? null : readMailAddress(facts.contactEmail);
  return {
    language: facts.language,
    to: { name: "", address },
    senderName: oneLine(`${facts.clientName} ${mailWords[facts.language].press}`),
    ...(contact === null
      ? {}
      : { replyTo: { name: oneLine(facts.contactName ?? facts.clientName), address: contact } }),
  };
}

/** RFC 8058: the mail program ends the subscription by one POST. */
function listHeaders({ leave }: MailLinks): Record<string, string> {
  return { "List-Unsubscribe": `<${leave}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

function foot({ facts, links }: Recipient): MailPart[] {
  const words = mailWords[facts.language];
  return [
    { kind: "note", text: words.why(whatOf(facts, facts.language)) },
    ownLinks(links, words),
    imprint(facts),
  ];
}

function ownLinks({ leave, data }: MailLinks, words: MailWords): MailPart {
  return {
    kind: "links",
    links: [
      { label: words.leave, url: leave },
      { label: words.data, url: data },
    ],
  };
}

function imprint({ agencyName, clientName, language }: MailFacts): MailPart {
  return { kind: "note", text: mailWords[language].sentBy(agencyName, clientName) };
}
