import { afterEach, expect, test } from "bun:test";
import { type Database, type OpenOptions, openDatabase } from "../../../service/floor/db/open.ts";
import { startPostgres } from "../../support/postgres.ts";
import { createMigratedDatabase } from "../../support/service.ts";

const closings: Database[] = [];
afterEach(async () => {
  await Promise.all(closings.splice(0).map((database) => database.close()));
});

test("each statement is planned once for all its values on one server, and by its values on a cluster", async () => {
  const server = await startPostgres();
  const alone = await open(server.url);
  expect(alone.access.isCluster).toBe(false);
  expect(await modesOf(alone)).toEqual(["force_generic_plan", "force_generic_plan"]);
  await pretendCluster(server.url);
  const cluster = await open(server.url);
  expect(cluster.access.isCluster).toBe(true);
  expect(await modesOf(cluster)).toEqual(["auto", "auto"]);
  await Promise.all(closings.splice(0).map((database) => database.close()));
  await server.stop();
});

test("a cluster of several servers of which one takes writes is found as well", async () => {
  const server = await startPostgres();
  await pretendCluster(server.url);
  const cluster = await open(`${server.url}?target_session_attrs=read-write`);
  expect(cluster.access.isCluster).toBe(true);
  expect(await modesOf(cluster)).toEqual(["auto", "auto"]);
  await Promise.all(closings.splice(0).map((database) => database.close()));
  await server.stop();
});

test("a replica is taken for part of a cluster at its primary's word, and not asked", async () => {
  const replica = await open(await createMigratedDatabase(), {
    access: { isCluster: true, isPooled: false, prepares: true },
  });
  expect(await modesOf(replica)).toEqual(["auto", "auto"]);
});

test("a database that is away at first is planned by values once it is there", async () => {
  const server = await startPostgres();
  await server.stopServer("fast");
  const database = await open(server.url);
  expect(database.access.isCluster).toBe(false);
  await server.startServer();
  expect(await modesOf(database)).toEqual(["auto", "auto"]);
  await Promise.all(closings.splice(0).map((each) => each.close()));
  await server.stop();
});

async function open(databaseUrl: string, options: Partial<OpenOptions> = {}): Promise<Database> {
  const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2, ...options });
  closings.push(database);
  return database;
}

/** How the two connections of a pool plan, both at once. */
async function modesOf({ sql }: Database): Promise<string[]> {
  const rows = await Promise.all(
    [1, 2].map(
      () =>
        sql<{ mode: string; pid: number }[]>`
          select current_setting('plan_cache_mode') as mode, pg_backend_pid() as pid, pg_sleep(0.2)::text
        `,
    ),
  );
  expect(new Set(rows.flat().map(({ pid }) => pid)).size).toBe(2);
  return rows.flat().map(({ mode }) => mode);
}

/** What the service asks for: a database that has an extension of this name. */
async function pretendCluster(databaseUrl: string): Promise<void> {
  const { sql } = await open(databaseUrl);
  await sql.begin(async (transaction) => {
    await transaction`set local allow_system_table_mods = on`;
    await transaction`update pg_extension set extname = 'citus' where extname = 'plpgsql'`;
  });
}
