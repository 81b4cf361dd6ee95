import { expect, test } from "bun:test";
import postgres from "postgres";
import { type Migration, migrate } from "../../../service/floor/db/migrate.ts";
import { migrateDatabase } from "../../../service/floor/db/migrate-database.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { createDatabase } from "../../support/shared-postgres.ts";
import { until } from "../../support/until.ts";

/** Of the service's pool, where it is 35. */
const silenceSeconds = 2;
/** A connection with that limit is ended before: it looks at itself once a second. */
const stepSeconds = 4;

const slow: Migration = {
  number: 1,
  name: "000001-slow",
  statements: `create table slow (id integer); select pg_sleep(${stepSeconds})`,
};

test("a migration that is silent for longer than a connection of the service may be is applied all the same", async () => {
  const { sql, migrating } = await migrateBySilentPool([slow]);
  expect(await migrating()).toEqual([slow.name]);
  expect(await migrating()).toEqual([]);
  await sql.end();
});

test("so is one that waited for its backfill", async () => {
  const first = { number: 0, name: "000000-first", statements: "select 1" };
  const { sql, migrating } = await migrateBySilentPool([first, { ...slow, waitsFor: "letters" }]);
  await migrate(sql, [first]);
  expect(await migrating()).toEqual([]);
  expect(await migrating({ filled: "letters" })).toEqual([slow.name]);
  await sql.end();
});

test("so is one of a process that waits for another which migrates", async () => {
  const { sql, migrating, databaseUrl } = await migrateBySilentPool([slow]);
  const [one, other] = [migrating(), migrating()];
  const onlooker = postgres(databaseUrl, { max: 1 });
  await until(async () => {
    const waiting = await onlooker`
      select from pg_locks where locktype = 'advisory' and not granted and database = (
        select oid from pg_database where datname = current_database()
      )
    `;
    return waiting.length > 0;
  });
  expect([...(await one), ...(await other)]).toEqual([slow.name]);
  await Promise.all([onlooker.end(), sql.end()]);
});

/** An empty database, and a pool to it that ends its connections when they are silent, as the service's does. */
async function migrateBySilentPool(migrations: readonly Migration[]) {
  const databaseUrl = await createDatabase();
  const sql: Sql = postgres(databaseUrl, {
    max: 2,
    silence_timeout: silenceSeconds,
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  });
  const address = {
    databaseUrl,
    databaseDirectUrl: null,
    databasePooler: "auto" as const,
    dataDirectory: "",
  };
  const migrating = (filled: { filled?: string } = {}) =>
    migrateDatabase(sql, address, { migrations, ...filled });
  return { databaseUrl, sql, migrating };
}
