import { leaseMs as deliveryLeaseMs } from "../../../service/features/reporting/webhooks/claim-sql.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { announceAll } from "../../support/announce-all.ts";
import { type DatabaseAddress, withDatabase } from "./open-scene.ts";

/** What is left to do, and how far ahead leases reach. */
export type Backlog = {
  jobs: number;
  deliveries: number;
  longestLeaseMs: { exports: number; deliveries: number };
};

/** The leases' lengths, in milliseconds: none may ever reach further ahead. */
export const leaseLimitsMs = { exports: 60_000, deliveries: deliveryLeaseMs };

/** Each table by a statement of its own: a cluster takes no other across its agencies. */
export async function readBacklog(sql: Sql): Promise<Backlog> {
  // The clock and not now(): a lease may have been taken between the start of this statement and its snapshot.
  const [jobs] = await sql<{ left: number; leaseMs: number }[]>`
    select
      count(*)::integer as left,
      coalesce(max(extract(epoch from due_at - clock_timestamp())) filter (where lease_token is not null) * 1000, 0)::float8
        as "leaseMs"
    from export_job
    where due_at is not null`;
  const [deliveries] = await sql<{ left: number; leaseMs: number }[]>`
    select
      count(*)::integer as left,
      coalesce(max(extract(epoch from next_attempt_at - clock_timestamp())) filter (where lease_token is not null) * 1000, 0)::float8
        as "leaseMs"
    from webhook_queue`;
  if (jobs === undefined || deliveries === undefined)
    throw new Error("The database says nothing of its work.");
  const longestLeaseMs = { exports: jobs.leaseMs, deliveries: deliveries.leaseMs };
  return { jobs: jobs.left, deliveries: deliveries.left, longestLeaseMs };
}

/** As if the time of all leases of the dead had passed. */
export async function endLeases(sql: Sql): Promise<void> {
  const now = new Date();
  await sql`update webhook_queue set next_attempt_at = ${now} where lease_token is not null`;
  await sql`update export_job set due_at = ${now} where status = 'processing'`;
  await announceAll(sql);
}

/** Everything that would be wrong with what was acknowledged and with what was told of it; all zero or empty is right. */
export async function findFaults(
  databaseAddress: DatabaseAddress,
  acknowledged: { events: ReadonlySet<string>; jobs: ReadonlySet<string> },
) {
  return await withDatabase(databaseAddress, async (sql) => {
    const conversions = await sql<{ id: string; eventId: string }[]>`
      select id::text, event_id as "eventId" from conversion`;
    const jobs = await listJobs(sql);
    const told = await sql<{ id: string; subject: string }[]>`
      select
        id::text,
        coalesce(payload::jsonb -> 'data' ->> 'jobId', payload::jsonb -> 'data' ->> 'id') as subject
      from webhook_message
      where event_type in ('conversion.recorded', 'export.completed')`;
    const attempts = await sql<{ message: string; status: string }[]>`
      select message_id::text as message, status from webhook_attempt`;
    const stored = new Set(conversions.map(({ eventId }) => eventId));
    const known = new Set(jobs.map(({ id }) => id));
    const done = [...conversions, ...jobs.filter(({ status }) => status === "completed")].map(({ id }) => id);
    const subjects = new Set(told.map(({ subject }) => subject));
    const delivered = attempts.filter(({ status }) => status === "delivered");
    const reached = new Set(delivered.map(({ message }) => message));
    return {
      faults: {
        lostConversions: [...acknowledged.events].filter((event) => !stored.has(event)).length,
        conversionsTwice: conversions.length - stored.size,
        lostJobs: [...acknowledged.jobs].filter((id) => !known.has(id)).length,
        jobsNotCompleted: jobs.filter(({ status }) => status !== "completed").length,
        jobsWithoutOneFile: jobs.filter(({ files }) => files !== 1).length,
        messagesMissing: done.filter((id) => !subjects.has(id)).length,
        messagesTwice: told.length - subjects.size,
        messagesUndelivered: told.filter(({ id }) => !reached.has(id)).length,
        messagesDeliveredTwice: delivered.length - reached.size,
      },
      totals: {
        conversions: conversions.length,
        jobs: jobs.length,
        interrupted: attempts.filter(({ status }) => status === "unknown").length,
        delivered: delivered.length,
      },
    };
  });
}

async function listJobs(sql: Sql): Promise<{ id: string; status: string; files: number }[]> {
  const jobs = await sql<{ id: string; status: string }[]>`select id::text, status from export_job`;
  const files = await sql<{ id: string; files: number }[]>`
    select job_id::text as id, count(distinct artifact_id)::integer as files
    from export_chunk
    group by job_id`;
  const filesOf = new Map(files.map((row) => [row.id, row.files]));
  return jobs.map((job) => ({ ...job, files: filesOf.get(job.id) ?? 0 }));
}
