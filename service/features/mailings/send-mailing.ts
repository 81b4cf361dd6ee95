import type { Queryable, Sql } from "../../floor/db/open.ts";
import type { Mail } from "../../floor/mail/mailer.ts";
import { enqueueMails } from "../../floor/mail/outbox/sql.ts";
import { formatCount } from "../../floor/web/format.ts";
import { refuseFields } from "../../floor/web/refuse-fields.ts";
import { refuseChangedSince } from "../../floor/web/seen-stamp.ts";
import { refuseInactiveClient } from "../clients/refuse-inactive-client.ts";
import { countryRules } from "../media-contacts/country-rules.ts";
import { type Recipient, resolveRecipients } from "../media-contacts/recipients.ts";
import type { LeftOut } from "../media-contacts/recipients-sql.ts";
import { lockDraft } from "../workflow/drafts/sql.ts";
import { emptyProblems, textProblems } from "./content-problems.ts";
import { listAttachments } from "./facts-sql.ts";
import {
  type Acting,
  haltMailing,
  lockedDraft,
  noMailing,
  noteMailing,
  notPossible,
  publishedRelease,
} from "./held-mailing.ts";
import { mailingTestMail } from "./mail-kinds.ts";
import { loadParts, type MailingDeps, sampleContactIn, sampleObjectionUrl } from "./mailing-mails.ts";
import { seenMailing } from "./mailing-stamp.ts";
import { afterPublication, announcedRelease } from "./release-ahead.ts";
import { renderMailing } from "./render-mailing.ts";
import { recipientsUntypedMax } from "./rules.ts";
import type { Mailing } from "./schema.ts";
import { lockMailing, noteConfirmation, setStatus } from "./sql.ts";

/** Furthest time at which a mailing may be planned to go: what is later is forgotten by then. */
const daysAheadMax = 366;
const dayMs = 24 * 3600 * 1000;

/** Whom a mailing would go to now. Throws `not_found` for a list that is gone, `validation_error` for too many. */
export async function countRecipients(
  sql: Queryable,
  agencyId: number,
  mailing: Pick<Mailing, "clientId" | "listIds" | "contactIds">,
): Promise<{ count: number; leftOut: LeftOut; needsSenderWord: boolean }> {
  const { contacts, leftOut } = await resolveRecipients(sql, agencyId, mailing);
  return {
    count: contacts.length,
    leftOut,
    needsSenderWord: needsSenderWord(contacts),
  };
}

/** Whether one of them lives where the sender has to say that a mailing informs. */
export function needsSenderWord(contacts: readonly Recipient[]): boolean {
  return contacts.some(({ country }) => countryRules[country]?.needsSenderWord);
}

/** The mail as its recipients get it, with an invented one; null where its client or release is away. */
export async function previewMailing(
  deps: Omit<MailingDeps, "bounceMailbox">,
  agencyId: number,
  id: string,
): Promise<Mail | null> {
  const parts = await loadParts(deps, agencyId, { mailingId: id, isSample: true });
  if (parts === null) return null;
  const contact = { ...sampleContactIn(parts.language), address: "erika.muster@muster-zeitung.example" };
  return renderMailing(parts, {
    contact,
    objectionUrl: sampleObjectionUrl(deps.publicUrl),
    ...{ bounceTo: null, objectTo: null },
  });
}

/** Sends the mail to one's own address. Throws `not_found`, `validation_error`. */
export async function sendTestMail(
  sql: Sql,
  agencyId: number,
  { id, recipient }: { id: string; recipient: string },
  { actor }: Acting,
): Promise<void> {
  await sql.begin(async (transaction) => {
    const mailing = await lockMailing(transaction, agencyId, id);
    if (mailing === null) throw noMailing();
    refuseFields(textProblems(mailing));
    await enqueueMails(transaction, agencyId, { kind: mailingTestMail, mails: [{ aboutId: id, recipient }] });
    await noteMailing(transaction, agencyId, { id, action: "mailing.tested", actor });
  });
}

/**
 * Sends a mailing now or at `dueAt`; one about a planned release not before that is published. `typedCount` is asked for above 500
 * recipients, and `isInforming` where one of them lives in a country whose rule needs the sender's word. Throws `not_found`,
 * `validation_error`, `release_status_conflict`, and `version_conflict` where somebody has changed text, files or recipients since `seenStamp`
 * (`mailingStamp`): nobody would have seen what goes out.
 */
