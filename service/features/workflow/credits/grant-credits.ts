import { ServiceError } from "../../../errors.ts";
import { inTransaction } from "../../../floor/db/in-transaction.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { lockAgency } from "../../agencies/sql.ts";
import { insertAudit } from "../../audit/sql.ts";
import { insertGrant, readCredits } from "./sql.ts";

/** Keeps the sum of any ledger within PostgreSQL's integer for more grants than an operator will ever make. */
export const grantCreditsMax = 1_000_000;

/** Adds credits to an agency's ledger and returns the new balance. Throws `not_found` for an unknown agency. */
export async function grantCredits(
  sql: Queryable,
  agencyId: number,
  amount: number,
): Promise<{ balance: number }> {
  return await inTransaction(sql, async (transaction) => {
    if (!(await lockAgency(transaction, agencyId)))
      throw new ServiceError("not_found", `There is no agency ${agencyId}.`);
    await insertGrant(transaction, agencyId, amount);
    await insertAudit(transaction, agencyId, {
      actor: { type: "operator", id: null },
      action: "credits.granted",
      subject: { type: "agency", id: String(agencyId) },
      details: { amount },
    });
    const { balance } = await readCredits(transaction, agencyId);
    return { balance };
  });
}
