import { ServiceError } from "../../errors.ts";
import type { Sql } from "../../floor/db/open.ts";
import { findPersona, listClientContactRows } from "./persona-sql.ts";
import type { GetClientPersonaInput, GetClientPersonaOutput } from "./schema.ts";
import { findClient } from "./sql.ts";

/**
 * How the client wants to sound, and whom an approval request can go to; no mail address is in it.
 * Throws `not_found` for a client that is not this agency's, `persona_missing` for one without a persona.
 */
export async function getClientPersona(
  sql: Sql,
  agencyId: number,
  { clientId }: GetClientPersonaInput,
): Promise<GetClientPersonaOutput> {
  if ((await findClient(sql, agencyId, clientId)) === null) {
    throw new ServiceError("not_found", "There is no such client. Ask list_clients for the ids.");
  }
  const persona = await findPersona(sql, agencyId, clientId);
  if (persona === null) {
    throw new ServiceError(
      "persona_missing",
      "This client has no persona yet. Write neutrally, or ask the agency to add one.",
    );
  }
  const contacts = await listClientContactRows(sql, agencyId, clientId);
  const { version, updatedAt, ...wishes } = persona;
  return {
    clientId,
    version,
    ...wishes,
    contacts: contacts.map(({ id, name, role, canApprove }) => ({ id, name, role, canApprove })),
    updatedAt: updatedAt.toISOString(),
  };
}