export async function scheduleMailing(
  sql: Sql,
  agencyId: number,
  input: {
    id: string;
    dueAt: Date | null;
    typedCount: number | null;
    isInforming: boolean;
    seenStamp?: string | undefined;
  },
  { actor }: Acting,
): Promise<{ count: number }> {
  const { id, dueAt, typedCount, isInforming, seenStamp } = input;
  return await sql.begin(async (transaction) => {
    const held = await lockedDraft(transaction, agencyId, id);
    // The draft is locked and the mailing read again, so that its `releaseId` is known if a publication has just ended.
    if (held.draftId !== null) await lockDraft(transaction, agencyId, held.draftId);
    const mailing = held.draftId === null ? held : await lockedDraft(transaction, agencyId, id);
    const { clientId, releaseId, draftId, isEmbargoed, assetIds } = mailing;
    refuseChangedSince(seenMailing(mailing), { wanted: {}, seenStamp });
    await refuseInactiveClient(transaction, agencyId, clientId);
    const files = await listAttachments(transaction, agencyId, { clientId, assetIds });
    if (releaseId !== null) await publishedRelease(transaction, agencyId, { clientId, releaseId });
    const ahead =
      releaseId === null && draftId !== null
        ? await announcedRelease(transaction, agencyId, { clientId, draftId, isEmbargoed })
        : null;
    const appearsAt = ahead !== null && !isEmbargoed ? ahead.publishedAt : null;
    const startsAt = dueAt ?? (appearsAt && afterPublication(appearsAt));
    // With a planned publication a later one goes out with that.
    const embargoEndsAt = isEmbargoed && ahead?.publishedAt === null ? ahead.embargoUntil : null;
    const { count, needsSenderWord } = await countRecipients(transaction, agencyId, mailing);
    refuseFields([
      ...textProblems(mailing),
      ...emptyProblems(mailing, count),
      files.length < new Set(assetIds).size ? fileGone : null,
      count > recipientsUntypedMax && typedCount !== count
        ? {
            field: "typedCount",
            german: `Dieser Aussand geht an ${formatCount(count)} Empfänger. Bitte geben Sie die Zahl hier ein.`,
            english: `type how many recipients there are: ${count}.`,
          }
        : null,
      needsSenderWord && !isInforming
        ? {
            field: "isInforming",
            german: "Bitte bestätigen Sie, dass dieser Aussand informiert und nicht wirbt.",
            english: "confirm that the mailing informs and does not advertise.",
          }
        : null,
      dueAt !== null && (dueAt.getTime() <= Date.now() || dueAt.getTime() > Date.now() + daysAheadMax * dayMs)
        ? {
            field: "dueAt",
            german: "Bitte wählen Sie einen Zeitpunkt in der Zukunft, höchstens ein Jahr voraus.",
            english: "expected a moment in the future, at most a year ahead.",
          }
        : null,
      dueAt !== null && embargoEndsAt !== null && dueAt >= embargoEndsAt
        ? {
            field: "dueAt",
            german:
              "Dann ist die Sperrfrist schon vorbei. Bitte wählen Sie einen früheren Zeitpunkt, oder planen Sie zuerst die Veröffentlichung.",
            english: "expected a moment before the end of the embargo, as the publication is not planned.",
          }
        : null,
    ]);
    const personId = actor.type === "person" ? actor.id : null;
    await noteConfirmation(transaction, agencyId, { id, personId, isInforming, typedCount });
    await setStatus(transaction, agencyId, {
      id,
      status: "scheduled",
      waitsForRelease: dueAt === null && appearsAt !== null,
      ...(startsAt !== null && { dueAt: startsAt }),
    });
    const details = { recipients: count, dueAt: startsAt?.toISOString() ?? null, isInforming };
    await noteMailing(transaction, agencyId, { id, action: "mailing.scheduled", actor, details });
    return { count };
  });
}

const fileGone = {
  field: "assetIds",
  german:
    "Ein gewählter Anhang ist gelöscht. Bitte sehen Sie den Inhalt noch einmal an, und speichern Sie ihn.",
  english: "a chosen file was removed. Choose the files anew.",
};

/** Ends a mailing: what was not sent yet is not sent. One that only waits for its time is a draft again. Throws `not_found`. */
export async function stopMailing(
  sql: Sql,
  agencyId: number,
  id: string,
  { actor }: Acting,
): Promise<{ status: "draft" | "stopped" }> {
  return await sql.begin(async (transaction) => {
    const mailing = await lockMailing(transaction, agencyId, id);
    if (mailing === null) throw noMailing();
    if (mailing.dueAt === null)
      throw notPossible("Dieser Aussand läuft nicht.", "The mailing is not under way.");
    const status = mailing.status === "scheduled" ? "draft" : "stopped";
    await haltMailing(transaction, agencyId, { id, status, actor });
    return { status };
  });
}
