import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../errors.ts";
import { byUuid, isUuid, limitForPeople, listPage, type PageInput } from "../../floor/db/keyset-list.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import type { Mail } from "../../floor/mail/mailer.ts";
import { cancelMails, enqueueMails } from "../../floor/mail/outbox/sql.ts";
import { oneLine } from "../../floor/mail/render-mail.ts";
import { type FieldProblem, refusal, refuseFields } from "../../floor/web/refuse-fields.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { findClient } from "../clients/sql.ts";
import { countryRules } from "../media-contacts/country-rules.ts";
import { listContactLists } from "../media-contacts/lists-sql.ts";
import { type Recipient, resolveRecipients } from "../media-contacts/recipients.ts";
import type { LeftOut } from "../media-contacts/recipients-sql.ts";
import { listAttachments } from "./facts-sql.ts";
import { mailingMail, mailingTestMail } from "./mail-kinds.ts";
import { loadParts, type MailingDeps, sampleContact, sampleObjectionUrl } from "./mailing-mails.ts";
import { renderMailing } from "./render-mailing.ts";
import {
  attachmentBytesMax,
  attachmentsMax,
  listsMax,
  messageCharactersMax,
  placeholders,
  recipientsMax,
  recipientsUntypedMax,
  singleContactsMax,
  subjectCharactersMax,
  unknownPlaceholders,
} from "./rules.ts";
import type { Mailing, MailingContent, MailingFigures } from "./schema.ts";
import {
  deleteDraftMailing,
  findMailing,
  findReleaseOf,
  insertMailing,
  listFigures,
  listMailingRows,
  lockMailing,
  noteConfirmation,
  setStatus,
  updateContent,
} from "./sql.ts";

type Acting = { actor: AuditActor };
type Clients = readonly number[] | null;

/** Furthest time at which a mailing may be planned to go: what is later is forgotten by then. */
const daysAheadMax = 366;
const dayMs = 24 * 3600 * 1000;
const list = { name: "mailings", ...byUuid, limitDefault: limitForPeople };

/** Begins a mailing of a client, about one of its published releases or a plain message. Throws `not_found`, `release_not_found`. */
export async function createMailing(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; releaseId: number | null; replyTo: string },
  { actor }: Acting,
): Promise<{ id: string }> {
  const { clientId, releaseId, replyTo } = input;
  if ((await findClient(sql, agencyId, clientId)) === null)
    throw new ServiceError("not_found", "There is no such client.");
  const release = releaseId === null ? null : await publishedRelease(sql, agencyId, { clientId, releaseId });
  const id = uuidv7();
  const subject = release === null ? "" : oneLine(release.title);
  await sql.begin(async (transaction) => {
    await insertMailing(transaction, agencyId, {
      ...{ id, clientId, releaseId, replyTo },
      subject: [...subject].slice(0, subjectCharactersMax).join(""),
      message: "{Anrede},\n\n",
    });
    await note(transaction, agencyId, {
      id,
      action: "mailing.created",
      actor,
      details: { clientId, releaseId },
    });
  });
  return { id };
}

