import { ServiceError } from "../../errors.ts";
import type { Sql } from "../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { type AgencyPlan, lockPlan, updatePlan } from "./sql.ts";

/**
 * Changes an agency's plan and how many requests an hour it has, and returns both; what is left out stays, and a limit that is null is the
 * plan's own. Keys and sessions that are remembered follow within seconds. Throws `not_found`.
 */
export async function changePlan(
  sql: Sql,
  agencyId: number,
  { actor, ...changes }: Partial<AgencyPlan> & { actor: AuditActor },
): Promise<AgencyPlan> {
  return await sql.begin(async (transaction) => {
    const before = await lockPlan(transaction, agencyId);
    if (before === null) throw new ServiceError("not_found", `There is no agency ${agencyId}.`);
    const after = { ...before, ...changes };
    await updatePlan(transaction, agencyId, after);
    await insertAudit(transaction, agencyId, {
      actor,
      action: "agency.plan_changed",
      subject: { type: "agency", id: String(agencyId) },
      details: { before, after },
    });
    return after;
  });
}
