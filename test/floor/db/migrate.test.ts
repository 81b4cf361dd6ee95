import { describe, expect, spyOn, test } from "bun:test";
import { spawn } from "node:child_process";
import { migrate, migrationStatus, NewerDatabaseError } from "../../../service/floor/db/migrate.ts";
import { migrations } from "../../../service/floor/db/migrations.ts";
import { openDatabase, type Sql } from "../../../service/floor/db/open.ts";
import { childEnvironment } from "../../support/environment.ts";
import { thrownBy } from "../../support/error-of.ts";
import { ownProgram } from "../../support/own-program.ts";
import { createMigratedDatabase } from "../../support/service.ts";
import { createDatabase } from "../../support/shared-postgres.ts";
import { until } from "../../support/until.ts";

const processesTotal = 3;
const connectionsTotal = 20;

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });

describe("migrations", () => {
  test("are listed in ascending order, each under the name of its file", () => {
    const numbers = migrations.map(({ number }) => number);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const { number, name } of migrations) expect(name).toStartWith(String(number).padStart(6, "0"));
  });

  test("are applied once when three processes and 20 connections of another begin at once", async () => {
    const databaseUrl = await createDatabase();
    const databases = await Promise.all(Array.from({ length: connectionsTotal }, () => open(databaseUrl)));
    const [exits, ofConnections] = await Promise.all([
      Promise.all(Array.from({ length: processesTotal }, () => runMigrate(databaseUrl))),
      Promise.all(databases.map(({ sql }) => migrate(sql, migrations))),
    ]);
    expect(exits.map(({ code }) => code)).toEqual(Array(processesTotal).fill(0));
    const applied = [...exits.flatMap(({ output }) => JSON.parse(output).applied), ...ofConnections.flat()];
    expect(new Set(applied)).toEqual(new Set(migrations.map(({ name }) => name)));
    expect(applied).toHaveLength(migrations.length);
    await Promise.all(databases.map((database) => database.close()));
  });

  test("count from 0 on a database that has none yet", async () => {
    const database = await open(await createDatabase());
    expect((await migrationStatus(database.sql, migrations)).database).toBe(0);
    await database.close();
  });

  test("leave nothing of a migration that fails, and go on from there", async () => {
    const database = await open(await createDatabase());
    const broken = [
      {
        number: 1,
        name: "000001-broken",
        statements: "create table half (id integer); select no_such_column",
      },
    ];
    expect(await thrownBy(migrate(database.sql, broken))).toThrow("no_such_column");
    expect((await database.sql`select to_regclass('half') as name`)[0]?.name).toBeNull();
    expect(await migrate(database.sql, migrations)).toEqual(migrations.map(({ name }) => name));
    await database.close();
  });

  test("that wait for a lock keep nobody waiting behind them for longer than a moment, and go on when it is free", async () => {
    const databaseUrl = await createDatabase();
    const database = await open(databaseUrl);
    const other = await open(databaseUrl);
    await other.sql`create table busy (id integer)`;
    const holder = await other.sql.reserve();
    await holder`begin`;
    await holder`select from busy`;
    const step = { number: 1, name: "000001-add", statements: "alter table busy add column added integer" };
    const migrating = migrate(database.sql, [step]);
    await untilWaiting(other.sql);
    const begunMs = performance.now();
    await other.sql`select id from busy`;
    // For as long as it is held they would wait, were there no end to it.
    expect(performance.now() - begunMs).toBeLessThan(10_000);
    expect((await migrationStatus(other.sql, [step])).database).toBe(0);
    await holder`rollback`;
    holder.release();
    expect(await migrating).toEqual(["000001-add"]);
    await Promise.all([database.close(), other.close()]);
  });

  test("that get no lock are given up after two minutes, and say what to do", async () => {
    let waitedMs = 0;
    const timer = spyOn(globalThis, "setTimeout").mockImplementation(((wake: () => void, ms = 0) => {
      waitedMs += ms;
      queueMicrotask(wake);
    }) as unknown as typeof setTimeout);
    const refused = Object.assign(new Error("canceling statement due to lock timeout"), { code: "55P03" });
    const begin = () => {
      // As long as PostgreSQL lets it wait.
      waitedMs += 300;
      return Promise.reject(refused);
    };
    const held = Object.assign(() => Promise.resolve([]), { begin }) as unknown as Sql;
    const step = { number: 1, name: "000001-add", statements: "select 1" };
    const error = await migrate(held, [step]).catch((thrown: unknown) => thrown);
    timer.mockRestore();
    expect(Math.round(waitedMs / 1_000)).toBe(120);
    expect(String(error)).toContain("000001-add got no lock for two minutes");
    expect(String(error)).toContain("pg_stat_activity");
    expect(error).toMatchObject({ cause: refused });
  });

  test("that wait for a request which waits for them give way to it: none is ended for a deadlock", async () => {
    const databaseUrl = await createDatabase();
    const database = await open(databaseUrl);
    const other = await open(databaseUrl);
    await other.sql`create table first (id integer)`;
    await other.sql`create table second (id integer)`;
    const answers: string[] = [];
    // Once is enough: where a migration waits for too long the request is ended each time. A busy machine may be late for a moment.
    for (let number = 1; number <= 3 && !answers.includes("answered"); number += 1) {
      const [first, second] = ["first", "second"].map(
        (name) => `alter table ${name} add column n${number} integer`,
      );
      const step = {
        number,
        name: `00000${number}-both`,
        statements: `${first}; select pg_sleep(0.2); ${second}`,
      };
      const reader = await other.sql.reserve();
      await reader`begin`;
      await reader`select from second`;
      const migrating = migrate(database.sql, [step]);
      await until(async () => {
        const locks = await other.sql`
          select from pg_locks where relation = 'first'::regclass and mode = 'AccessExclusiveLock' and granted
        `;
        return locks.length > 0;
      });
      answers.push(await reader`select id from first`.then(() => "answered", String));
      await reader`rollback`;
      reader.release();
      expect(await migrating).toEqual([step.name]);
    }
    expect(answers).toContain("answered");
    await Promise.all([database.close(), other.close()]);
  });

  test("that belong together are applied together or not at all", async () => {
    const database = await open(await createDatabase());
    const first = { number: 1, name: "000001-first", statements: "create table first (id integer)" };
    const broken = {
      number: 2,
      name: "000002-second",
      statements: "select none",
      withPrevious: true as const,
    };
    expect(await thrownBy(migrate(database.sql, [first, broken]))).toThrow("none");
    expect((await database.sql`select to_regclass('first') as name`)[0]?.name).toBeNull();
    expect(await migrate(database.sql, [first])).toEqual(["000001-first"]);
    const second = { ...broken, statements: "select 1" };
    expect(await migrate(database.sql, [first, second])).toEqual(["000002-second"]);
    await database.close();
  });

  test("say where one is missing below the last, and apply it", async () => {
    const database = await open(await createDatabase());
    const step = (number: number) => ({ number, name: `${number}`, statements: "select 1" });
    const [first, second, third] = [step(1), step(2), step(3)] as const;
    await migrate(database.sql, [first, third]);
    expect(await migrationStatus(database.sql, [first, second, third])).toEqual({ database: 1, program: 3 });
    expect(await migrate(database.sql, [first, second, third])).toEqual(["2"]);
    expect(await migrationStatus(database.sql, [first, second, third])).toEqual({ database: 3, program: 3 });
    await database.close();
  });

  test("refuse a database that is newer than the program", async () => {
    const database = await open(await createMigratedDatabase());
    await database.sql`insert into migration (number, name) values (999999, '999999-from-the-future')`;
    expect(await thrownBy(migrate(database.sql, migrations))).toThrow(NewerDatabaseError);
    const program = migrations.at(-1)?.number ?? 0;
    expect(await migrationStatus(database.sql, migrations)).toEqual({ database: 999_999, program });
    await database.close();
  });
});

async function untilWaiting(sql: Sql): Promise<void> {
  await until(async () => {
    const waiting = await sql`
      select
      from pg_locks
      where relation = 'busy'::regclass and not granted`;
    return waiting.length > 0;
  });
}

async function runMigrate(databaseUrl: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(...ownProgram(["migrate", "--json"]), {
    env: childEnvironment({ DATABASE_URL: databaseUrl }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}
