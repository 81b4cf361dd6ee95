import { describeHeld, runBackfills } from "../floor/db/backfills/run-backfills.ts";
import { backfills } from "../floor/db/backfills.ts";
import type { MigrationAddress } from "../floor/db/migrate-database.ts";
import { migrations } from "../floor/db/migrations.ts";
import type { Sql } from "../floor/db/open.ts";
import type { Loop } from "../floor/loops/start-loops.ts";
import type { Log } from "../log.ts";

const own = { backfills, migrations };

/** Fills what migrations added, and says at its start which of them wait for that. */
export function backfillLoop(
  { sql, log, databaseAddress: address }: { sql: Sql; log: Log; databaseAddress: MigrationAddress },
  plan = own,
): Loop {
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
      await runBackfills(sql, { ...plan, address }, { log, signal });
      return false;
    },
  };
}
