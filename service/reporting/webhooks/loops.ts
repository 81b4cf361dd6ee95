import type { Sql } from "../../db/open.ts";
import type { Loop } from "../../loops/start-loops.ts";
import { createTurns, type Turns } from "../../queues/take-turns.ts";
import { deleteOldSecrets } from "./change-sql.ts";
import { replayLoopName } from "./order-replay.ts";
import { removeOldDeliveries } from "./remove-old-deliveries.ts";
import { lockOpenReplay, replayQueue, walkOn } from "./replay-sql.ts";

/** Steps of one round; the rest follow in the next. */
const stepsMax = 100;

/** What webhooks have to do beside deliveries. */
export function webhookLoops({ sql }: { sql: Sql }): Loop[] {
  const turns = createTurns(sql, replayQueue);
  return [
    {
      name: replayLoopName,
      schedule: "*/5 * * * * *",
      run: (signal) => runReplays(sql, turns, signal),
    },
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
      run: () => removeOldDeliveries(sql),
    },
  ];
}

/** Steps of open replays, the agencies in turn. Returns true when there is more to do. */
async function runReplays(sql: Sql, turns: Turns, signal: AbortSignal): Promise<boolean> {
  for (let step = 0; step < stepsMax && !signal.aborted; step += 1) {
    if ((await turns.take((agencyId) => takeReplayStep(sql, agencyId))) === null) return false;
  }
  return true;
}

/** One step of the agency's oldest replay; the id of that one, or null when nothing is open. */
export async function takeReplayStep(sql: Sql, agencyId: number): Promise<string | null> {
  return await sql.begin(async (transaction) => {
    const replay = await lockOpenReplay(transaction, agencyId);
    if (replay !== null) await walkOn(transaction, agencyId, replay);
    return replay?.id ?? null;
  });
}
