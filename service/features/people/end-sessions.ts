import type { Sql } from "../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { deleteSessions } from "./session-sql.ts";

/**
 * Ends sessions of a person: one of them, or all but one. Returns how many there were; none is noted as nothing. It is noted in the
 * log of the agency that the person works for at that moment.
 */
export async function endSessions(
  sql: Sql,
  agencyId: number,
  input: { personId: string } & ({ only: string } | { except: string }),
  actor: AuditActor,
): Promise<number> {
  return await sql.begin(async (transaction) => {
    const sessions = await deleteSessions(transaction, input);
    if (sessions > 0)
      await insertAudit(transaction, agencyId, {
        actor,
        action: "session.ended",
        subject: { type: "person", id: input.personId },
        details: { sessions },
      });
    return sessions;
  });
}
