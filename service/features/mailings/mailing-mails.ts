import type { Sql } from "../../floor/db/open.ts";
import { rememberedFor } from "../../floor/limits/bounded-cache.ts";
import type { Mail, MailFile } from "../../floor/mail/mailer.ts";
import { addMailDetails } from "../../floor/mail/outbox/about-mails-sql.ts";
import type { ClaimedMail, MailWriter } from "../../floor/mail/outbox/mail-kind.ts";
import type { SecretCipher } from "../../floor/secrets/secret-cipher.ts";
import { type PageLanguage, spokenLanguageOf } from "../../floor/web/language.ts";
import type { Log } from "../../log.ts";
import type { FileStore } from "../media/file-store.ts";
import { readAssetFile } from "../media/read-asset-file.ts";
import { objectionPath, recordBounce } from "../media-contacts/object.ts";
import { openRecipients, type Recipient } from "../media-contacts/recipients.ts";
import { noteMailed } from "../media-contacts/recipients-sql.ts";
import { findContactSettings } from "../media-contacts/settings-sql.ts";
import { listMailedReleases } from "../newsroom/subscriptions/facts-sql.ts";
import { mailingLinkPath } from "../workflow/embargo/mailing-links.ts";
import { findMailingLinkRow } from "../workflow/embargo/sql.ts";
import {
  findAnnounced,
  findMailingFacts,
  isMailingStopped,
  listAttachments,
  type MailingFacts,
} from "./facts-sql.ts";
import { haltMailing } from "./held-mailing.ts";
import { type MailingDetails, mailingMail, mailingTestMail } from "./mail-kinds.ts";
import { mailingWords } from "./mail-words.ts";
import { findMailContact } from "./mails-sql.ts";
import { type MailingParts, type MailingRecipient, renderMailing } from "./render-mailing.ts";
import { returnAddress } from "./return-address.ts";
import { attachmentBytesMax } from "./rules.ts";
import { openSender } from "./senders/senders.ts";
import { lockMailing } from "./sql.ts";

export type MailingDeps = {
  sql: Sql;
  log: Log;
  secrets: SecretCipher;
  publicUrl: string;
  fileStore: FileStore;
  /** The mailbox that returned mails come to; null where none is read. */
  bounceMailbox: string | null;
};

/** Mailings whose parts are kept between two of their mails, with at most 5 MB of files each. */
const keptMax = 4;
/** How long an archived release or a sender that was removed goes on. */
const keptMs = 15_000;

/** Somebody whom the preview and a test speak to, where no contact is chosen. */
export function sampleContactIn(language: PageLanguage) {
  const { sampleSource: source, sampleReason: reason } = mailingWords[language];
  const person = { title: "Dr.", firstName: "Erika", lastName: "Muster", medium: "Muster-Zeitung" };
  return { addressAs: "ms" as const, ...person, source, reason };
}

/** How mails of press mailings come into being. */
export function mailingMailWriters(deps: MailingDeps): MailWriter[] {
  const remembered = rememberedFor<MailingParts | null>(keptMs, keptMax);
  const partsOf = (agencyId: number, mailingId: string) =>
    remembered(`${agencyId}:${mailingId}`, () => loadParts(deps, agencyId, { mailingId, isSample: false }));
  return [
    {
      kind: mailingMail,
      async prepare(mail) {
        const parts = await partsOf(mail.agencyId, mail.aboutId);
        return parts === null ? null : await toContact(deps, parts, mail);
      },
      async onBounce({ agencyId, id }, bounce) {
        const contact = await findMailContact(deps.sql, agencyId, id);
        if (contact !== null) await recordBounce(deps.sql, agencyId, { ...contact, bounce });
      },
      async onSent(mail) {
        const parts = await partsOf(mail.agencyId, mail.aboutId);
        // Article 14 asks for more than a mail has room for: without the notice nobody is informed.
        const isInformed = typeof parts?.noticeUrl === "string";
        await noteMailed(deps.sql, mail.agencyId, { contactIds: [contactIn(mail)], isInformed });
      },
    },
    {
      kind: mailingTestMail,
      async prepare({ agencyId, aboutId, id, recipient }) {
        const parts = await loadParts(deps, agencyId, { mailingId: aboutId, isSample: true });
        if (parts === null || recipient === null) return null;
        const contact = { ...sampleContactIn(parts.language), address: recipient };
        const mail = renderMailing(parts, {
          contact,
          objectionUrl: sampleObjectionUrl(deps.publicUrl),
          ...returnsOf(deps, { agencyId, id }),
        });
        return { ...mail, subject: `[Test] ${mail.subject}` };
      },
    },
  ];
}

/**
 * All of a mailing that is the same for each recipient; null where it can't go out, because its client or release is away. A sample shows
 * a text before it is published.
 */
export async function loadParts(
  deps: Omit<MailingDeps, "bounceMailbox">,
  agencyId: number,
  { mailingId, isSample }: { mailingId: string; isSample: boolean },
): Promise<MailingParts | null> {
  const { sql, secrets, publicUrl } = deps;
  const facts = await findMailingFacts(sql, agencyId, mailingId);
  if (facts === null) return null;
  const { clientId, releaseId, draftId } = facts;
  const [about, signedFrom, { noticeUrl }] = await Promise.all([
    loadAbout(deps, agencyId, { mailingId, facts, isSample }),
    openSender(sql, agencyId, clientId, secrets),
    findContactSettings(sql, agencyId),
  ]);
  if ((releaseId !== null || draftId !== null) && about.release === null && about.embargo === null)
    return null;
  const attachments = await readAttachments(deps, agencyId, facts);
  return { mailingId, facts, ...about, attachments, signedFrom, noticeUrl, publicUrl };
}

