import type { Queryable } from "../../floor/db/open.ts";
import { findPersona, type PersonaRow } from "./persona-sql.ts";
import { findClient, type KnownClient } from "./sql.ts";
import { unknownClient } from "./unknown-client.ts";

/** A client with its persona. Throws `not_found` for another agency's client. */
export async function showClient(
  sql: Queryable,
  agencyId: number,
  clientId: number,
): Promise<KnownClient & { id: number; agencyId: number; persona: PersonaRow | null }> {
  const client = await findClient(sql, agencyId, clientId);
  if (client === null) throw unknownClient();
  return { id: clientId, agencyId, ...client, persona: await findPersona(sql, agencyId, clientId) };
}
