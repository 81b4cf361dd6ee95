import type { Sql } from "../../../floor/db/open.ts";
import type { Loop } from "../../../floor/loops/start-loops.ts";
import { turnsLoop } from "../../../floor/queues/loops.ts";
import { deleteOldSecrets } from "./change-sql.ts";
import { replayLoopName } from "./order-replay.ts";
import { lockOpenReplay, replayQueue, walkOn } from "./replay-sql.ts";
import { deleteOldDeliveries } from "./retention-sql.ts";

/** What webhooks have to do beside deliveries. */
export function webhookLoops({ sql }: { sql: Sql }): Loop[] {
  return [
    turnsLoop({
      sql,
      queue: replayQueue,
      name: replayLoopName,
      schedule: "*/5 * * * * *",
      step: (agencyId) => takeReplayStep(sql, agencyId),
    }),
    {
      name: "webhook-old-secrets",
      schedule: "23 * * * * *",
      run: async () => {
        await deleteOldSecrets(sql);
        return false;
      },
    },
    {
      name: "webhook-retention",
      schedule: "43 12 * * * *",
      run: () => deleteOldDeliveries(sql),
    },
  ];
}

/** One step of the agency's oldest replay; the id of that one, or null when nothing is open. */
export async function takeReplayStep(sql: Sql, agencyId: number): Promise<string | null> {
  return await sql.begin(async (transaction) => {
    const replay = await lockOpenReplay(transaction, agencyId);
    if (replay !== null) await walkOn(transaction, agencyId, replay);
    return replay?.id ?? null;
  });
}
