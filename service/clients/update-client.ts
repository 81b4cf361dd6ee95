import { type AuditActor, insertAudit } from "../audit/sql.ts";
import type { Sql } from "../db/open.ts";
import { ServiceError } from "../errors.ts";
import { lineProblem } from "../web/field-rules.ts";
import { refuseFields } from "../web/refuse-fields.ts";
import { completePersona } from "./persona.ts";
import { insertPersona } from "./persona-sql.ts";
import type { PersonaFile } from "./schema.ts";
import { updateClientRow } from "./sql.ts";

const nameCharactersMax = 200;

/**
 * Names a client anew, or gives it a new version of its persona; its address stays.
 * Throws `not_found` for another agency's client, and `validation_error` (field `name`).
 */
export async function updateClient(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; name?: string; persona?: Omit<PersonaFile, "contacts"> },
  actor: AuditActor,
): Promise<{ clientId: number; name: string; personaVersion: number | null }> {
  const { clientId, persona } = input;
  const name = input.name?.trim() ?? null;
  if (name !== null) refuseFields([lineProblem("name", name, { min: 1, max: nameCharactersMax })]);
  return await sql.begin(async (transaction) => {
    const before = await updateClientRow(transaction, agencyId, { clientId, name, status: null });
    if (before === null) throw unknownClient();
    const personaVersion =
      persona === undefined
        ? null
        : await insertPersona(transaction, agencyId, { clientId, persona: completePersona(persona) });
    const after = name ?? before.name;
    await insertAudit(transaction, agencyId, {
      actor,
      action: "client.changed",
      subject: { type: "client", id: String(clientId) },
      details: { before: { name: before.name }, after: { name: after }, personaVersion },
    });
    return { clientId, name: after, personaVersion };
  });
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
    const before = await updateClientRow(transaction, agencyId, { clientId, name: null, status });
    if (before === null) throw unknownClient();
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

function unknownClient(): ServiceError {
  return new ServiceError("not_found", "There is no such client. See `client list` for the ids.");
}
