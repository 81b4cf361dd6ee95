import type { Sql } from "../../../floor/db/open.ts";
import type { ReportSeal } from "../integrity/report-seal.ts";
import { contentOf } from "./change-goal.ts";
import { type GoalFault, goalFaultOf } from "./rules.ts";
import { type FixedGoalRow, listFixedGoals } from "./verify-sql.ts";

/** Sentences for one agency; the count says how far it goes. */
const namedMax = 20;

/** How many fixed goals an agency has, and sentences on those that are not as they were fixed. */
export type GoalCheck = { agencyId: number; goals: number; wrong: string[] };

/** Reads all fixed goals of an agency in short steps: columns, hash, signature, and what each replaces. */
export async function verifyGoals(
  sql: Sql,
  agencyId: number,
  seal: Pick<ReportSeal, "keys">,
): Promise<GoalCheck> {
  const check: GoalCheck = { agencyId, goals: 0, wrong: [] };
  let after: string | null = null;
  for (;;) {
    const rows: FixedGoalRow[] = await listFixedGoals(sql, agencyId, after);
    const last = rows.at(-1);
    if (last === undefined) return check;
    check.goals += rows.length;
    for (const row of rows) {
      const fault = await faultOf(agencyId, row, seal);
      if (fault !== null && check.wrong.length < namedMax)
        check.wrong.push(`Agency ${agencyId}, goal ${row.id}: ${sentences[fault]}`);
    }
    after = last.id;
  }
}

async function faultOf(
  agencyId: number,
  row: FixedGoalRow,
  seal: Pick<ReportSeal, "keys">,
): Promise<GoalFault | null> {
  const { statement, contentHash, signature, keyId } = row;
  const content = contentOf(agencyId, row, row);
  return goalFaultOf({ content, statement, contentHash, signature, keyId }, await seal.keys(keyId));
}

const sentences: Record<GoalFault, string> = {
  content_changed: "what was fixed does not fit its hash.",
  columns_changed: "what pages and reports show of it is not what was fixed.",
  unknown_key: "it is signed by a key that the key file does not hold.",
  signature_wrong: "its signature is wrong.",
};
