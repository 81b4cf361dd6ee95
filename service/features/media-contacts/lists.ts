import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../errors.ts";
import { isForeignKeyViolation } from "../../floor/db/is-foreign-key-violation.ts";
import type { Sql } from "../../floor/db/open.ts";
import { lineProblem } from "../../floor/web/field-rules.ts";
import { type FieldProblem, refusal, refuseFields } from "../../floor/web/refuse-fields.ts";
import { refuseChangedSince, type SeenValues, stampOf } from "../../floor/web/seen-stamp.ts";
import { insertAudit } from "../audit/sql.ts";
import { listClientNames } from "../clients/client-names-sql.ts";
import type { ContactAct } from "./contacts.ts";
import { deleteMembers, insertMembers, listSeenIds } from "./list-members-sql.ts";
import {
  deleteContactList,
  insertContactList,
  listContactLists,
  listsMax,
  type StoredList,
  updateContactList,
} from "./lists-sql.ts";
import { charactersMax } from "./schema.ts";

/** Words of one kind in a condition. */
export const conditionWordsMax = 50;

/**
 * Writes a list, a new one without an id. Throws `not_found`, `validation_error` with the fields that are wrong, and `version_conflict` where
 * somebody has changed it since `seenStamp` (`listStamp`).
 */
export async function saveContactList(
  sql: Sql,
  agencyId: number,
  {
    list,
    newId = uuidv7(),
    seenStamp,
    ...act
  }: ContactAct & {
    list: Omit<StoredList, "id"> & { id: string | null };
    /** Of a new list: the same again writes nothing. */
    newId?: string;
    seenStamp?: string | undefined;
  },
): Promise<string> {
  const { clientId, condition } = list;
  refuseFields([lineProblem("name", list.name, { min: 1, max: charactersMax.listName })]);
  const words = condition === null ? [] : [condition.topics, condition.regions, condition.media];
  if (words.some((entries) => entries.length > conditionWordsMax))
    throw refusal("validation_error", {
      german: `Höchstens ${conditionWordsMax} Wörter je Bedingung sind möglich.`,
      english: `at most ${conditionWordsMax} words of a condition are possible.`,
    });
  const clients = await listClientNames(sql, agencyId, { clientIds: act.scope });
  const named = [...(clientId === null ? [] : [clientId]), ...(condition?.clientIds ?? [])];
  const isForeign = named.some((id) => !clients.some((client) => client.id === id));
  // What is for all clients is for those who see all of them.
  if (isForeign || (clientId === null && act.scope !== null))
    throw new ServiceError("not_found", "There is no such client.");
  const id = list.id ?? newId;
  await sql.begin(async (transaction) => {
    if (list.id !== null) {
      const before = await lockOwnList(transaction, agencyId, { id: list.id, act });
      const wanted = keepingUnseen(list, { before, scope: act.scope });
      refuseChangedSince(seenOf(before), { wanted: seenOf(wanted), seenStamp, untold: choices });
      await updateContactList(transaction, agencyId, { ...wanted, id });
    } else if ((await insertContactList(transaction, agencyId, { ...list, id })) === null) {
      const known = await listContactLists(transaction, agencyId, { scope: act.scope, ids: [id] });
      if (known.length > 0) return;
      throw refusal("validation_error", {
        german: `Es gibt schon ${listsMax} Listen. Löschen Sie eine, die niemand mehr braucht.`,
        english: `there are ${listsMax} lists already.`,
      });
    }
    await noteList(transaction, agencyId, { id, action: list.id === null ? "added" : "changed", act });
  });
  return id;
}

/** Clients that the person does not see stand in no form of theirs: saved without them, the condition would hold for all contacts. */
function keepingUnseen(
  list: ListFields,
  { before, scope }: { before: ListFields; scope: ContactAct["scope"] },
): ListFields {
  const { condition } = list;
  if (condition === null || scope === null) return list;
  const unseen = (before.condition?.clientIds ?? []).filter((id) => !scope.includes(id));
  return {
    ...list,
    condition: { ...condition, clientIds: [...new Set([...unseen, ...condition.clientIds])] },
  };
}

