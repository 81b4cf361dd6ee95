import type { Sql } from "../../../floor/db/open.ts";
import type { Loop } from "../../../floor/loops/start-loops.ts";
import { turnsLoop } from "../../../floor/queues/loops.ts";
import { deleteOldSecrets } from "./change-sql.ts";
import { replayLoopName } from "./order-replay.ts";
import { lockOpenReplay, replayQueue, walkOn } from "./replay-sql.ts";
import { deleteOldAttempts, deleteOldMessages, deleteOldReplays } from "./retention-sql.ts";

/** Rows that one statement removes: short locks, and no long transaction beside the queue. */
const rowsPerStatementMax = 5_000;

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
      run: () => removeOldDeliveries(sql),
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

/**
 * Removes messages that are done with and old attempts, a bounded number a call. Returns true when there may be more.
 * What is still queued keeps its message, however old.
 */
async function removeOldDeliveries(sql: Sql): Promise<boolean> {
  const messages = await deleteOldMessages(sql, rowsPerStatementMax);
  const attempts = await deleteOldAttempts(sql, rowsPerStatementMax);
  await deleteOldReplays(sql);
  return messages >= rowsPerStatementMax || attempts >= rowsPerStatementMax;
}
