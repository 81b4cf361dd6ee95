import type { Queryable } from "../db/open.ts";
import { writeWork } from "../work/announce-work.ts";
import type { WorkQueue } from "../work/work-queue.ts";

/** A mail of an outbox that a sender holds by its lease. */
export type LeasedMail = {
  table: "approval_mail" | "newsroom_mail" | "report_mail";
  queue: WorkQueue;
  agencyId: number;
  /** SQL that names the mail by columns of an index; the lease is in none. */
  key: ReturnType<Queryable>;
  leaseToken: string;
};

/** First pause after a failure; each further one is twice as long, up to the longest. */
const firstDelaySeconds = 30;
const delaySecondsMax = 3_600;

/** Ends a mail whose lease is held. */
export async function finishLeased(
  sql: Queryable,
  { table, agencyId, key, leaseToken }: LeasedMail,
  { status, error }: { status: "sent" | "cancelled" | "failed"; error: string | null },
): Promise<void> {
  await sql`
    update ${sql(table)}
    set status = ${status}, last_error = ${error}, lease_token = null, finished_at = now()
    where agency_id = ${agencyId}
      and ${key}
      and lease_token = ${leaseToken}
      and status = 'waiting'
  `;
}

/** Puts off a mail whose lease is held, after the attempt number `attempts` failed. */
export async function postponeLeased(
  sql: Queryable,
  { table, queue, agencyId, key, leaseToken }: LeasedMail,
  { attempts, error }: { attempts: number; error: string },
): Promise<void> {
  await writeWork(
    sql,
    { queue, agencyId },
    (transaction) => transaction<{ dueAt: Date }[]>`
      update ${transaction(table)}
      set
        next_attempt_at = now() + make_interval(secs => ${retryDelaySeconds(attempts)}),
        last_error = ${error},
        lease_token = null
      where agency_id = ${agencyId}
        and ${key}
        and lease_token = ${leaseToken}
        and status = 'waiting'
      returning next_attempt_at as "dueAt"
    `,
  );
}

/** How long a mail waits after the attempt number `attempts`. */
function retryDelaySeconds(attempts: number): number {
  return Math.min(firstDelaySeconds * 2 ** Math.min(attempts - 1, 10), delaySecondsMax);
}
