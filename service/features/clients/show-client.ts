import { ServiceError } from "../../errors.ts";
import type { Queryable } from "../../floor/db/open.ts";
import { findPersona, type PersonaRow } from "./persona-sql.ts";
import { findClient, type KnownClient } from "./sql.ts";

/** A client with its persona. Throws `not_found` for another agency's client. */
export async function showClient(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<KnownClient & { id: number; agencyId: number; persona: PersonaRow | null }> {
  const client = await findClient(sql, agencyId, clientId);
  if (client === null)
    throw new ServiceError("not_found", "There is no such client. See `client list` for the ids.");
  return { id: clientId, agencyId, ...client, persona: await findPersona(sql, agencyId, clientId) };
}