/** A page of the agency's mailings, newest first, each with its figures. Throws `invalid_cursor`. */
export async function listMailings(
  sql: Queryable,
  agencyId: number,
  { clientIds, ...page }: PageInput & { clientIds: Clients },
): Promise<{ mailings: (Mailing & { figures: MailingFigures | null })[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(list, page, ({ after, rowsMax }) =>
    listMailingRows(sql, agencyId, { clientIds, beforeId: after, limit: rowsMax }),
  );
  const figures = await listFigures(sql, agencyId, items);
  return { mailings: items.map((each) => ({ ...each, figures: figures.get(each.id) ?? null })), nextCursor };
}

/** One mailing. Throws `not_found`, also for one of a client that the person is not let to. */
export async function readMailing(
  sql: Queryable,
  agencyId: number,
  { id, clientIds }: { id: string; clientIds: Clients },
): Promise<Mailing> {
  const mailing = isUuid(id) ? await findMailing(sql, agencyId, id) : null;
  if (mailing === null || (clientIds !== null && !clientIds.includes(mailing.clientId))) throw noMailing();
  return mailing;
}

export async function readFigures(
  sql: Queryable,
  agencyId: number,
  mailing: Mailing,
): Promise<MailingFigures | null> {
  return (await listFigures(sql, agencyId, [mailing])).get(mailing.id) ?? null;
}

/** Writes parts of a draft; `scope` says which clients' lists the person sees. Throws `not_found`, `validation_error`, and `release_status_conflict` where it is no draft any more. */
export async function changeMailing(
  sql: Sql,
  agencyId: number,
  { id, scope = null, ...changes }: { id: string; scope?: Clients } & Partial<MailingContent>,
  { actor }: Acting,
): Promise<void> {
  await sql.begin(async (transaction) => {
    const mailing = await lockedDraft(transaction, agencyId, id);
    const { subject, message, listIds, contactIds, assetIds } = { ...mailing, ...changes };
    const content = { subject: oneLine(subject), message, listIds, contactIds, assetIds };
    const known = await listContactLists(transaction, agencyId, { scope, ids: listIds });
    if (changes.listIds !== undefined && known.length < new Set(listIds).size)
      throw new ServiceError("not_found", "There is no such list.");
    const files = await listAttachments(transaction, agencyId, { clientId: mailing.clientId, assetIds });
    refuseFields([...textProblems(content), chosenProblem(content), filesProblem(content, files)]);
    await updateContent(transaction, agencyId, { id, content });
    await note(transaction, agencyId, {
      id,
      action: "mailing.changed",
      actor,
      details: { parts: Object.keys(changes) },
    });
  });
}

/** Whom a mailing would go to now. Throws `not_found` for a list that is gone, `validation_error` for too many. */
export async function countRecipients(
  sql: Queryable,
  agencyId: number,
  mailing: Pick<Mailing, "clientId" | "listIds" | "contactIds">,
): Promise<{ count: number; leftOut: LeftOut; needsSenderWord: boolean }> {
  const { contacts, leftOut } = await chosenRecipients(sql, agencyId, mailing);
  return {
    count: contacts.length,
    leftOut,
    needsSenderWord: contacts.some(({ country }) => countryRules[country]?.needsSenderWord),
  };
}

/** The same with each of them. Throws as `countRecipients` does. */
export async function chosenRecipients(
  sql: Queryable,
  agencyId: number,
  { clientId, listIds, contactIds }: Pick<Mailing, "clientId" | "listIds" | "contactIds">,
): Promise<{ contacts: Recipient[]; leftOut: LeftOut }> {
  // Whoever chose the lists was let to them then.
  const chosen = await resolveRecipients(sql, agencyId, { clientId, listIds, contactIds, scope: null });
  if (chosen.contacts.length > recipientsMax)
    refuseFields({
      field: "listIds",
      german: `Das sind ${chosen.contacts.length.toLocaleString("de-DE")} Empfänger. Ein Aussand geht an höchstens ${recipientsMax.toLocaleString("de-DE")}: Bitte teilen Sie ihn auf.`,
      english: `at most ${recipientsMax} recipients are possible. Split the mailing.`,
    });
  return chosen;
}

/** The mail as its recipients will get it, with an invented one. Throws `not_found`. */
export async function previewMailing(
  deps: Omit<MailingDeps, "bounceMailbox">,
  agencyId: number,
  id: string,
): Promise<Mail> {
  const parts = await loadParts(deps, agencyId, id);
  if (parts === null) throw noMailing();
  const contact = { ...sampleContact, address: "erika.muster@muster-zeitung.example" };
  return renderMailing(parts, {
    contact,
    objectionUrl: sampleObjectionUrl(deps.publicUrl),
    bounceTo: null,
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
    await note(transaction, agencyId, { id, action: "mailing.tested", actor });
  });
}

/**
 * Sends a mailing now or at `dueAt`. `typedCount` is asked for above 500 recipients, and `isInforming` where one of them lives in a
 * country whose rule needs the sender's word. Throws `not_found`, `validation_error`, `release_status_conflict`.
 */
export async function scheduleMailing(
  sql: Sql,
  agencyId: number,
  input: { id: string; dueAt: Date | null; typedCount: number | null; isInforming: boolean },
  { actor }: Acting,
): Promise<{ count: number }> {
  const { id, dueAt, typedCount, isInforming } = input;
  return await sql.begin(async (transaction) => {
    const mailing = await lockedDraft(transaction, agencyId, id);
    const { clientId, releaseId } = mailing;
    if (releaseId !== null) await publishedRelease(transaction, agencyId, { clientId, releaseId });
    const { count, needsSenderWord } = await countRecipients(transaction, agencyId, mailing);
    refuseFields([
      ...textProblems(mailing),
      ...emptyProblems(mailing, count),
      count > recipientsUntypedMax && typedCount !== count
        ? {
            field: "typedCount",
            german: `Dieser Aussand geht an ${count.toLocaleString("de-DE")} Empfänger. Bitte geben Sie die Zahl hier ein.`,
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
    ]);
    if (isInforming)
      await noteConfirmation(transaction, agencyId, {
        id,
        personId: actor.type === "person" ? actor.id : null,
      });
    await setStatus(transaction, agencyId, { id, status: "scheduled", ...(dueAt !== null && { dueAt }) });
    const details = { recipients: count, dueAt: dueAt?.toISOString() ?? null, isInforming };
    await note(transaction, agencyId, { id, action: "mailing.scheduled", actor, details });
    return { count };
  });
}

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
    await setStatus(transaction, agencyId, { id, status });
    await cancelMails(transaction, agencyId, { aboutId: id, kinds: [mailingMail] });
    await note(transaction, agencyId, { id, action: "mailing.stopped", actor });
    return { status };
  });
}

