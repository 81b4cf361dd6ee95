import type { Sql } from "../../floor/db/open.ts";
import { type AuditActor, insertAudits } from "../audit/sql.ts";
import { removePartner } from "../people/add-partner.ts";
import { endConnections } from "./sql.ts";

/**
 * Ends a partner's sign-on, with the sessions and the assistants of people who came by it: their tokens worked again with the next partner
 * of the kind. Throws `not_found`.
 */
export async function removeAgencyPartner(
  sql: Sql,
  agencyId: number,
  partnerId: string,
  actor: AuditActor,
): Promise<void> {
  await sql.begin(async (transaction) => {
    const { kind } = await removePartner(transaction, agencyId, partnerId, actor);
    const ended = await endConnections(transaction, agencyId, { method: kind });
    const entries = ended.map(({ id, clientName }) => ({
      actor,
      action: "agent.disconnected",
      subject: { type: "agent_connection", id },
      details: { name: clientName, why: "partner_removed" },
    }));
    await insertAudits(transaction, agencyId, entries);
  });
}
