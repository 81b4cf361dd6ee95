import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { judgeVersion } from "../../../../service/edges/cli/doctor/check-database.ts";
import { examine } from "../../../../service/edges/cli/doctor/examine.ts";
import { openDatabase } from "../../../../service/floor/db/open.ts";
import { readConfig } from "../../../../service/program/config.ts";
import type { Environment } from "../../../../service/program/environment/plain-reader.ts";
import { createEmbeddedDirectory } from "../../../support/embedded-template.ts";
import { startPgbouncer } from "../../../support/pgbouncer.ts";
import { startPostgres } from "../../../support/postgres.ts";
import { type RedisServer, startRedis } from "../../../support/redis.ts";
import { createFolder, removeFolder } from "../../../support/server-process.ts";
import { createMigratedDatabase, freePort } from "../../../support/service.ts";
import { createDatabase } from "../../../support/shared-postgres.ts";

describe("the doctor", () => {
  let folder: string;
  let databaseUrl: string;
  let redis: RedisServer;

  beforeAll(async () => {
    folder = createFolder("test-doctor-");
    databaseUrl = await createMigratedDatabase();
    redis = await startRedis();
  });
  afterAll(async () => {
    await redis.stop();
    removeFolder(folder);
  });

  test("tells a database that is not there from one that does not exist, and one that is somebody else's", async () => {
    const dead = await examined({ DATABASE_URL: `postgres://u:geheim@127.0.0.1:${await freePort()}/x` });
    expect(dead("database")).toMatchObject({
      ok: false,
      message: expect.stringContaining("Nothing listens"),
    });
    expect(dead("migrations")?.ok).toBe(false);
    expect(JSON.stringify(dead("database"))).not.toContain("geheim");

    const nowhere = new URL(databaseUrl);
    nowhere.pathname = "/nowhere";
    const absent = await examined({ DATABASE_URL: nowhere.href });
    expect(absent("database")?.message).toContain('"nowhere" does not exist');

    const foreignUrl = await createDatabase();
    await onDatabase(foreignUrl, (sql) => sql`create table wp_posts (id integer)`);
    const foreign = await examined({ DATABASE_URL: foreignUrl });
    expect(foreign("database")).toMatchObject({ ok: false, message: expect.stringContaining("wp_posts") });
  });

  test("tells a pooler that refuses the connection's settings", async () => {
    const pooler = createServer((socket) => {
      const fields = "SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0";
      const head = Buffer.from("E\0\0\0\0");
      head.writeInt32BE(fields.length + 4, 1);
      socket.once("data", () => socket.end(Buffer.concat([head, Buffer.from(fields)])));
    });
    await new Promise<void>((resolve) => pooler.listen(0, "127.0.0.1", resolve));
    const { port } = pooler.address() as AddressInfo;
    const refused = await examined({ DATABASE_URL: `postgres://u@127.0.0.1:${port}/x` });
    pooler.close();
    expect(refused("database")?.ok).toBe(false);
    expect(refused("database")?.message).toStartWith("A pooler before the database refuses our settings: ");
    expect(refused("database")?.message).toContain("statement_timeout");
  });

  test("finds missing migrations, and a database that is newer than the program", async () => {
    const empty = await examined({ DATABASE_URL: await createDatabase() });
    expect(empty("database")?.ok).toBe(true);
    expect(empty("migrations")).toMatchObject({ ok: false, message: expect.stringContaining("migrate") });

    const newerUrl = await createMigratedDatabase();
    await onDatabase(newerUrl, (sql) => sql`insert into migration (number, name) values (9999, 'future')`);
    const newer = await examined({ DATABASE_URL: newerUrl });
    expect(newer("migrations")).toMatchObject({
      ok: false,
      message: expect.stringContaining("newer program"),
    });
  });

  test("takes PostgreSQL 14 and refuses 13", () => {
    expect(judgeVersion(140_000).ok).toBe(true);
    expect(judgeVersion(130_099).ok).toBe(false);
  });

  test("refuses the embedded database in production only", async () => {
    expect((await examined({}))("database")?.ok).toBe(true);
    const production = await examined({ NODE_ENV: "production" });
    expect(production("database")).toMatchObject({
      ok: false,
      message: expect.stringContaining("DATABASE_URL"),
    });
  });

  test("finds an embedded database that does not sync to disk", async () => {
    const directory = await createEmbeddedDirectory();
    const verdict = async (sync: string) =>
      (await examined({ DATA_DIR: directory, EMBEDDED_SYNC: sync }))("database");
    expect(await verdict("off")).toMatchObject({
      ok: false,
      message: expect.stringContaining("Unset EMBEDDED_SYNC"),
    });
    expect((await verdict("on"))?.ok).toBe(true);
    rmSync(directory, { recursive: true });
  });

  test("says that PostgreSQL takes fewer connections than a process may open", async () => {
    const server = await startPostgres({
      settings: { max_connections: "20", superuser_reserved_connections: "3" },
    });
    const few = await examined({ DATABASE_URL: server.url, DATABASE_CONNECTIONS: "18" });
    expect(few("connections")).toMatchObject({
      ok: false,
      message: expect.stringContaining("takes 17 of all"),
    });
    const enough = await examined({ DATABASE_URL: server.url, DATABASE_CONNECTIONS: "17" });
    expect(enough("connections")).toMatchObject({
      ok: true,
      message: expect.stringContaining("opens 17 at most"),
    });
    await server.stop();
  });

  test("finds a pooler without a time limit for statements, and a direct way that leads elsewhere", async () => {
    const pooler = await startPgbouncer(databaseUrl);
    const behind = { DATABASE_URL: pooler.url };
    const verdict = async (environment: Environment) =>
      (await examined({ ...behind, ...environment }))("connections");
    expect(await verdict({})).toMatchObject({
      ok: false,
      message: expect.stringContaining("alter role postgres set statement_timeout = '30s'"),
    });
    const name = new URL(databaseUrl).pathname.slice(1);
    await onDatabase(databaseUrl, (sql) => sql`alter database ${sql(name)} set statement_timeout = '30s'`);
    await pooler.stop();
    const again = await startPgbouncer(databaseUrl);
    behind.DATABASE_URL = again.url;
    expect(await verdict({})).toMatchObject({ ok: true, message: expect.stringContaining("would spare") });
    expect(await verdict({ DATABASE_DIRECT_URL: databaseUrl })).toMatchObject({
      ok: true,
      message:
        "A pooler is in between, without prepared statements. Migrations and commands go by DATABASE_DIRECT_URL.",
    });
    expect(await verdict({ DATABASE_DIRECT_URL: again.url })).toMatchObject({ ok: false });
    const other = await createMigratedDatabase();
    expect(await verdict({ DATABASE_DIRECT_URL: other })).toMatchObject({
      ok: false,
      message: expect.stringContaining("another database"),
    });
    await again.stop();
  });

  test("names a replica that is a primary, or another database's", async () => {
    const same = await examined({ DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: databaseUrl });
    expect(same("replica")?.message).toContain("names a primary");
    const other = await examined({
      DATABASE_URL: databaseUrl,
      DATABASE_REPLICA_URL: await createMigratedDatabase(),
    });
    expect(other("replica")?.message).toContain("another database");
  });

  async function examined(environment: Environment) {
    const checks = await examine(readConfig({ DATA_DIR: folder, ...environment }));
    return (name: string) => checks.find((check) => check.name === name);
  }

  async function onDatabase(
    url: string,
    work: (sql: Awaited<ReturnType<typeof openDatabase>>["sql"]) => Promise<unknown>,
  ) {
    const database = await openDatabase({ databaseUrl: url, dataDirectory: "", connectionsMax: 1 });
    await work(database.sql);
    await database.close();
  }
});
