import type { Sql } from "../../db/open.ts";
import { type ClaimedJob, renewLease } from "./claim-sql.ts";
import { LeaseLostError } from "./lease-lost-error.ts";

/** Two heartbeats may fail before the lease ends. */
const heartbeatsPerLease = 3;

/** Lengthens the lease of a job again and again until `stop`; `lost` aborts when another has it, or when the job is gone. */
export function keepLease(
  sql: Sql,
  job: ClaimedJob,
  leaseMs: number,
): { lost: AbortSignal; stop(): Promise<void> } {
  const losing = new AbortController();
  let renewing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renew();
  }, leaseMs / heartbeatsPerLease);
  return {
    lost: losing.signal,
    async stop() {
      clearInterval(timer);
      await renewing;
    },
  };

  async function renew(): Promise<void> {
    try {
      if (!(await renewLease(sql, job, leaseMs))) losing.abort(new LeaseLostError(job.id));
    } catch {
      // The database is away for a moment: the next beat tries again, and the lease itself says when it is too late.
    }
  }
}
