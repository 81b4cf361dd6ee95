import type { Mail } from "../../mail/mailer.ts";
import { type MailPart, oneLine, renderMail } from "../../mail/render-mail.ts";
import { formatDay } from "../../web/format.ts";
import { newsroomUrl, releaseUrl } from "../paths.ts";
import type { MailedRelease, MailFacts } from "./mail-sql.ts";
import { readAddress } from "./rules.ts";

/** Addresses of one mail, made from its subscription. */
export type MailLinks = { confirm: string; leave: string; data: string; publicUrl: string };
type Recipient = { facts: MailFacts; address: string; links: MailLinks };

/** Asks whether the owner of the address wants the mails; where it has them already, says so. */
export function renderConfirmation({ facts, address, links }: Recipient): Mail {
  const { clientName, agencyName } = facts;
  const what = whatOf(facts);
  if (facts.status === "active") {
    return renderMail({
      ...envelope(facts, address),
      subject: `Sie haben ${clientName} schon abonniert`,
      parts: [
        { kind: "heading", text: "Alles bleibt, wie es ist" },
        {
          kind: "paragraph",
          text: `Jemand hat gerade ${what} für Ihre Adresse bestellt. Sie erhalten sie schon.`,
        },
        {
          kind: "note",
          text: "Sie müssen nichts tun. Wenn Sie keine Mails mehr möchten, können Sie sich hier abmelden.",
        },
        ownLinks(links),
        imprint(agencyName, clientName),
      ],
    });
  }
  return renderMail({
    ...envelope(facts, address),
    subject: `Bitte bestätigen Sie Ihr Abo: ${clientName}`,
    parts: [
      { kind: "heading", text: "Möchten Sie diese Mails erhalten?" },
      {
        kind: "paragraph",
        text: `Jemand hat ${what} für Ihre Adresse bestellt, ${facts.frequency === "daily" ? "gesammelt einmal am Tag" : "sofort nach der Veröffentlichung"}.`,
      },
      {
        kind: "paragraph",
        text: "Waren Sie das? Dann bestätigen Sie es bitte auf der Seite, die sich öffnet.",
      },
      { kind: "button", label: "Abo bestätigen", lead: "Abo bestätigen:", url: links.confirm },
      {
        kind: "note",
        text: "Waren Sie es nicht, müssen Sie nichts tun: Sie erhalten keine weitere Mail, und nach zwei Tagen löschen wir Ihre Adresse.",
      },
      imprint(agencyName, clientName),
    ],
  });
}

/** One release, for who wants it at once. */
export function renderReleaseMail(recipient: Recipient, release: MailedRelease): Mail {
  const { facts, address, links } = recipient;
  const url = releaseUrl(links.publicUrl, facts, release.slug);
  return renderMail({
    ...envelope(facts, address),
    headers: listHeaders(links),
    subject: `${facts.clientName}: ${release.title}`,
    parts: [
      { kind: "note", text: `Pressemitteilung von ${facts.clientName}, ${formatDay(release.publishedAt)}` },
      { kind: "heading", text: oneLine(release.title) },
      ...(release.subtitle === null ? [] : [{ kind: "paragraph", text: oneLine(release.subtitle) } as const]),
      { kind: "button", label: "Pressemitteilung lesen", lead: "Pressemitteilung lesen:", url },
      ...foot(recipient),
    ],
  });
}

/** All of a day, newest first. */
export function renderDigest(
  recipient: Recipient,
  releases: readonly MailedRelease[],
  omitted: number,
): Mail {
  const { facts, address, links } = recipient;
  const count = releases.length + omitted;
  const title = count === 1 ? "Eine neue Pressemitteilung" : `${count} neue Pressemitteilungen`;
  const newsroom = newsroomUrl(links.publicUrl, facts);
  return renderMail({
    ...envelope(facts, address),
    headers: listHeaders(links),
    subject: `${facts.clientName}: ${title}`,
    parts: [
      { kind: "heading", text: `${title} von ${facts.clientName}` },
      ...releases.map(
        (release): MailPart => ({
          kind: "entry",
          title: oneLine(release.title),
          facts: formatDay(release.publishedAt),
          text: release.subtitle === null ? null : oneLine(release.subtitle),
          url: releaseUrl(links.publicUrl, facts, release.slug),
        }),
      ),
      ...(omitted === 0
        ? []
        : [
            {
              kind: "paragraph",
              text:
                omitted === 1 ? "Eine weitere steht im Newsroom." : `${omitted} weitere stehen im Newsroom.`,
            } as const,
            { kind: "links", links: [{ label: "Zum Newsroom", url: newsroom }] } as const,
          ]),
      ...foot(recipient),
    ],
  });
}

/** The client writes, from the service's address; answers go to its press contact. */
function envelope(facts: MailFacts, address: string) {
  const contact = facts.contactEmail === null ? null : readAddress(facts.contactEmail);
  return {
    to: { name: "", address },
    senderName: oneLine(`${facts.clientName} Presse`),
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
  return [
    { kind: "note", text: `Sie erhalten diese Mail, weil Sie ${whatOf(facts)} abonniert haben.` },
    ownLinks(links),
    imprint(facts.agencyName, facts.clientName),
  ];
}

function ownLinks({ leave, data }: MailLinks): MailPart {
  return {
    kind: "links",
    links: [
      { label: "Abmelden", url: leave },
      { label: "Meine Daten", url: data },
    ],
  };
}

function imprint(agencyName: string, clientName: string): MailPart {
  return { kind: "note", text: `Verschickt von ${agencyName} im Auftrag von ${clientName}.` };
}

function whatOf({ clientName, topic }: Pick<MailFacts, "clientName" | "topic">): string {
  return topic === null
    ? `die Pressemitteilungen von ${clientName}`
    : `die Pressemitteilungen von ${clientName} zum Thema „${oneLine(topic)}“`;
}
