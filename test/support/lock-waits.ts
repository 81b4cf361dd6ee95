import type { Sql } from "../../service/floor/db/open.ts";
import { isCitusRun } from "./environment.ts";

/** How many statements on a database wait for a lock. A transaction would be shown one moment again and again, so it is asked beside it. */
export async function countLockWaits(sql: Sql): Promise<number> {
  const waiting = isCitusRun()
    ? // In a cluster the server of the rows waits, and only this view looks there.
      sql`select from citus_lock_waits`
    : // On a server of others too, somebody else may wait for a lock.
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await waiting).length;
}
