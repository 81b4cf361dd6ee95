import { createWarner, type Log } from "../../log.ts";
import { settleWithin } from "../concurrency/within-deadline.ts";
import type { Sql } from "./open.ts";

/** Gives the pool for a long read that has to see everything that was committed before the call. */
export type FreshReads = () => Promise<Sql>;

/** A healthy replica is milliseconds behind; an export is worth this wait, and no more. */
const waitMs = 2_000;
const pollMs = 20;

/**
 * Chooses where long reads go: to the replica once it has replayed what the primary had committed when it was asked, so that
 * nobody misses what they have just written or sees what they have just deleted; to the primary where there is no replica,
 * and where the replica does not answer or stays behind for 2 s. `countRead` is called with the choice.
 */
export function createFreshReads(input: {
  primary: Sql;
  replica: Sql | null;
  log: Log;
  countRead: (role: "primary" | "replica") => void;
}): FreshReads {
  const { primary, replica, log, countRead } = input;
  if (replica === null) return async () => primary;
  const warn = createWarner(log);

  return async () => {
    const [here] = await primary<{ lsn: string; system: string }[]>`
      select pg_current_wal_lsn()::text as lsn, system_identifier::text as system
      from pg_control_system()
    `;
    // A hung replica never answers: the caller must not hang with it.
    const isFresh = await settleWithin(hasReplayed(replica, here ?? { lsn: "0/0", system: "" }), {
      timeoutMs: 2 * waitMs,
      late: () => new Error("No answer in time."),
    }).catch((error: unknown) => {
      warn("replica_not_used", { reason: "it does not answer", error });
      return null;
    });
    if (isFresh === false)
      warn("replica_not_used", { reason: "it is behind, or a copy of another database" });
    countRead(isFresh === true ? "replica" : "primary");
    return isFresh === true ? replica : primary;
  };
}

/** False when the replica stays behind for `waitMs`, and at once when it belongs to another cluster. */
async function hasReplayed(replica: Sql, primary: { lsn: string; system: string }): Promise<boolean> {
  const deadlineMs = performance.now() + waitMs;
  for (;;) {
    const [row] = await replica<{ isSame: boolean; isFresh: boolean | null }[]>`
      select
        system_identifier::text = ${primary.system} as "isSame",
        case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
          >= ${primary.lsn}::pg_lsn as "isFresh"
      from pg_control_system()
    `;
    if (row?.isSame !== true) return false;
    if (row.isFresh === true) return true;
    if (performance.now() >= deadlineMs) return false;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
