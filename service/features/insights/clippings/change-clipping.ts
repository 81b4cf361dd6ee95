import type { JSONValue } from "postgres";
import { ServiceError } from "../../../errors.ts";
import { isUniqueViolation } from "../../../floor/db/is-unique-violation.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { refusal, refuseFields } from "../../../floor/web/refuse-fields.ts";
import { refuseChangedSince, stampOf } from "../../../floor/web/seen-stamp.ts";
import { holdTimeZone } from "../../agencies/sql.ts";
import { insertAudit } from "../../audit/sql.ts";
import { findPersona } from "../../clients/persona-sql.ts";
import { enqueueEvidence } from "../evidence/sql.ts";
import { type Act, checkFields } from "./add-clipping.ts";
import { changesOf, hashesOf, reachSourceOf } from "./rules.ts";
import type { Clipping, ClippingFields, Tone } from "./schema.ts";
import {
  deleteClipping,
  findClipping,
  letGo,
  setClippingState,
  setJudgement,
  setMergedInto,
  updateClippingRow,
} from "./sql.ts";

type One = Act & { id: string };

/**
 * Corrects a clipping; what is left out stays. Another release or client moves it there. Throws `not_found`, `validation_error`, and
 * `version_conflict` where the client has another clipping of that article, or it was changed since `seenStamp` (`clippingStamp`): by
 * somebody else, or by the comparison with the release.
 */
export async function updateClipping(
  sql: Sql,
  agencyId: number,
  { changes, seenStamp, ...act }: One & { changes: Partial<ClippingFields>; seenStamp?: string | undefined },
): Promise<void> {
  await change(sql, agencyId, act, async (transaction, clipping) => {
    const before = fieldsOf(clipping);
    // Kinds and releases have names of their own, which the page shows.
    const {
      mediaType: _kind,
      matchType: _match,
      clientId: _client,
      releaseId: _release,
      ...wanted
    } = changes;
    refuseChangedSince(before, { wanted, seenStamp });
    // Key messages and releases are a client's own.
    const isOtherClient = changes.clientId !== undefined && changes.clientId !== before.clientId;
    const fields = { ...before, ...(isOtherClient && { releaseId: null }), ...changes };
    const changed = changesOf(
      { ...before, keyMessages: clipping.keyMessages },
      { ...fields, keyMessages: isOtherClient ? [] : clipping.keyMessages },
    );
    if (changed === null) return null;
    await checkFields(transaction, agencyId, fields);
    const hash = clipping.isByHand ? hashesOf(fields).byHand : null;
    await updateClippingRow(transaction, agencyId, { clipping, fields, hash }).catch(refuseSecond);
    // What a feed or a file brought of the article at the first address is another article now, and would count for nobody.
    const { found, byHand } = hashesOf(before);
    if (hash !== null && hash !== byHand)
      await letGo(transaction, agencyId, { id: clipping.id, hash: found });
    const isMoved = isOtherClient || fields.releaseId !== before.releaseId;
    return { action: isMoved ? "clipping.moved" : "clipping.updated", details: changed };
  });
}

/** Confirms what was found, or brings back what was rejected or merged. */
export async function confirmClipping(sql: Sql, agencyId: number, act: One): Promise<void> {
  await change(sql, agencyId, act, async (transaction, { id, state, mergedInto }) => {
    if (state === "confirmed" && mergedInto === null) return null;
    await setClippingState(transaction, agencyId, { id, state: "confirmed" });
    const action = state === "found" ? "clipping.confirmed" : "clipping.restored";
    return { action, details: { before: { state, mergedInto }, after: { state: "confirmed" } } };
  });
}

/** Rejects a clipping: it stays, counts nowhere, and no feed brings it again. */
export async function rejectClipping(sql: Sql, agencyId: number, act: One): Promise<void> {
  await change(sql, agencyId, act, async (transaction, { id, state }) => {
    if (state === "rejected") return null;
    await setClippingState(transaction, agencyId, { id, state: "rejected" });
    return { action: "clipping.rejected", details: { before: { state }, after: { state: "rejected" } } };
  });
}

/**
 * Notes tone and key messages as the agency judges them; a tone of null takes the judgement back. Throws `version_conflict` where somebody
 * has judged since `seenStamp` (`judgementStamp`).
 */
export async function judgeClipping(
  sql: Sql,
  agencyId: number,
  {
    tone,
    keyMessages,
    seenStamp,
    ...act
  }: One & { tone: Tone | null; keyMessages: readonly string[]; seenStamp?: string | undefined },
): Promise<void> {
  await change(sql, agencyId, act, async (transaction, clipping) => {
    refuseChangedSince(judgementOf(clipping), { wanted: {}, seenStamp });
    const persona = await findPersona(transaction, agencyId, clipping.clientId);
    const known = new Set([...(persona?.keyMessages ?? []), ...clipping.keyMessages]);
    if (!keyMessages.every((message) => known.has(message)))
      refuseFields({
        field: "keyMessages",
        german: "Diese Kernbotschaft steht nicht in der Persona des Kunden. Laden Sie die Seite neu.",
        english: "the client's persona has no such key message.",
      });
    const before = judgementOf(clipping);
    const changed = changesOf(before, { tone, keyMessages: [...keyMessages] });
    if (changed === null) return null;
    const personId = act.actor.type === "person" ? act.actor.id : null;
    await setJudgement(transaction, agencyId, { id: clipping.id, tone, keyMessages, personId });
    return { action: "clipping.judged", details: changed };
  });
}