/** What a form keeps of the list as it was shown: `saveContactList` tells by it whether somebody changed the list meanwhile. */
export const listStamp = (list: ListFields): string => stampOf(seenOf(list));

/** Fields whose values are codes or ids: after a conflict the page names what is stored, because the refusal would show these. */
const choices = ["clientId", "kind", "countries", "clientIds"];

type ListFields = Omit<StoredList, "id">;

function seenOf({ name, clientId, condition }: ListFields): SeenValues {
  const none = { topics: [], regions: [], media: [], languages: [], countries: [], clientIds: [] };
  const { topics, regions, media, languages, countries, clientIds } = condition ?? none;
  const kind = condition === null ? "hand" : "condition";
  return { name, clientId, kind, topics, regions, media, languages, countries, clientIds };
}

/** Contacts that a page of them offers to be ticked. */
export const membersAtOnceMax = 500;

/** Puts contacts into a list by hand, or takes them out. Throws `not_found` for a list or a contact that the person does not see. */
export async function changeListMembers(
  sql: Sql,
  agencyId: number,
  input: ContactAct & { listId: string; contactIds: readonly string[]; isMember: boolean },
): Promise<{ name: string; count: number }> {
  const { listId, isMember, ...act } = input;
  const contactIds = [...new Set(input.contactIds)];
  refuseFields([contactIds.length === 0 || contactIds.length > membersAtOnceMax ? noContacts : null]);
  const gone = () => new ServiceError("not_found", "There is no such list or contact.");
  const change = sql.begin(async (transaction) => {
    const [list] = await listContactLists(transaction, agencyId, { scope: act.scope, ids: [listId] });
    const seen = await listSeenIds(transaction, agencyId, { contactIds, scope: act.scope });
    if (list === undefined || list.condition !== null || seen.length < contactIds.length) throw gone();
    await (isMember ? insertMembers : deleteMembers)(transaction, agencyId, { listId, contactIds });
    const action = isMember ? "members_added" : "members_removed";
    await noteList(transaction, agencyId, { id: listId, action, act, details: { contacts: seen.length } });
    return { name: list.name, count: seen.length };
  });
  // Deleted by somebody else in this moment.
  return await change.catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? gone() : error;
  });
}

const noContacts: FieldProblem = {
  field: "contactIds",
  german: "Bitte kreuzen Sie mindestens einen Kontakt an.",
  english: `choose 1 to ${membersAtOnceMax} contacts.`,
};

/** Deletes a list; its contacts stay. Throws `not_found`. */
export async function removeContactList(
  sql: Sql,
  agencyId: number,
  { id, ...act }: ContactAct & { id: string },
): Promise<void> {
  await sql.begin(async (transaction) => {
    await lockOwnList(transaction, agencyId, { id, act });
    await deleteContactList(transaction, agencyId, id);
    await noteList(transaction, agencyId, { id, action: "removed", act });
  });
}

type Transaction = Parameters<typeof listContactLists>[0];

async function lockOwnList(
  transaction: Transaction,
  agencyId: number,
  { id, act }: { id: string; act: ContactAct },
): Promise<StoredList> {
  const chosen = { scope: act.scope, ids: [id], isLocked: true };
  const [found] = await listContactLists(transaction, agencyId, chosen);
  if (found === undefined || (found.clientId === null && act.scope !== null))
    throw new ServiceError("not_found", "There is no such list.");
  return found;
}

async function noteList(
  transaction: Transaction,
  agencyId: number,
  input: { id: string; action: string; act: ContactAct; details?: { contacts: number } },
): Promise<void> {
  const { id, action, act, details = {} } = input;
  await insertAudit(transaction, agencyId, {
    actor: act.actor,
    action: `media_contact_list.${action}`,
    subject: { type: "media_contact_list", id },
    details,
    ...(act.requestId === undefined ? {} : { requestId: act.requestId }),
  });
}
