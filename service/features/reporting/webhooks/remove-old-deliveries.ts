import type { Sql } from "../../../floor/db/open.ts";
import { deleteOldAttempts, deleteOldMessages, deleteOldReplays } from "./retention-sql.ts";

/** Rows that one statement removes: short locks, and no long transaction beside the queue. */
const rowsPerStatementMax = 5_000;

/**
 * Removes messages that are done with and old attempts, a bounded number a call. Returns true when there may be more.
 * What is still queued keeps its message, however old.
 */
export async function removeOldDeliveries(sql: Sql): Promise<boolean> {
  const messages = await deleteOldMessages(sql, rowsPerStatementMax);
  const attempts = await deleteOldAttempts(sql, rowsPerStatementMax);
  await deleteOldReplays(sql);
  return messages >= rowsPerStatementMax || attempts >= rowsPerStatementMax;
}