/** What a mailing is about: its release, or before the publication the link to it. Neither for a plain message, and where it is withdrawn. */
async function loadAbout(
  { sql, secrets, publicUrl }: Pick<MailingDeps, "sql" | "secrets" | "publicUrl">,
  agencyId: number,
  { mailingId, facts, isSample }: { mailingId: string; facts: MailingFacts; isSample: boolean },
): Promise<Pick<MailingParts, "language" | "release" | "embargo">> {
  const { releaseId, draftId, isEmbargoed, newsroomLanguage } = facts;
  const nothing = { language: "de", release: null, embargo: null } as const;
  const inItsLanguage = (text: { language: string }) => ({
    ...nothing,
    language: spokenLanguageOf(text.language, newsroomLanguage),
  });
  if (releaseId !== null) {
    const [release] = await listMailedReleases(sql, agencyId, [releaseId]);
    return release === undefined ? nothing : { ...inItsLanguage(release), release };
  }
  const announced = draftId === null ? null : await findAnnounced(sql, agencyId, draftId);
  if (announced === null) return nothing;
  if (!isEmbargoed) return isSample ? { ...inItsLanguage(announced), release: announced } : nothing;
  const link = await findMailingLinkRow(sql, agencyId, mailingId);
  if (link?.isWaiting !== true && !isSample) return nothing;
  const path = link === null ? sampleEmbargoPath : mailingLinkPath(secrets, agencyId, link.id);
  return { ...inItsLanguage(announced), embargo: { url: publicUrl + path, until: announced.until } };
}

/**
 * Asks for the contact and the mailing at this moment: whoever has objected since the mailing was prepared gets nothing, and once it is
 * stopped nobody does, though its parts are still kept.
 */
async function toContact(deps: MailingDeps, parts: MailingParts, mail: ClaimedMail): Promise<Mail | null> {
  const { sql, secrets, publicUrl } = deps;
  const { agencyId, id } = mail;
  const { contactId, addressKey } = mail.details as MailingDetails;
  const chosen = { clientId: parts.facts.clientId, contactIds: [contactId] };
  const [isStopped, [contact]] = await Promise.all([
    isMailingStopped(sql, agencyId, parts.mailingId),
    openRecipients(sql, agencyId, chosen, secrets),
  ]);
  if (isStopped || contact === undefined) return null;
  if (parts.attachments.length < new Set(parts.facts.assetIds).size) {
    await stopIncomplete(sql, agencyId, parts.mailingId);
    return null;
  }
  // What comes back, or an objection by mail, is about the address that the mail goes to.
  if (contact.addressKey !== addressKey)
    await addMailDetails(sql, agencyId, {
      ...{ kind: mailingMail.name, id, details: { addressKey: contact.addressKey } },
    });
  const recipient: MailingRecipient = {
    contact: { ...contact, address: contact.email, reason: reasonOf(contact, parts.language) },
    objectionUrl: publicUrl + objectionPath(secrets, agencyId, contact.addressKey),
    ...returnsOf(deps, { agencyId, id }),
  };
  return renderMailing(parts, recipient);
}

/** A file is gone: the media would get the mail without the attachment of which it speaks. */
async function stopIncomplete(sql: Sql, agencyId: number, id: string): Promise<void> {
  await sql.begin(async (transaction) => {
    // Another of its mails may have stopped it in this moment.
    if ((await lockMailing(transaction, agencyId, id))?.status !== "sending") return;
    const actor = { type: "service", id: null } as const;
    await haltMailing(transaction, agencyId, { id, status: "stopped", stopReason: "file_gone", actor });
  });
}

/** The link of a mailing comes into being when it is prepared. */
const sampleEmbargoPath = "/vorab/beispiel";

/** Where a link leads that is only there to be seen. */
export const sampleObjectionUrl = (publicUrl: string): string => `${publicUrl}/widerspruch/beispiel`;

function returnsOf({ secrets, bounceMailbox: mailbox }: MailingDeps, mail: { agencyId: number; id: string }) {
  const addressOf = (kind: "bounce" | "objection") =>
    mailbox === null ? null : returnAddress(kind, { mailbox, secrets }, mail);
  return { bounceTo: addressOf("bounce"), objectTo: addressOf("objection") };
}

function contactIn({ details }: ClaimedMail): string {
  return (details as MailingDetails).contactId;
}

/** Why a contact is written to, as the mail says it. */
function reasonOf({ basis, basisReason, topics }: Recipient, language: PageLanguage): string {
  const words = mailingWords[language];
  if (basis === "own_request") return words.asked;
  if (basis === "consent") return `${words.consented}${basisReason === null ? "" : ` (${basisReason})`}`;
  return basisReason ?? `${words.reportsOn} ${topics.join(", ")}`;
}

async function readAttachments(
  deps: Omit<MailingDeps, "bounceMailbox">,
  agencyId: number,
  wanted: { clientId: number; assetIds: readonly string[] },
): Promise<MailFile[]> {
  const files = await listAttachments(deps.sql, agencyId, wanted);
  return await Promise.all(
    files.map(async ({ id, fileName, mediaType }) => ({
      filename: fileName,
      contentType: mediaType,
      content: await readAssetFile(deps, agencyId, { assetId: id, bytesMax: attachmentBytesMax }),
    })),
  );
}
