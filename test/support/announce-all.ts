import type { Sql } from "../../service/floor/db/open.ts";
import { announceForgotten } from "../../service/floor/queues/announce-work.ts";
import { workQueues } from "../../service/program/forgotten-work.ts";

/** What the service does each few minutes for rows that were written past its own functions; a test needs it at once. */
export async function announceAll(sql: Sql): Promise<void> {
  for (const queue of workQueues) await announceForgotten(sql, queue);
}
