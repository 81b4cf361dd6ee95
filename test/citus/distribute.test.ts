import { expect, test } from "bun:test";
import { checkCluster } from "../../service/edges/cli/doctor/check-cluster.ts";
import { listRootTables } from "../../service/features/agency-data/distribution/cluster-sql.ts";
import {
  distributeTables,
  planDistribution,
} from "../../service/features/agency-data/distribution/distribute-tables.ts";
import { distributionOf } from "../../service/features/agency-data/distribution/table-distribution.ts";
import { databaseScene } from "../support/cast.ts";
import { isCitusRun } from "../support/environment.ts";
import { thrownBy } from "../support/error-of.ts";
import { testWorkerAway } from "./worker-away.ts";

const { database, address } = databaseScene();

// On a cluster the test's database is distributed already; on one server there is no Citus at all.
if (isCitusRun()) {
  test("every table lies where it belongs, on all servers", async () => {
    const tables = await listRootTables(database.sql);
    const strays = tables.filter(
      ({ name, distribution }) => (distribution ?? "local") !== distributionOf(name),
    );
    expect(strays).toEqual([]);
    expect(await planDistribution(database.sql)).toMatchObject({ steps: [], servers: 2 });
  });

  test("a second run changes nothing", async () => {
    const before = await listRootTables(database.sql);
    const steps: string[] = [];
    await distributeTables(database.sql, await planDistribution(database.sql), ({ table }) =>
      steps.push(table),
    );
    expect(steps).toEqual([]);
    expect((await listRootTables(database.sql)).map(({ distribution }) => distribution)).toEqual(
      before.map(({ distribution }) => distribution),
    );
  });

  test("the rows of one agency lie on one server", async () => {
    const [row] = await database.sql<{ groups: number }[]>`
      select count(distinct colocationid)::integer as groups
      from pg_dist_partition
      where partmethod = 'h'
    `;
    expect(row?.groups).toBe(1);
  });

  test("the service plans by values on each of its connections", async () => {
    const modes = await Promise.all(
      [1, 2, 3].map(
        () => database.sql<{ mode: string }[]>`
          select current_setting('plan_cache_mode') as mode, pg_sleep(0.1)::text
        `,
      ),
    );
    expect(database.access.isCluster).toBe(true);
    expect(modes.flat().map(({ mode }) => mode)).toEqual(["auto", "auto", "auto"]);
  });

  test("the doctor finds all tables and workers well, and a new table that is to be distributed", async () => {
    const isWell = async () => (await checkCluster(address.databaseUrl)).map(({ name, ok }) => [name, ok]);
    expect(await isWell()).toEqual([
      ["cluster_tables", true],
      ["cluster_workers", true],
    ]);
    await database.sql`create table brand_new (agency_id integer not null, id integer not null)`;
    const [tables] = await checkCluster(address.databaseUrl);
    expect(tables).toMatchObject({ ok: false, message: expect.stringContaining("alone: brand_new.") });
    await distributeTables(database.sql, await planDistribution(database.sql), () => undefined);
    expect((await checkCluster(address.databaseUrl)).every(({ ok }) => ok)).toBe(true);
    await database.sql`drop table brand_new`;
  });

  testWorkerAway();
} else {
  test("the doctor says nothing of a cluster where there is none", async () => {
    expect(await checkCluster(address.databaseUrl)).toEqual([]);
    expect(await checkCluster(null)).toEqual([]);
  });

  test("a database without Citus is refused, and the message says what to do", async () => {
    expect(await thrownBy(planDistribution(database.sql))).toThrow(
      "This database has no Citus. Install Citus 13",
    );
  });
}
