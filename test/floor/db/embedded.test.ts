import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { DirectoryInUseError } from "../../../service/floor/db/embedded/lock-directory.ts";
import { socketPathIn, startEmbedded } from "../../../service/floor/db/embedded/start-embedded.ts";
import { type Database, openDatabase, type Queryable } from "../../../service/floor/db/open.ts";
import { createEmbeddedDirectory } from "../../support/embedded-template.ts";
import { thrownBy } from "../../support/error-of.ts";
import { newestPrograms } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";

describe("the embedded database", () => {
  let directory: string;
  let database: Database;

  beforeAll(async () => {
    directory = await createEmbeddedDirectory();
    database = await openDatabase({
      databaseUrl: null,
      dataDirectory: directory,
      connectionsMax: 8,
      kind: "service",
    });
  });
  afterAll(async () => {
    await database.close();
    rmSync(directory, { recursive: true, force: true });
  });

  test("never mixes the answers, errors and transactions of connections that work at once", async () => {
    const { sql } = database;
    const wrong: unknown[] = [];
    await Promise.all(
      Array.from({ length: 8 }, async (_, worker) => {
        for (let step = 0; step < 250; step += 1) {
          const expected = worker * 100_000 + step;
          if (step % 10 === 9)
            expect(await thrownBy(sql`select 1 / ${0}::int`.execute())).toThrow("division by zero");
          const rows =
            step % 3 === 0
              ? await sql.begin(async (transaction) => {
                  await transaction`select 1`;
                  return await transaction`select ${expected}::int as answer, ${"text"} as other`;
                })
              : await sql`select ${expected}::int as answer`;
          if (rows[0]?.answer !== expected) wrong.push({ expected, got: rows[0] });
        }
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("rolls back what a client left open when its connection ends", async () => {
    const other = postgres({ path: socketPathIn(directory), user: "postgres", database: "postgres", max: 1 });
    const left = other.begin(async (transaction) => {
      await transaction`create table left_open (id integer)`;
      // As a killed process does: no rollback, no goodbye.
      await other.end({ timeout: 0 });
    });
    expect(await thrownBy(left)).toThrow();
    const [row] = await database.sql`select to_regclass('left_open') as name`;
    expect(row?.name).toBeNull();
  });

  test("shortens its log by itself", async () => {
    const { sql } = database;
    const loggedMegabytes = async (queryable: Queryable) => {
      const [row] = await queryable<{ megabytes: number }[]>`
        select (pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) / 1048576)::float8 as megabytes
        from pg_control_checkpoint()
      `;
      return row?.megabytes ?? 0;
    };
    // In one transaction: between two statements the log might be shortened already.
    const written = await sql.begin(async (transaction) => {
      await transaction`select pg_logical_emit_message(true, 'fill', repeat('x', 1048576)) from generate_series(1, 70)`;
      return await loggedMegabytes(transaction);
    });
    await until(async () => (await loggedMegabytes(sql)) < 64);
    expect(written).toBeGreaterThan(64);
  });

  test("can be read with psql while the service uses it", () => {
    const psql = join(newestPrograms(), "psql");
    const result = spawnSync(
      psql,
      ["-h", directory, "-U", "postgres", "-Atc", "select count(*) from migration"],
      { encoding: "utf8" },
    );
    expect(result.stderr).toBe("");
    expect(Number(result.stdout)).toBeGreaterThan(3);
  });

  test("refuses a second owner of its directory, and lets other programs in over its socket", async () => {
    expect(await thrownBy(startEmbedded(directory))).toThrow(DirectoryInUseError);
    const guest = await openDatabase({ databaseUrl: null, dataDirectory: directory, connectionsMax: 1 });
    expect((await guest.sql`select 1 as one`)[0]?.one).toBe(1);
    await guest.close();
    expect((await database.sql`select 2 as two`)[0]?.two).toBe(2);
  });

  test("a command waits for a service that works on something for longer than a server may be silent", async () => {
    const held = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const long = database.sql.begin(async (transaction) => {
      await transaction`select 1`;
      isHeld.resolve();
      await held.promise;
    });
    await isHeld.promise;
    const guest = await openDatabase({ databaseUrl: null, dataDirectory: directory, connectionsMax: 1 });
    const answer = guest.sql`select 1 as one`.then(
      ([row]) => Number(row?.one),
      (error: unknown) => String(error),
    );
    // Past the 3 s after which a server that says nothing is given up.
    setTimeout(held.resolve, 3_500);
    expect(await answer).toBe(1);
    await long;
    await guest.close();
  });

  test("refuses a directory whose socket path would be cut off", async () => {
    expect(await thrownBy(startEmbedded(`/tmp/${"x".repeat(120)}`))).toThrow("longer than 107 bytes");
  });

  test("keeps its data over a restart", async () => {
    await database.sql`create table kept (id integer)`;
    await database.sql`insert into kept select generate_series(1, 1000)`;
    await database.close();
    database = await openDatabase({ databaseUrl: null, dataDirectory: directory, connectionsMax: 8 });
    expect((await database.sql`select count(*)::int as count from kept`)[0]?.count).toBe(1000);
    await database.sql`drop table kept`;
  });
});