/** Throws `not_found` for one that is no draft (any more). */
export async function deleteMailing(
  sql: Sql,
  agencyId: number,
  id: string,
  { actor }: Acting,
): Promise<void> {
  await sql.begin(async (transaction) => {
    if (!(await deleteDraftMailing(transaction, agencyId, id))) throw noMailing();
    await note(transaction, agencyId, { id, action: "mailing.deleted", actor });
  });
}

async function lockedDraft(transaction: Queryable, agencyId: number, id: string): Promise<Mailing> {
  const mailing = await lockMailing(transaction, agencyId, id);
  if (mailing === null) throw noMailing();
  if (mailing.status !== "draft")
    throw notPossible(
      "Dieser Aussand ist schon unterwegs und lässt sich nicht mehr ändern.",
      "The mailing is under way already and can't be changed.",
    );
  return mailing;
}

async function publishedRelease(
  sql: Queryable,
  agencyId: number,
  { clientId, releaseId }: { clientId: number; releaseId: number },
): Promise<{ title: string }> {
  const release = await findReleaseOf(sql, agencyId, { clientId, releaseId });
  if (release === null)
    throw refusal("release_not_found", {
      german: "Diese Meldung ist nicht veröffentlicht, oder sie gehört zu einem anderen Kunden.",
      english: "The client has no such published release.",
    });
  return release;
}

function textProblems({ subject, message }: Pick<MailingContent, "subject" | "message">): FieldProblem[] {
  const unknown = (field: "subject" | "message", text: string) =>
    unknownPlaceholders(text).map((name) => ({
      field,
      german: `„{${name}}“ gibt es nicht. Möglich sind ${placeholders.map((each) => `{${each}}`).join(", ")}.`,
      english: "holds an unknown placeholder.",
    }));
  const long = (field: "subject" | "message", text: string, max: number) =>
    [...text].length <= max
      ? []
      : [
          {
            field,
            german: `Bitte kürzen Sie auf höchstens ${max} Zeichen.`,
            english: `at most ${max} characters.`,
          },
        ];
  return [
    ...unknown("subject", subject),
    ...unknown("message", message),
    ...long("subject", subject, subjectCharactersMax),
    ...long("message", message, messageCharactersMax),
  ];
}

/** What may be missing in a draft and not when it goes out. */
function emptyProblems({ subject, message, releaseId }: Mailing, count: number): FieldProblem[] {
  const isEmpty = message.replace(/\{Anrede\},?/g, "").trim() === "";
  return [
    ...(subject.trim() === ""
      ? [{ field: "subject", german: "Der Betreff fehlt noch.", english: "the subject is missing." }]
      : []),
    ...(releaseId === null && isEmpty
      ? [{ field: "message", german: "Der Text fehlt noch.", english: "the text is missing." }]
      : []),
    ...(count === 0
      ? [
          {
            field: "listIds",
            german: "Dieser Aussand hat noch keine Empfänger.",
            english: "there are no recipients.",
          },
        ]
      : []),
  ];
}

function chosenProblem({ listIds, contactIds }: MailingContent): FieldProblem | null {
  if (listIds.length <= listsMax && contactIds.length <= singleContactsMax) return null;
  return {
    field: listIds.length > listsMax ? "listIds" : "contactIds",
    german: `Höchstens ${listsMax} Listen und ${singleContactsMax} einzelne Kontakte sind möglich.`,
    english: `at most ${listsMax} lists and ${singleContactsMax} single contacts are possible.`,
  };
}

function filesProblem(
  { assetIds }: MailingContent,
  files: readonly { bytes: number }[],
): FieldProblem | null {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (
    files.length === new Set(assetIds).size &&
    files.length <= attachmentsMax &&
    bytes <= attachmentBytesMax
  )
    return null;
  return {
    field: "assetIds",
    german: `Möglich sind bis zu ${attachmentsMax} Dateien aus der Mediathek des Kunden mit zusammen ${attachmentBytesMax / 1_000_000} MB. Auf die übrigen führt der Link zur Galerie.`,
    english: `at most ${attachmentsMax} files of the client's library with ${attachmentBytesMax} bytes in all.`,
  };
}

async function note(
  transaction: Queryable,
  agencyId: number,
  input: {
    id: string;
    action: string;
    actor: AuditActor;
    details?: Parameters<typeof insertAudit>[2]["details"];
  },
): Promise<void> {
  const { id, action, actor, details = {} } = input;
  await insertAudit(transaction, agencyId, { actor, action, subject: { type: "mailing", id }, details });
}

function noMailing(): ServiceError {
  return new ServiceError("not_found", "There is no such mailing.");
}

function notPossible(german: string, english: string): ServiceError {
  return refusal("release_status_conflict", { german, english });
}
