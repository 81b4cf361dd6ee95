import { describeHeld, runBackfills } from "../db/backfills/run-backfills.ts";
import { backfills } from "../db/backfills.ts";
import { migrations } from "../db/migrations.ts";
import type { Sql } from "../db/open.ts";
import type { Log } from "../log.ts";
import type { Loop } from "../loops/start-loops.ts";

const own = { backfills, migrations };

/** Fills what migrations added, and says at its start which of them wait for that. */
export function backfillLoop({ sql, log }: { sql: Sql; log: Log }, plan = own): Loop {
  let hasSaid = false;
  return {
    name: "backfills",
    schedule: "37 * * * * *",
    run: async (signal) => {
      if (!hasSaid) {
        for (const advice of await describeHeld(sql, plan.migrations))
          log.warn("migration_waits", { advice });
        hasSaid = true;
      }
      await runBackfills(sql, plan, { log, signal });
      return false;
    },
  };
}
