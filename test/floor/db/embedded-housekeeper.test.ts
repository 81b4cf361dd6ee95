import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { createBackendLock } from "../../../service/floor/db/embedded/backend-lock.ts";
import { createHousekeeper, type Housekeeper } from "../../../service/floor/db/embedded/keep-house.ts";
import { openPostgres } from "../../../service/floor/db/embedded/open-postgres.ts";
import { createEmbeddedDirectory } from "../../support/embedded-template.ts";

const megabyte = 1024 * 1024;
const panics: string[] = [];
const backendLock = createBackendLock();
let directory: string;
let database: PGlite;
let housekeeper: Housekeeper;

beforeAll(async () => {
  directory = await createEmbeddedDirectory();
  database = await openPostgres(join(directory, "database"), { isSynced: false });
  housekeeper = createHousekeeper({ database, backendLock, onPanic: (panic) => panics.push(panic) });
});
afterAll(async () => {
  housekeeper.stop();
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

test("shortens the log once 64 MB have been written, and not before", async () => {
  await writeLog(40);
  await housekeeper.shortenLog();
  expect(await loggedBytes()).toBeGreaterThan(40 * megabyte);
  await writeLog(30);
  await housekeeper.shortenLog();
  expect(await loggedBytes()).toBeLessThan(megabyte);
  expect(panics).toEqual([]);
});

test("frees the room of rows that were deleted, so that the table stays as large as it was", async () => {
  await database.exec("create table queue (id integer primary key, payload text)");
  const fill = "insert into queue select n, repeat('x', 500) from generate_series(1, 5000) as n";
  await database.exec(fill);
  const once = await tableBytes();
  for (let round = 0; round < 4; round += 1) {
    await database.exec("delete from queue");
    await untilNoted();
    await housekeeper.vacuum();
    await database.exec(fill);
  }
  expect(await tableBytes()).toBeLessThan(2 * once);
});

test("counts rows for the planner where enough has changed, and leaves a table alone where nothing has", async () => {
  await database.exec('create table "Old" as select n from generate_series(1, 5000) as n');
  await untilNoted();
  await housekeeper.vacuum();
  expect(await estimatedRows("Old")).toBe(5000);
  const before = await vacuums("Old");
  await housekeeper.vacuum();
  expect(await vacuums("Old")).toBe(before);
});

test("waits its turn behind a transaction that is open", async () => {
  await backendLock.acquire();
  let isDone = false;
  const done = housekeeper.vacuum().then(() => {
    isDone = true;
  });
  await Bun.sleep(50);
  expect(isDone).toBe(false);
  backendLock.release();
  await done;
  expect(isDone).toBe(true);
});

async function writeLog(megabytes: number): Promise<void> {
  await database.query(`
    select pg_logical_emit_message(true, 'fill', repeat('x', ${megabyte}))
    from generate_series(1, ${megabytes})
  `);
}

async function value(statement: string): Promise<number> {
  const { rows } = await database.query<{ value: number }>(statement);
  return Number(rows[0]?.value);
}

function loggedBytes(): Promise<number> {
  return value(`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as value
    from pg_control_checkpoint()
  `);
}

function tableBytes(): Promise<number> {
  return value("select pg_table_size('queue')::float8 as value");
}

function estimatedRows(table: string): Promise<number> {
  return value(`select reltuples as value from pg_class where relname = '${table}'`);
}

function vacuums(table: string): Promise<number> {
  return value(`select vacuum_count::integer as value from pg_stat_user_tables where relname = '${table}'`);
}

/** What a statement changed is noted for the statistics of all after a second at the latest. */
async function untilNoted(): Promise<void> {
  await database.query("select pg_stat_force_next_flush()");
  await database.query("select 1");
}
