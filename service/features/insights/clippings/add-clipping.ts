import { inTransaction } from "../../../floor/db/in-transaction.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { refuseFields } from "../../../floor/web/refuse-fields.ts";
import { holdTimeZone } from "../../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { unknownClient } from "../../clients/unknown-client.ts";
import { enqueueEvidence } from "../evidence/sql.ts";
import { changesOf, clippingProblems, hashesOf } from "./rules.ts";
import type { Clipping, ClippingFields } from "./schema.ts";
import { type Entry, insertClipping, listSameArticle, readSubject } from "./sql.ts";

export type Act = { actor: AuditActor; requestId?: string };

/** What a person typed. */
const typedEntry: Entry = {
  origin: "imported",
  source: "Eintrag der Agentur",
  method: "von Hand eingetragen",
};

/** What the medium's own page says of itself, which a person has named. */
export function pageEntry(url: string): Entry {
  return { origin: "observed", source: new URL(url).host, method: "Angaben der Seite des Mediums" };
}

/**
 * Adds a clipping. An article that the client has already, whoever brought it, is not added again: `known` names it.
 * Throws `not_found` for another agency's client, and `validation_error` with the fields that are wrong.
 */
export async function addClipping(
  sql: Queryable,
  agencyId: number,
  {
    fields,
    entry = typedEntry,
    actor,
    requestId,
    enteredBy = actor.type === "person" ? actor.id : null,
    matchTypeBy = "person",
  }: Act & {
    fields: ClippingFields;
    entry?: Entry;
    enteredBy?: string | null;
    matchTypeBy?: Clipping["matchTypeBy"];
  },
): Promise<{ outcome: "added" | "known"; id: string }> {
  await checkFields(sql, agencyId, fields);
  const { found, byHand } = hashesOf(fields);
  const same = { clientId: fields.clientId, hashes: [found, byHand], exceptId: null };
  return await inTransaction(sql, async (transaction) => {
    await holdTimeZone(transaction, agencyId);
    const [known] = await listSameArticle(transaction, agencyId, same);
    if (known !== undefined) return { outcome: "known", id: known.mergedInto ?? known.id };
    const id = await insertClipping(transaction, agencyId, {
      ...{ fields, hash: byHand, entry, enteredBy, matchTypeBy },
    });
    if (id === null) {
      const [first] = await listSameArticle(transaction, agencyId, same);
      if (first === undefined) throw new Error("A clipping that is known was not found.");
      return { outcome: "known", id: first.id };
    }
    await enqueueEvidence(transaction, agencyId, [id]);
    await insertAudit(transaction, agencyId, {
      actor,
      action: "clipping.added",
      subject: { type: "clipping", id },
      details: { ...changesOf({}, fields), origin: entry.origin },
      ...(requestId === undefined ? {} : { requestId }),
    });
    return { outcome: "added", id };
  });
}

/** Throws what is wrong with a clipping that is to be stored. */
export async function checkFields(sql: Queryable, agencyId: number, fields: ClippingFields): Promise<void> {
  const { today, hasClient, hasRelease } = await readSubject(sql, agencyId, fields);
  if (!hasClient) throw unknownClient();
  refuseFields([
    ...clippingProblems(fields, today),
    hasRelease
      ? null
      : {
          field: "releaseId",
          german: "Diese Meldung gehört nicht zu dem Kunden. Bitte wählen Sie eine seiner Meldungen.",
          english: "the client has no such release.",
        },
  ]);
}
