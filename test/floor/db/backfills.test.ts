import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { checkBackfills } from "../../../service/edges/cli/doctor/check-backfills.ts";
import type { Backfill } from "../../../service/floor/db/backfills/backfill.ts";
import { runBackfills, runBackfillsToEnd } from "../../../service/floor/db/backfills/run-backfills.ts";
import { listBackfillStates } from "../../../service/floor/db/backfills/sql.ts";
import { backfills } from "../../../service/floor/db/backfills.ts";
import { type Migration, migrate, migrationStatus } from "../../../service/floor/db/migrate.ts";
import { migrations } from "../../../service/floor/db/migrations.ts";
import { type Database, openDatabase, type Sql } from "../../../service/floor/db/open.ts";
import { createLog } from "../../../service/log.ts";
import { backfillLoop } from "../../../service/program/backfill-loop.ts";
import { readQueues } from "../../../service/program/metrics/queue-sql.ts";
import { runJson } from "../../edges/cli/run-program.ts";
import { childEnvironment } from "../../support/environment.ts";
import { createMigratedDatabase } from "../../support/service.ts";
import { createDatabase } from "../../support/shared-postgres.ts";
import { until } from "../../support/until.ts";
import { plantedBackfill, plantedRows, plantRows } from "./planted-backfill.ts";

const addsColumn: Migration = {
  number: 900_001,
  name: "900001-planted",
  statements: "create table if not exists planted (agency_id integer, id integer, letters integer)",
};
const holdsColumn: Migration = {
  number: 900_002,
  name: "900002-planted-letters",
  statements: "alter table planted alter column letters set not null",
  waitsFor: "planted-letters",
};
const afterHeld: Migration = { number: 900_003, name: "900003-after", statements: "select 1" };
const held = [...migrations, addsColumn, holdsColumn, afterHeld];

let databaseUrl: string;
let database: Database;
let sql: Sql;
let logged: string[];
const planted = plantedBackfill();

beforeEach(async () => {
  databaseUrl = await createMigratedDatabase();
  database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 5 });
  sql = database.sql;
  logged = [];
  await plantRows(sql);
});
afterEach(() => database.close());

describe("a backfill", () => {
  test("fills 10,000 rows chunk by chunk, and ends with a pass that finds none", async () => {
    await runBackfills(sql, plan(planted), running());
    expect(await listBackfillStates(sql, [planted])).toEqual([
      { name: "planted-letters", state: "done", passes: 2, rowsFilled: plantedRows, error: null },
    ]);
    expect(await countEmpty()).toBe(0);
  });

  test("of a killed process has noted exactly what it filled, and is resumed there by another one", async () => {
    const child = startProcess();
    await until(async () => (await readNote()).filled >= 1_000);
    child.kill("SIGKILL");
    await child.ended;
    // Behind the killed one's last transaction, which the server may still end.
    const note = await until(async () => await findFree());
    expect(note.filled).toBeLessThan(plantedRows);
    expect(plantedRows - (await countEmpty())).toBe(note.filled);
    // As the previous release does, which knows no such column, where the pass has been.
    await sql`insert into planted (agency_id, id, title) values (-1, 1, 'late')`;
    await runBackfillsToEnd(sql, plan(planted), running());
    expect(await countEmpty()).toBe(0);
    expect((await readNote()).filled).toBe(plantedRows + 1);
  });

  test("is filled by two processes at once, each row once", async () => {
    await Promise.all([startProcess().ended, startProcess().ended]);
    expect(await readNote()).toEqual({ state: "done", filled: plantedRows });
    expect(await countEmpty()).toBe(0);
  });

  test("stops between two chunks when the service stops", async () => {
    const stopping = new AbortController();
    const log = createLog("info", () => undefined);
    const filling = runBackfills(sql, plan(plantedBackfill({ seconds: 0.05 })), {
      log,
      signal: stopping.signal,
    });
    await until(async () => (await readNote()).filled > 0);
    stopping.abort();
    await filling;
    const note = await readNote();
    expect(note.filled).toBeLessThan(plantedRows);
    expect(plantedRows - (await countEmpty())).toBe(note.filled);
  });

  test("lets others write the same table while a chunk is under way", async () => {
    const holder = await sql.reserve();
    await holder`select pg_advisory_lock(42)`;
    const slow: Backfill = {
      ...planted,
      fill: (each) =>
        each`update planted set letters = 1 from chunk cross join pg_advisory_xact_lock_shared(42) where planted.agency_id = chunk.agency_id and planted.id = chunk.id and letters is null returning 1`,
    };
    const filling = runBackfillsToEnd(sql, plan(slow), running());
    await until(async () => {
      const waiting = await sql`
        select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())
      `;
      return waiting.length > 0;
    });
    const written = await sql`update planted set title = 'new' where agency_id = 6 returning id`;
    expect(written.length).toBeGreaterThan(1_000);
    await sql`insert into planted (agency_id, id, title) values (6, -1, 'new')`;
    await holder`select pg_advisory_unlock(42)`;
    holder.release();
    expect((await filling)[0]?.state).toBe("done");
  });

  test("that meets a row which somebody holds lets go, says why, and holds up no other", async () => {
    const holder = await sql.reserve();
    await holder`begin`;
    await holder`select from planted where agency_id = 0 and id = 7 for update`;
    const other: Backfill = { ...planted, name: "planted-others", chunkRows: plantedRows };
    const others: Backfill = {
      ...other,
      fill: (each) =>
        each`update planted set title = '' from chunk where planted.agency_id = chunk.agency_id and planted.id = chunk.id and planted.agency_id = 3 and title <> '' returning 1`,
    };
    await runBackfills(sql, plan(planted, others), running());
    const [failing, done] = await listBackfillStates(sql, [planted, others]);
    expect(failing).toMatchObject({ state: "failing", rowsFilled: 0 });
    expect(failing?.error).toContain("lock timeout");
    expect(done).toMatchObject({ state: "done" });
    expect(logged.join("")).toContain("backfill_failed");
    expect(await checkBackfills(sql, [planted, others])).toMatchObject({ name: "backfills", ok: false });
    expect(await readBacklog()).toBe(1);
    await holder`rollback`;
    holder.release();
    // Not before its pause is over, but at once for an operator.
    await runBackfills(sql, plan(planted, others), running());
    expect((await readNote()).state).toBe("failing");
    await runBackfillsToEnd(sql, plan(planted, others), running());
    expect((await readNote()).state).toBe("done");
    expect(await readBacklog()).toBe(0);
    expect(await checkBackfills(sql, [planted, others])).toMatchObject({ ok: true });
  });
});

