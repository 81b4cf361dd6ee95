import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../errors.ts";
import { byUuid, isUuid, limitForPeople, listPage, type PageInput } from "../../floor/db/keyset-list.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import { oneLine } from "../../floor/mail/render-mail.ts";
import { firstCharacters } from "../../floor/strings/first-characters.ts";
import { refuseFields } from "../../floor/web/refuse-fields.ts";
import { refuseChangedSince } from "../../floor/web/seen-stamp.ts";
import { findClient } from "../clients/sql.ts";
import { listContactLists } from "../media-contacts/lists-sql.ts";
import { chosenProblem, filesProblem, textProblems } from "./content-problems.ts";
import { listAttachments } from "./facts-sql.ts";
import { listFigures } from "./figures-sql.ts";
import { type Acting, lockedDraft, noMailing, noteMailing, publishedRelease } from "./held-mailing.ts";
import { seenMailing } from "./mailing-stamp.ts";
import { announcedRelease } from "./release-ahead.ts";
import { subjectCharactersMax } from "./rules.ts";
import type { Mailing, MailingContent, MailingFigures } from "./schema.ts";
import { deleteDraftMailing, findMailing, insertMailing, listMailingRows, updateContent } from "./sql.ts";

type Clients = readonly number[] | null;

const list = { name: "mailings", ...byUuid, limitDefault: limitForPeople };

/**
 * Begins a mailing of a client, about one of its published releases, a text that waits for its date, or a plain message. The same `id`
 * again begins nothing. Throws `not_found`, `release_not_found`.
 */
export async function createMailing(
  sql: Sql,
  agencyId: number,
  input: {
    clientId: number;
    releaseId: number | null;
    /** A text that is not published yet; with `isEmbargoed` the mailing goes out before it is. */
    draftId?: string | null;
    isEmbargoed?: boolean;
    replyTo: string;
    id?: string;
  },
  { actor }: Acting,
): Promise<{ id: string }> {
  const { clientId, releaseId, draftId = null, isEmbargoed = false, replyTo, id = uuidv7() } = input;
  if ((await findClient(sql, agencyId, clientId)) === null)
    throw new ServiceError("not_found", "There is no such client.");
  const release =
    draftId !== null
      ? await announcedRelease(sql, agencyId, { clientId, draftId, isEmbargoed })
      : releaseId === null
        ? null
        : await publishedRelease(sql, agencyId, { clientId, releaseId });
  // A subject is read by whoever sees the mailbox: under embargo it says nothing of the text by itself.
  const subject = release === null || isEmbargoed ? "" : oneLine(release.title);
  await sql.begin(async (transaction) => {
    const isNew = await insertMailing(transaction, agencyId, {
      ...{ id, clientId, draftId, isEmbargoed, replyTo },
      releaseId: draftId === null ? releaseId : null,
      subject: firstCharacters(subject, subjectCharactersMax),
      message: "{Anrede},\n\n",
    });
    if (!isNew) return;
    await noteMailing(transaction, agencyId, {
      id,
      action: "mailing.created",
      actor,
      details: { clientId, releaseId, draftId, isEmbargoed },
    });
  });
  return { id };
}

/** A page of the agency's mailings, or of those about one release, newest first, each with its figures. Throws `invalid_cursor`. */
export async function listMailings(
  sql: Queryable,
  agencyId: number,
  { clientIds, releaseId = null, ...page }: PageInput & { clientIds: Clients; releaseId?: number | null },
): Promise<{ mailings: (Mailing & { figures: MailingFigures | null })[]; nextCursor: string | null }> {
  const { items, nextCursor } = await listPage(list, page, ({ after, rowsMax }) =>
    listMailingRows(sql, agencyId, { clientIds, releaseId, beforeId: after, limit: rowsMax }),
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

/**
 * Writes parts of a draft; `scope` says which clients' lists the person sees. Throws `not_found`, `validation_error`,
 * `release_status_conflict` where it is no draft any more, and `version_conflict` where somebody has changed these parts since `seenStamp`
 * (`mailingStamp`): the media would get what a colleague has corrected.
 */
export async function changeMailing(
  sql: Sql,
  agencyId: number,
  input: { id: string; scope?: Clients; seenStamp?: string | undefined } & Partial<MailingContent>,
  { actor }: Acting,
): Promise<void> {
  const { id, scope = null, seenStamp, ...changes } = input;
  const parts = Object.keys(changes) as (keyof MailingContent)[];
  await sql.begin(async (transaction) => {
    const mailing = await lockedDraft(transaction, agencyId, id);
    const { subject, message, listIds, contactIds, assetIds } = { ...mailing, ...changes };
    const content = { subject: oneLine(subject), message, listIds, contactIds, assetIds };
    const wanted = seenMailing(content, parts);
    // What is chosen stands here as ids, which say nothing to a person.
    refuseChangedSince(seenMailing(mailing, parts), {
      wanted,
      seenStamp,
      untold: ["listIds", "contactIds", "assetIds"],
    });
    if (![...listIds, ...contactIds, ...assetIds].every(isUuid))
      throw new ServiceError("not_found", "There is no such list, contact or file.");
    const known = await listContactLists(transaction, agencyId, { scope, ids: listIds });
    if (changes.listIds !== undefined && known.length < new Set(listIds).size)
      throw new ServiceError("not_found", "There is no such list.");
    // Whoever changes the recipients can't mend a text or an attachment that is gone. It is said when the mailing is sent.
    const attachments =
      changes.assetIds === undefined
        ? null
        : filesProblem(
            content,
            await listAttachments(transaction, agencyId, { clientId: mailing.clientId, assetIds }),
          );
    const isTextChanged = changes.subject !== undefined || changes.message !== undefined;
    refuseFields([...(isTextChanged ? textProblems(content) : []), chosenProblem(content), attachments]);
    await updateContent(transaction, agencyId, { id, content });
    await noteMailing(transaction, agencyId, {
      id,
      action: "mailing.changed",
      actor,
      details: { parts },
    });
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
    await noteMailing(transaction, agencyId, { id, action: "mailing.deleted", actor });
  });
}