/** Shows `into` alone where both are the same article. Throws `not_found`, and `version_conflict` for clippings of two clients. */
export async function mergeClippings(
  sql: Sql,
  agencyId: number,
  { into, ...act }: One & { into: string },
): Promise<void> {
  await change(sql, agencyId, { ...act, besides: into }, async (transaction, { id, clientId }) => {
    const target = await findClipping(transaction, agencyId, { id: into, isLocked: true });
    if (target === null) throw unknown();
    if (target.state === "rejected")
      throw refusal("version_conflict", {
        german: "Dieses Clipping ist verworfen. Holen Sie es erst zurück, sonst zählt keines von beiden.",
        english: "The clipping that is to be shown is rejected. Restore it first.",
      });
    if (target.clientId !== clientId || target.mergedInto !== null || target.id === id)
      throw refusal("version_conflict", {
        german: "Diese beiden lassen sich nicht zusammenführen. Laden Sie die Seite neu.",
        english: "Only two clippings of one client that are both shown can be merged.",
      });
    await setMergedInto(transaction, agencyId, { id, into });
    return { action: "clipping.merged", details: { into } };
  });
}

/** Deletes what a person entered. What a feed or a file brought can only be rejected, or it would come again. */
export async function removeClipping(sql: Sql, agencyId: number, act: One): Promise<void> {
  await change(sql, agencyId, act, async (transaction, clipping) => {
    if (!clipping.isByHand)
      throw refusal("version_conflict", {
        german: "Dieses Clipping kam aus einer Datei oder einem Feed. Verwerfen Sie es, statt es zu löschen.",
        english: "The clipping came from a file or a feed. Reject it.",
      });
    await deleteClipping(transaction, agencyId, clipping.id);
    return { action: "clipping.removed", details: told(clipping) };
  });
}

type Changed = { action: string; details: Record<string, JSONValue> };

/**
 * Changes a clipping that nobody else changes meanwhile, and logs it; `write` returns null where nothing is to be done. Whoever locks another
 * one `besides` takes both in the order of their ids: two who merge the same pair either way would wait for each other for ever.
 */
async function change(
  sql: Sql,
  agencyId: number,
  { id, besides, actor, requestId }: One & { besides?: string },
  write: (transaction: Queryable, clipping: Clipping) => Promise<Changed | null>,
): Promise<void> {
  await sql.begin(async (transaction) => {
    await holdTimeZone(transaction, agencyId);
    if (besides !== undefined && besides < id)
      await findClipping(transaction, agencyId, { id: besides, isLocked: true });
    const clipping = await findClipping(transaction, agencyId, { id, isLocked: true });
    if (clipping === null) throw unknown();
    const changed = await write(transaction, clipping);
    if (changed === null) return;
    await enqueueEvidence(transaction, agencyId, [id]);
    const subject = { type: "clipping", id };
    await insertAudit(transaction, agencyId, {
      ...{ actor, subject, ...changed },
      ...(requestId === undefined ? {} : { requestId }),
    });
  });
}

/** A clipping as it was entered, or would have been. */
export function fieldsOf(clipping: Clipping): ClippingFields {
  const { clientId, releaseId, medium, mediaType, headline, url, day, author, place } = clipping;
  const { language, note, reach, matchType } = clipping;
  return {
    ...{ clientId, releaseId, medium, mediaType, headline, url, publishedOn: day, author, place },
    ...{ language, note, reach, matchType },
    reachSource: reachSourceOf(clipping),
  };
}

/** Of what a person may correct, for `updateClipping`. */
export const clippingStamp = (clipping: Clipping): string => stampOf(fieldsOf(clipping));

/** For `judgeClipping`. */
export const judgementStamp = (clipping: Clipping): string => stampOf(judgementOf(clipping));

const judgementOf = ({ tone, keyMessages }: Clipping) => ({ tone, keyMessages });

function told({ headline, medium, url }: Clipping): Record<string, JSONValue> {
  return { before: { headline, medium, url } };
}

function unknown(): ServiceError {
  return new ServiceError("not_found", "There is no such clipping. See `clipping list`.");
}

function refuseSecond(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw refusal("version_conflict", {
    german:
      "Denselben Beitrag gibt es bei diesem Kunden schon. Öffnen Sie jenes Clipping, und ändern Sie es dort.",
    english: "The client has another clipping of this article.",
  });
}