describe("a migration that waits for a backfill", () => {
  test("is left out, said at the start, and applied when the rows are filled", async () => {
    expect(await migrate(sql, held)).toEqual([addsColumn.name, afterHeld.name]);
    expect(await migrationStatus(sql, held)).toEqual({ database: 900_003, program: 900_003 });
    const server = { databaseUrl, databaseDirectUrl: null, databasePooler: "auto" as const };
    const loop = backfillLoop(
      { sql, log: running().log, databaseAddress: { ...server, dataDirectory: "" } },
      heldPlan(planted),
    );
    await loop.run(running().signal);
    expect(logged.find((line) => line.includes("migration_waits"))).toContain(
      "900002-planted-letters waits for the backfill planted-letters",
    );
    expect(logged.join("")).toContain("held_migrations_applied");
    expect(await isNullable()).toBe("NO");
    expect(await migrate(sql, held)).toEqual([]);
  });

  test("that fails is tried again behind another pass", async () => {
    await migrate(sql, held);
    const forgetful: Backfill = { ...planted, fill: (each) => each`select 1 from chunk where false` };
    await runBackfills(sql, heldPlan(forgetful), running());
    const [failing] = await listBackfillStates(sql, [forgetful]);
    expect(failing).toMatchObject({ state: "failing" });
    expect(failing?.error).toContain("null values");
    expect(await isNullable()).toBe("YES");
    await runBackfillsToEnd(sql, heldPlan(planted), running());
    expect(await isNullable()).toBe("NO");
  });

  test("is applied with all others in a new database", async () => {
    const empty = await openDatabase({ databaseUrl: await createDatabase(), dataDirectory: "" });
    expect(await migrate(empty.sql, held)).toEqual(held.map(({ name }) => name));
    await empty.close();
  });

  test("names a backfill of this program", () => {
    const names = backfills.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { waitsFor } of migrations) if (waitsFor !== undefined) expect(names).toContain(waitsFor);
  });
});

test("operators list backfills and run them to the end", async () => {
  const environment = { DATABASE_URL: databaseUrl };
  const done = {
    backfills: backfills.map(({ name }) => expect.objectContaining({ name, state: "done" })),
  };
  expect(await runJson(["backfills", "run"], environment)).toEqual(done);
  expect(await runJson(["backfills", "list"], environment)).toEqual(done);
});

async function countEmpty(): Promise<number> {
  const [row] = await sql<
    { empty: number }[]
  >`select count(*)::integer as empty from planted where letters is null`;
  return row?.empty ?? 0;
}

async function readNote(): Promise<{ state: string; filled: number }> {
  const [row] = await sql<
    { state: string; filled: number }[]
  >`select state, rows_filled::integer as filled from backfill where name = ${planted.name}`;
  return row ?? { state: "waiting", filled: 0 };
}

/** Null while another process has it. */
async function findFree(): Promise<{ filled: number } | null> {
  const [row] = await sql<
    { filled: number }[]
  >`select rows_filled::integer as filled from backfill where name = ${planted.name} for update skip locked`;
  return row ?? null;
}

async function readBacklog(): Promise<number | undefined> {
  return (await readQueues(sql)).find(({ queue }) => queue === "backfills")?.depth;
}

async function isNullable(): Promise<string | undefined> {
  const [row] = await sql<
    { nullable: string }[]
  >`select is_nullable as nullable from information_schema.columns where table_name = 'planted' and column_name = 'letters'`;
  return row?.nullable;
}

function startProcess() {
  const child = spawn(process.execPath, [join(import.meta.dir, "planted-backfill.ts"), databaseUrl], {
    env: childEnvironment(),
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return { kill: (signal: NodeJS.Signals) => child.kill(signal), ended };
}

const running = () => ({
  log: createLog("info", (line) => logged.push(line)),
  signal: AbortSignal.timeout(60_000),
});
const plan = (...all: Backfill[]) => ({ backfills: all, migrations });
const heldPlan = (...all: Backfill[]) => ({ backfills: all, migrations: held });
