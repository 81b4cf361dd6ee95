import { listBackfillStates } from "../../../floor/db/backfills/sql.ts";
import { backfills } from "../../../floor/db/backfills.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { type Check, reasonOf, unwell, well } from "./check.ts";

const name = "backfills";

/** Checks the backfills: a failing one is a fault, one that is still running is not. */
export async function checkBackfills(sql: Sql, all = backfills): Promise<Check> {
  try {
    const states = await listBackfillStates(sql, all);
    const failing = states.filter(({ state }) => state === "failing");
    const reasons = failing.map((each) => `${each.name}: ${each.error}`).join("; ");
    if (failing.length > 0)
      return unwell(
        name,
        `Rows can't be filled (${reasons}). What was filled stays. Mend the cause, then run \`pr-service backfills run\`.`,
      );
    const open = states.filter(({ state }) => state !== "done").map((each) => each.name);
    return open.length === 0
      ? well(name, "All are done.")
      : well(name, `Under way beside the service: ${open.join(", ")}.`);
  } catch (error) {
    return well(name, `Not known yet: ${reasonOf(error)}.`);
  }
}
