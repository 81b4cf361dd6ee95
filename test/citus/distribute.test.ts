import { afterAll, beforeAll, expect, test } from "bun:test";
import { listRootTables } from "../../service/agency-data/distribution/cluster-sql.ts";
import {
  distributeTables,
  planDistribution,
} from "../../service/agency-data/distribution/distribute-tables.ts";
import { placeOf } from "../../service/agency-data/distribution/table-places.ts";
import { type Database, openDatabase } from "../../service/db/open.ts";
import { isCitusRun } from "../support/environment.ts";
import { createMigratedDatabase } from "../support/service.ts";

let database: Database;
beforeAll(async () => {
  database = await openDatabase({ databaseUrl: await createMigratedDatabase(), dataDirectory: "" });
});
afterAll(() => database.close());

// On a cluster the test's database is distributed already; on one server there is no Citus at all.
if (isCitusRun()) {
  test("every table lies where it belongs, on all servers", async () => {
    const tables = await listRootTables(database.sql);
    const strays = tables.filter(({ name, place }) => (place ?? "local") !== placeOf(name));
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
    expect((await listRootTables(database.sql)).map(({ place }) => place)).toEqual(
      before.map(({ place }) => place),
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
} else {
  test("a database without Citus is refused, and the message says what to do", async () => {
    await expect(planDistribution(database.sql)).rejects.toThrow(
      "This database has no Citus. Install Citus 13",
    );
  });
}
