import type { Sql } from "../../floor/db/open.ts";
import { dropOldPartitions, ensureComingPartitions } from "./partitions.ts";
import { deleteOldSalts, deleteSilentRecorders } from "./sql.ts";

/**
 * Makes partitions ahead, drops raw hits after 90 days, and destroys rows of visitors and salts after 48 h.
 * To be called at start and then every hour, shortly after the full hour. Idempotent; any number of replicas may do it at
 * once. Throws when a lock could not be had in time or the database is away: the next call makes up for it.
 */
export async function maintainMeasurement(
  sql: Sql,
): Promise<{ droppedPartitions: string[]; deletedSalts: number; deletedRecorders: number }> {
  await ensureComingPartitions(sql);
  const deletedSalts = await deleteOldSalts(sql);
  const deletedRecorders = await deleteSilentRecorders(sql);
  return { droppedPartitions: await dropOldPartitions(sql), deletedSalts, deletedRecorders };
}
