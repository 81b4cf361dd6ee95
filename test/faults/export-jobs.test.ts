import { beforeAll, expect, test } from "bun:test";
import { verifyReportChain } from "../../sdk/src/index.ts";
import { getPublicationReport } from "../../service/features/reporting/reports/get-publication-report.ts";
import type { Sql } from "../../service/floor/db/open.ts";
import { databaseScene } from "../support/cast.ts";
import { exportCalls } from "../support/export-calls.ts";
import { testSeal } from "../support/seal.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { until } from "../support/until.ts";

/** Any number: a trigger of the test waits for it before a job is completed. */
const completionLock = 4711;
const { address, sql, agency, release, atEnd } = databaseScene({ connectionsMax: 4 });
let service: ServiceProcess;

beforeAll(async () => {
  await sql`
    insert into webhook (agency_id, id, endpoint_url, endpoint_hash, events, secret_encrypted)
    values (
      ${agency.agencyId}, gen_random_uuid(), 'https://receiver.invalid/', decode(repeat('00', 32), 'hex'),
      '{export.completed}', ''
    )
  `;
  await sql.unsafe(`
    create function wait_for_test() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(${completionLock});
      return new;
    end
    $$;
    create trigger wait_for_test before update on export_job
      for each row when (new.status = 'completed') execute function wait_for_test();
  `);
  service = await start();
});
atEnd(() => service.stop());

/** Where a job stops while the test holds a lock, and what the table of jobs says then. */
const deaths: { name: string; lock: (held: Sql) => Promise<unknown>; isThere: string }[] = [
  {
    name: "after the claim and before the report",
    lock: (held) => held`select from report_chain for update`,
    isThere: "report_id is null",
  },
  {
    name: "between the report and the file",
    lock: (held) => held`lock table export_chunk in exclusive mode`,
    isThere: "report_id is not null",
  },
  {
    name: "between the file and the completion",
    lock: (held) => held`select pg_advisory_xact_lock(${completionLock})`,
    isThere: "report_id is not null and exists (select from export_chunk where artifact_id = lease_token)",
  },
];

test("a job whose process is killed is completed by the next one, with one report, one file and one event", async () => {
  // The chain has a row to lock from the first report on.
  await exportCalls(service, agency).finished(article("json"));
  for (const [index, death] of deaths.entries()) {
    const jobId = await killAt(death, index === 1 ? "pdf" : "csv");
    const [left] = await sql`select status, attempts from export_job where id = ${jobId}`;
    expect(left, death.name).toMatchObject({ status: "processing", attempts: 1 });
    // A minute passes, and the lease of the dead ends.
    await sql`update export_job set due_at = now() - interval '1 second' where id = ${jobId}`;
    service = await start();
    const { job } = await exportCalls(service, agency).ended(jobId);
    expect(job, death.name).toMatchObject({ status: "completed", error: null });

    const [seen] = await sql`
        select
          attempts,
          (select count(distinct artifact_id) from export_chunk where job_id = export_job.id) as files,
          (select count(*) from webhook_message where payload like ${`%${job.id}%`}) as events
        from export_job
        where id = ${jobId}
      `;
    expect(seen, death.name).toMatchObject({ attempts: 2, files: 1, events: 1 });
    const response = await exportCalls(service, agency).download(jobId);
    expect((await response.arrayBuffer()).byteLength, death.name).toBeGreaterThan(1_000);
  }
  const rows = await sql<{ id: string }[]>`select id from publication_report order by number`;
  expect(rows).toHaveLength(deaths.length + 1);
  const seal = await testSeal();
  const reports = await Promise.all(
    rows.map(({ id }) => getPublicationReport(sql, agency.agencyId, { reportId: id, seal })),
  );
  const keys = [...(await seal.keys()).publicKeys.values()].map(({ jwk }) => jwk);
  expect(await verifyReportChain(reports, { keys })).toMatchObject({ isValid: true });
});

function start(): Promise<ServiceProcess> {
  return startServiceProcess({ DATABASE_URL: address.databaseUrl, LOG_LEVEL: "warn" });
}

function article(format: string) {
  return { scopeType: "article", scopeId: release.pressReleaseId, format };
}

/** Orders a file while a lock stops its making at one point, kills the service there, and returns the job. */
async function killAt(death: (typeof deaths)[number], format: string): Promise<string> {
  const locked = Promise.withResolvers<void>();
  const unlock = Promise.withResolvers<void>();
  const holding = sql.begin(async (transaction) => {
    await death.lock(transaction as unknown as Sql);
    locked.resolve();
    await unlock.promise;
  });
  await locked.promise;
  const response = await exportCalls(service, agency).create(article(format));
  const { id } = (await response.json()) as { id: string };
  await until(async () => {
    const [job] = await sql`
      select
      from export_job
      where id = ${id}
        and status = 'processing'
        and ${sql.unsafe(death.isThere)}
        and exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')
    `;
    return job !== undefined;
  });
  await service.process.end("SIGKILL");
  unlock.resolve();
  await holding;
  // What the dead process had sent is still carried out by its server processes.
  await until(async () => {
    const others = await sql`
      select
      from pg_stat_activity
      where datname = current_database()
        and application_name = 'pr-service'
        and wait_event_type = 'Lock'
    `;
    return others.length === 0;
  });
  return id;
}
