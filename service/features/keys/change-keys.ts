import { fieldReason, ServiceError } from "../../errors.ts";
import type { Sql } from "../../floor/db/open.ts";
import { refuseFields } from "../../floor/web/refuse-fields.ts";
import { lockAgency } from "../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { countUsableKeys, hasKey, insertKey, keysMax, replaceFreshKey, revokeKeyOf } from "./sql.ts";

const nameCharactersMax = 200;

/**
 * Makes a key; the answer is the only time that the key itself is seen. The same `id` with the same input again within ten minutes
 * makes the key anew, as long as nobody used it: of a form that was sent twice the later answer holds. With other input, as after
 * the browser's way back, it is another key. Throws `not_found` for an unknown agency and
 * `validation_error` for the name, for a moment that has passed, and for one key more than an agency may have in use.
 */
export async function createKey(
  sql: Sql,
  agencyId: number,
  input: { name: string; expiresAt: Date | null; id?: string },
  actor: AuditActor,
): Promise<{ id: string; key: string }> {
  const { name, expiresAt, id } = input;
  const characters = [...name.trim()].length;
  if (characters === 0 || characters > nameCharactersMax)
    throw refusal("name", `Give 1 to ${nameCharactersMax} characters.`);
  if (expiresAt !== null && expiresAt.getTime() <= Date.now())
    throw refusal("expiresAt", "Choose a moment to come.");
  return await sql.begin(async (transaction) => {
    // Of two copies at once the second waits, and then finds the key of the first. Of two new ones at once both are counted.
    await lockAgency(transaction, agencyId);
    const wanted = { name: name.trim(), expiresAt };
    const repeated =
      id === undefined ? null : await replaceFreshKey(transaction, agencyId, { ...wanted, keyId: id });
    if (repeated !== null) return repeated;
    if ((await countUsableKeys(transaction, agencyId)) >= keysMax)
      refuseFields({
        field: "name",
        german: "Mehr als 1.000 gültige Schlüssel sind nicht möglich. Bitte widerrufen Sie zuerst einen.",
        english: `the agency has ${keysMax} keys in use. Revoke one first.`,
      });
    const isTaken = id !== undefined && (await hasKey(transaction, agencyId, id));
    const created = await insertKey(
      transaction,
      agencyId,
      isTaken || id === undefined ? wanted : { ...wanted, id },
    );
    await insertAudit(transaction, agencyId, {
      actor,
      action: "key.created",
      subject: { type: "api_key", id: created.id },
      details: { name: name.trim(), expiresAt: expiresAt?.toISOString() ?? null },
    });
    return created;
  });
}

/** Ends a key for good; it is refused everywhere within ten seconds. Throws `not_found`. */
export async function revokeKey(
  sql: Sql,
  agencyId: number,
  keyId: string,
  actor: AuditActor,
): Promise<{ name: string }> {
  return await sql.begin(async (transaction) => {
    const revoked = await revokeKeyOf(transaction, agencyId, keyId);
    if (revoked === null)
      throw new ServiceError("not_found", `There is no key ${keyId}. \`key list\` shows the ids.`);
    if (!revoked.wasRevoked)
      await insertAudit(transaction, agencyId, {
        actor,
        action: "key.revoked",
        subject: { type: "api_key", id: keyId },
        details: { name: revoked.name },
      });
    return { name: revoked.name };
  });
}

function refusal(field: string, sentence: string): ServiceError {
  return new ServiceError("validation_error", `${field}: ${sentence}`, fieldReason(field, sentence));
}
