import type { Sql } from "../../../floor/db/open.ts";
import { insertAgency, type Plan } from "../../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { grantCredits } from "./grant-credits.ts";

/** Creates an agency with the credits that it starts with, and returns its id. */
export async function createAgency(
  sql: Sql,
  input: { name: string; plan: Plan; hourlyLimit: number | null; credits: number },
  actor: AuditActor,
): Promise<number> {
  return await sql.begin(async (transaction) => {
    const agencyId = await insertAgency(transaction, input);
    await insertAudit(transaction, agencyId, {
      actor,
      action: "agency.created",
      subject: { type: "agency", id: String(agencyId) },
      details: { plan: input.plan },
    });
    if (input.credits > 0) await grantCredits(transaction, agencyId, input.credits);
    return agencyId;
  });
}
