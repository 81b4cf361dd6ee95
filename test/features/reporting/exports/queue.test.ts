import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { exportQueue } from "../../../../service/features/reporting/exports/claim-sql.ts";
import { createDatabaseArtifactStore } from "../../../../service/features/reporting/exports/database-artifact-store.ts";
import { exportLoop } from "../../../../service/features/reporting/exports/loops.ts";
import {
  createRenderPool,
  type RenderPool,
} from "../../../../service/features/reporting/exports/render-pool.ts";
import type { Queryable, Sql } from "../../../../service/floor/db/open.ts";
import { openDatabase } from "../../../../service/floor/db/open.ts";
import { claimRow } from "../../../../service/floor/queues/leased-rows.ts";
import { createLog } from "../../../../service/log.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { testSeal } from "../../../support/seal.ts";
import { createMigratedDatabase, createTestAgency, createTestRelease } from "../../../support/service.ts";

const jobs = 400;

describe("a queue of hundreds of exports", () => {
  const closings: (() => Promise<void>)[] = [];
  const logged: string[] = [];
  let replicas: { sql: Sql; renderer: RenderPool }[];
  let sql: Sql;
  let agencyId: number;

  beforeAll(async () => {
    const databaseUrl = await createMigratedDatabase();
    replicas = await Promise.all(
      [1, 2].map(async () => {
        const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 6 });
        const renderer = createRenderPool();
        closings.push(() => renderer.close(), database.close);
        return { sql: database.sql, renderer };
      }),
    );
    sql = replicas[0]?.sql as Sql;
    ({ agencyId } = await createTestAgency(sql));
    const { pressReleaseId } = await createTestRelease(sql, agencyId);
    await sql`
      insert into export_job (agency_id, id, idempotency_key, format, scope_type, scope_id, days, created_by)
      select
        ${agencyId}::integer,
        gen_random_uuid(),
        number::text,
        case when number % 100 = 0 then 'pdf' when number % 10 = 0 then 'csv' else 'json' end,
        'article',
        ${pressReleaseId}::integer::text,
        1,
        'operator'
      from generate_series(1, ${jobs}::integer) as number
    `;
    // What a year leaves behind must not cost the queue anything.
    await sql`
      insert into export_job (
        agency_id, id, idempotency_key, format, scope_type, scope_id, days, created_by, status, due_at,
        completed_at, expires_at
      )
      select
        ${agencyId}::integer, gen_random_uuid(), 'old-' || number, 'csv', 'article', '1', 1, 'operator',
        'completed', null, now(), now()
      from generate_series(1, 20000) as number
    `;
    await announceAll(sql);
    await sql`analyze export_job`;
  });
  afterAll(async () => {
    for (const close of closings) await close();
  });

  test("is claimed by an index scan that reads one job", async () => {
    const plan = await sql.begin(async (transaction) => {
      const row: unknown = await claimRow(explaining(transaction), exportQueue, agencyId);
      return JSON.stringify(row);
    });
    expect(plan).toContain('"Index Name":"export_job_due"');
    expect(plan).not.toContain("Seq Scan");
    expect(plan).not.toContain('"Sort"');
    expect(plan).toContain('"Node Type":"LockRows"');
  });

  test("is drained by two replicas, none of it twice, and no item costs more than another", async () => {
    const log = createLog("warn", (line) => logged.push(line));
    const seal = await testSeal();
    const runs = replicas.map((replica) =>
      exportLoop({
        ...replica,
        seal,
        log,
        artifactStore: createDatabaseArtifactStore(replica.sql),
        publicUrl: "https://pr.example",
      }).run(new AbortController().signal),
    );
    await Promise.all(runs);
    expect(logged).toEqual([]);
    const [seen] = await sql`
        select
          count(*) filter (where status = 'completed') as completed,
          count(*) filter (where attempts = 1) as "attemptedOnce",
          count(distinct report_id) as reports,
          (select count(*) from publication_report) as "allReports",
          (select count(distinct job_id) from export_chunk) as files,
          (select count(*) from export_chunk) as chunks
        from export_job
        where idempotency_key not like 'old-%'
      `;
    expect(seen).toEqual({
      completed: jobs,
      attemptedOnce: jobs,
      reports: jobs,
      allReports: jobs,
      files: jobs,
      chunks: jobs,
    });
    // Each tenth takes as long as any other: the medians of first and last differ by less than the noise of a busy machine.
    const tenths = await sql<{ seconds: number }[]>`
        select extract(epoch from max(completed_at) - min(completed_at))::float8 as seconds
        from (
          select completed_at, ntile(10) over (order by completed_at) as tenth
          from export_job
          where idempotency_key not like 'old-%'
        ) as ordered
        group by tenth
        order by tenth
      `;
    const early = tenths.slice(1, 4).reduce((sum, { seconds }) => sum + seconds, 0);
    const late = tenths.slice(-3).reduce((sum, { seconds }) => sum + seconds, 0);
    expect(late).toBeLessThan(early * 4 + 1);
  });
});

/** Asks for the plan of each statement in place of running it; names and parts of a statement stay what they are. */
function explaining(sql: Queryable): Queryable {
  const explain = (strings: TemplateStringsArray, ...values: never[]) => {
    if (strings[0]?.includes("with due") !== true) return sql(strings, ...values);
    const texts = [`explain (format json) ${strings[0]}`, ...strings.slice(1)];
    return sql(Object.assign(texts, { raw: texts }), ...values);
  };
  return explain as unknown as Queryable;
}
