import type { Queryable } from "../../../floor/db/open.ts";
import { findAgency } from "../../agencies/list-agencies-sql.ts";
import { noteInOperatorLog } from "../../audit/operator-log-sql.ts";
import { insertAudit } from "../../audit/sql.ts";
import type { HeadBreak } from "./compare-heads.ts";

/** Notes that an operator knows why a chain differs from what was witnessed. An agency that is not there any more has no audit. */
export async function noteAcknowledgement(
  transaction: Queryable,
  { agencyId, fault, witnessed, found }: HeadBreak,
  { reason, store }: { reason: string; store: string },
): Promise<void> {
  const action = "report_witness.acknowledged";
  const details = { reason, store, fault, witnessed, found };
  if ((await findAgency(transaction, agencyId)) === null)
    return await noteInOperatorLog(transaction, agencyId, { event: action, details });
  const subject = { type: "report_chain", id: witnessed.chainId };
  await insertAudit(transaction, agencyId, {
    actor: { type: "operator", id: null },
    action,
    subject,
    details,
  });
}
