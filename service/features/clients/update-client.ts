import type { Queryable, Sql } from "../../floor/db/open.ts";
import { lineProblem } from "../../floor/web/field-rules.ts";
import { type FieldProblem, refusal, refuseFields } from "../../floor/web/refuse-fields.ts";
import { refuseChangedSince, stampOf } from "../../floor/web/seen-stamp.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { completePersona, personaProblems, refuseOtherPersona } from "./persona-rules.ts";
import { findPersona, insertPersona } from "./persona-sql.ts";
import {
  nameCharactersMax,
  otherNameCharacters,
  otherNamesMax,
  type Persona,
  type PersonaFile,
} from "./schema.ts";
import { hasPlannedPublication, updateClientRow } from "./sql.ts";
import { unknownClient } from "./unknown-client.ts";

/**
 * Names a client anew, says how else media call it, or gives it a new version of its persona; its address stays.
 * `seenPersonaVersion` is the version that the caller began with, 0 for none. Throws `not_found` for another agency's client,
 * `validation_error` with the fields that are wrong, and `version_conflict` where somebody else wrote a version or names meanwhile.
 */
export async function updateClient(
  sql: Sql,
  agencyId: number,
  input: {
    clientId: number;
    name?: string;
    /** Products and other spellings by which media name the client. */
    otherNames?: readonly string[];
    persona?: Omit<PersonaFile, "contacts">;
    seenPersonaVersion?: number;
    /** Of the names that were seen (`clientNamesStamp`). */
    seenStamp?: string | undefined;
  },
  actor: AuditActor,
): Promise<{ clientId: number; name: string; personaVersion: number | null }> {
  const { clientId, otherNames = null, seenPersonaVersion, seenStamp } = input;
  const persona = input.persona === undefined ? null : completePersona(input.persona);
  const name = input.name?.trim() ?? null;
  if (name !== null) refuseFields([lineProblem("name", name, { min: 1, max: nameCharactersMax })]);
  if (otherNames !== null) refuseFields(otherNamesProblems(otherNames));
  if (persona !== null) refuseFields(personaProblems(persona));
  return await sql.begin(async (transaction) => {
    const before = await updateClientRow(transaction, agencyId, { clientId, name, otherNames, status: null });
    if (before === null) throw unknownClient();
    const wanted = { name: name ?? before.name, otherNames: otherNames ?? before.otherNames };
    refuseChangedSince(seenNames(before), { wanted, seenStamp });
    const personaVersion =
      persona === null
        ? null
        : await writePersona(transaction, agencyId, { clientId, persona, seenVersion: seenPersonaVersion });
    const after = name ?? before.name;
    await insertAudit(transaction, agencyId, {
      actor,
      action: "client.changed",
      subject: { type: "client", id: String(clientId) },
      details: {
        before: { name: before.name, otherNames: before.otherNames },
        after: { name: after, otherNames: [...(otherNames ?? before.otherNames)] },
        personaVersion,
      },
    });
    return { clientId, name: after, personaVersion };
  });
}

/** Of a client's names, for `updateClient`. */
export const clientNamesStamp = (names: ClientNames): string => stampOf(seenNames(names));

type ClientNames = { name: string; otherNames: readonly string[] };
const seenNames = ({ name, otherNames }: ClientNames): ClientNames => ({ name, otherNames });

/** The client's row is locked: two who write at once come one after the other. */
async function writePersona(
  transaction: Queryable,
  agencyId: number,
  input: { clientId: number; persona: Persona; seenVersion: number | undefined },
): Promise<number> {
  const { clientId, persona, seenVersion } = input;
  if (seenVersion !== undefined) {
    const current = await findPersona(transaction, agencyId, clientId);
    if (current !== null && current.version !== seenVersion) {
      refuseOtherPersona(current, persona);
      return current.version;
    }
  }
  return await insertPersona(transaction, agencyId, { clientId, persona });
}

/**
 * Archives a client, whose newsroom then is not shown any more, or brings it back. What is as it should be stays.
 * Throws `not_found` for another agency's client.
 */
export async function setClientStatus(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; status: "active" | "archived" },
  actor: AuditActor,
): Promise<{ clientId: number; status: "active" | "archived" }> {
  const { clientId, status } = input;
  return await sql.begin(async (transaction) => {
    const before = await updateClientRow(transaction, agencyId, {
      clientId,
      name: null,
      otherNames: null,
      status,
    });
    if (before === null) throw unknownClient();
    // Behind the lock of the client, as whoever plans a publication.
    if (status === "archived" && (await hasPlannedPublication(transaction, agencyId, clientId))) {
      throw refusal("release_status_conflict", {
        german:
          "Für diesen Kunden ist noch eine Veröffentlichung geplant. Stoppen Sie sie zuerst, oder warten Sie sie ab.",
        english: "A publication is planned for this client. Stop it first, or wait for it.",
      });
    }
    if (before.status !== status) {
      await insertAudit(transaction, agencyId, {
        actor,
        action: status === "archived" ? "client.archived" : "client.restored",
        subject: { type: "client", id: String(clientId) },
      });
    }
    return { clientId, status };
  });
}

function otherNamesProblems(names: readonly string[]): (FieldProblem | null)[] {
  const german = `Bitte nennen Sie höchstens ${otherNamesMax} Namen.`;
  const tooMany = { field: "otherNames", german, english: `expected at most ${otherNamesMax} names.` };
  return [
    ...(names.length > otherNamesMax ? [tooMany] : []),
    ...names.map((name) => lineProblem("otherNames", name, otherNameCharacters)),
  ];
}
