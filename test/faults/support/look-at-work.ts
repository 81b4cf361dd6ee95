import type { Sql } from "../../../service/db/open.ts";
import { leaseMs as deliveryLeaseMs } from "../../../service/reporting/webhooks/claim-sql.ts";
import { announceAll } from "../../support/announce-all.ts";
import { type DatabasePlace, withDatabase } from "./open-scene.ts";

/** What is left to do, and how far ahead leases reach. */
export type Backlog = {
  jobs: number;
  deliveries: number;
  longestLeaseMs: { exports: number; deliveries: number };
};

/** The leases' lengths, in milliseconds: none may ever reach further ahead. */
export const leaseLimitsMs = { exports: 60_000, deliveries: deliveryLeaseMs };

export async function readBacklog(sql: Sql): Promise<Backlog> {
  // The clock and not now(): a lease may have been taken between the start of this statement and its snapshot.
  const [row] = await sql<{ jobs: number; deliveries: number; jobLease: number; deliveryLease: number }[]>`
    select
      (select count(*)::integer from export_job where due_at is not null) as jobs,
      (select count(*)::integer from webhook_queue) as deliveries,
      (
        select coalesce(max(extract(epoch from due_at - clock_timestamp())) * 1000, 0)::float8
        from export_job
        where lease_token is not null and due_at is not null
      ) as "jobLease",
      (
        select coalesce(max(extract(epoch from next_attempt_at - clock_timestamp())) * 1000, 0)::float8
        from webhook_queue
        where lease_token is not null
      ) as "deliveryLease"`;
  if (row === undefined) throw new Error("The database says nothing of its work.");
  const longestLeaseMs = { exports: row.jobLease, deliveries: row.deliveryLease };
  return { jobs: row.jobs, deliveries: row.deliveries, longestLeaseMs };
}

/** As if the time of all leases of the dead had passed. */
export async function endLeases(sql: Sql): Promise<void> {
  await sql`update webhook_queue set next_attempt_at = now() where lease_token is not null`;
  await sql`update export_job set due_at = now() where status = 'processing'`;
  await announceAll(sql);
}

/** Everything that would be wrong with what was acknowledged and with what was told of it; all zero or empty is right. */
export async function findFaults(
  place: DatabasePlace,
  acknowledged: { events: ReadonlySet<string>; jobs: ReadonlySet<string> },
) {
  return await withDatabase(place, async (sql) => {
    const conversions = await sql<{ eventId: string }[]>`select event_id as "eventId" from conversion`;
    const jobs = await sql<{ id: string; status: string; files: number }[]>`
      select
        id,
        status,
        (
          select count(distinct artifact_id)::integer
          from export_chunk
          where export_chunk.agency_id = export_job.agency_id
            and export_chunk.job_id = export_job.id
        ) as files
      from export_job`;
    const [messages] = await sql<{ twice: number; missing: number }[]>`
      with told as (
        select
          case event_type when 'conversion.recorded' then payload::jsonb -> 'data' ->> 'id' else payload::jsonb -> 'data' ->> 'jobId' end as id
        from webhook_message
        where event_type in ('conversion.recorded', 'export.completed')
      ),
      done as (
        select id::text from conversion
        union all
        select id::text from export_job where status = 'completed'
      )
      select
        (select count(*)::integer from (select from told group by id having count(*) > 1) as twice) as twice,
        (select count(*)::integer from done where not exists (select from told where told.id = done.id)) as missing`;
    const [attempts] = await sql<
      { undelivered: number; twice: number; interrupted: number; delivered: number }[]
    >`
      with by_message as (
        select message_id, count(*) filter (where status = 'delivered') as delivered
        from webhook_attempt
        group by message_id
      )
      select
        (
          select count(*)::integer
          from webhook_message
          where coalesce((select delivered from by_message where message_id = webhook_message.id), 0) = 0
        ) as undelivered,
        (select count(*)::integer from by_message where delivered > 1) as twice,
        (select count(*)::integer from webhook_attempt where status = 'unknown') as interrupted,
        (select count(*)::integer from webhook_attempt where status = 'delivered') as delivered`;
    const stored = conversions.map(({ eventId }) => eventId);
    const storedEvents = new Set(stored);
    const byId = new Map(jobs.map((job) => [job.id, job]));
    return {
      faults: {
        lostConversions: [...acknowledged.events].filter((event) => !storedEvents.has(event)).length,
        conversionsTwice: stored.length - storedEvents.size,
        lostJobs: [...acknowledged.jobs].filter((id) => !byId.has(id)).length,
        jobsNotCompleted: jobs.filter(({ status }) => status !== "completed").length,
        jobsWithoutOneFile: jobs.filter(({ files }) => files !== 1).length,
        messagesMissing: messages?.missing,
        messagesTwice: messages?.twice,
        messagesUndelivered: attempts?.undelivered,
        messagesDeliveredTwice: attempts?.twice,
      },
      totals: { conversions: stored.length, jobs: jobs.length, ...attempts },
    };
  });
}
