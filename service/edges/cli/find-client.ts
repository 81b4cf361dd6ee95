import { findAgencyOf } from "../../features/agencies/agency-of-sql.ts";
import { findClient, findClientBySlug } from "../../features/clients/sql.ts";
import type { Sql } from "../../floor/db/open.ts";
import { UsageError } from "./usage-error.ts";

/** How a command names a client: by its id, or by its agency and the address word of its newsroom. */
export type ClientChoice = { client?: number; agency?: number };

/** The client that a command is about, with its agency. Throws UsageError where the options name none or several. */
export async function findChosenClient(
  sql: Sql,
  { client, agency }: ClientChoice,
  word?: string,
): Promise<{ agencyId: number; clientId: number }> {
  const id = client ?? (agency === undefined && /^\d{1,9}$/.test(word ?? "") ? Number(word) : undefined);
  if (id !== undefined) {
    const agencyId = agency ?? (await findAgencyOf(sql, "client", id));
    if ((await findClient(sql, agencyId, id)) === null) throw new Error(`There is no client ${id}.`);
    return { agencyId, clientId: id };
  }
  if (agency === undefined || word === undefined) {
    throw new UsageError("Name the newsroom: --client ID, or --agency ID and its address word.");
  }
  const clientId = await findClientBySlug(sql, agency, word);
  if (clientId === null) throw new Error(`The agency ${agency} has no newsroom ${word}.`);
  return { agencyId: agency, clientId };
}
