import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { Redis } from "ioredis";
import { v7 as uuidv7 } from "uuid";
import { checkDatabase, judgeVersion } from "../../../../service/edges/cli/doctor/check-database.ts";
import { examine } from "../../../../service/edges/cli/doctor/examine.ts";
import { textOf } from "../../../../service/features/reporting/integrity/witness.ts";
import { openDatabase } from "../../../../service/floor/db/open.ts";
import { readConfig } from "../../../../service/program/config.ts";
import type { Environment } from "../../../../service/program/environment/plain-reader.ts";
import { openSmallDisk } from "../../../faults/support/small-disk.ts";
import { createEmbeddedDirectory } from "../../../support/embedded-template.ts";
import { startMailServer } from "../../../support/mail-server.ts";
import { startPgbouncer } from "../../../support/pgbouncer.ts";
import { createDatabase, startPostgres } from "../../../support/postgres.ts";
import { type RedisServer, startRedis } from "../../../support/redis.ts";
import { createFolder, removeFolder } from "../../../support/server-process.ts";
import { createMigratedDatabase, freePort } from "../../../support/service.ts";
import { runProgram } from "../run-program.ts";

const secretKey = "ab".repeat(32);

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

  test("is content with a set-up that has everything, and ends with 0", async () => {
    const mail = await startMailServer();
    const environment = {
      NODE_ENV: "production",
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      PUBLIC_URL: "https://127.0.0.1",
      SECRET_KEY: secretKey,
      SMTP_URL: mail.url,
      MAIL_FROM: "presse@example.org",
    };
    const { exitCode, stdout, stderr } = await runProgram(["doctor", "--json"], environment);
    await mail.stop();
    const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: { name: string; ok: boolean }[] };
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    expect({ exitCode, ok, stderr }).toEqual({ exitCode: 0, ok: true, stderr: "" });
    expect(checks.map(({ name }) => name)).toEqual([
      "configuration",
      "public_url",
      "dns",
      "database",
      "database_version",
      "migrations",
      "backfills",
      "clock",
      "imprints",
      "mail_senders",
      "connections",
      "redis",
      "smtp",
      "returned_mails",
      "secret_key",
      "report_chain",
      "report_witness",
      "time_stamps",
      "data_directory",
    ]);
  });

  test("ends with 1 and lists what is missing, also where the configuration can't be read", async () => {
    const missing = (await examine(readConfig({ DATA_DIR: folder }))).filter(({ ok }) => !ok);
    expect(missing.map(({ name }) => name)).toEqual(["smtp", "secret_key"]);
    const unreadable = await runProgram(["doctor", "--json"], { PORT: "many", REDIS_URL: "http://x" });
    expect(unreadable.exitCode).toBe(1);
    expect(JSON.parse(unreadable.stdout)).toMatchObject({
      ok: false,
      checks: [
        { name: "configuration", ok: false },
        { name: "configuration", ok: false },
      ],
    });
  });

  test("makes no embedded database where none is, and misses one whose reports were witnessed", async () => {
    const directory = join(folder, "empty");
    mkdirSync(directory, { mode: 0o700 });
    const verdicts = async () => {
      const named = await examined({ DATA_DIR: directory });
      return ["database", "report_chain", "report_witness"].map((name) => named(name)?.ok);
    };
    expect(await verdicts()).toEqual([true, true, true]);
    expect(readdirSync(directory)).toEqual([]);
    const head = {
      agencyId: 1,
      chainId: uuidv7(),
      number: 1,
      chainHash: "ab".repeat(32),
      after: null,
      at: "",
    };
    writeFileSync(join(directory, "report-witness.jsonl"), textOf([head]));
    expect(await verdicts()).toEqual([true, true, false]);
    expect(readdirSync(directory)).toEqual(["report-witness.jsonl"]);
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

  test("bears a clock that is 29 s off, and none that is 31 s off, in either direction", async () => {
    const settings = { databaseUrl, dataDirectory: folder, isProduction: false };
    const database = await openDatabase({ ...settings, connectionsMax: 1 });
    for (const [offMs, ok] of [
      [29_000, true],
      [31_000, false],
      [-29_000, true],
      [-31_000, false],
    ] as const) {
      const checks = await checkDatabase(settings, database, () => Date.now() + offMs);
      expect(checks.find(({ name }) => name === "clock")?.ok).toBe(ok);
    }
  });

  test("wants a Redis that answers and never evicts, and one at all in production", async () => {
    const client = new Redis(redis.url);
    await client.config("SET", "maxmemory-policy", "allkeys-lru");
    const evicting = await examined({ REDIS_URL: redis.url });
    expect(evicting("redis")).toMatchObject({ ok: false, message: expect.stringContaining("allkeys-lru") });
    await client.config("SET", "maxmemory-policy", "noeviction");
    await client.quit();
    expect((await examined({ REDIS_URL: redis.url }))("redis")?.ok).toBe(true);
    const dead = await examined({ REDIS_URL: `redis://:geheim@127.0.0.1:${await freePort()}` });
    expect(dead("redis")?.ok).toBe(false);
    expect(JSON.stringify(dead("redis"))).not.toContain("geheim");
    expect((await examined({}))("redis")?.ok).toBe(true);
    expect((await examined({ NODE_ENV: "production" }))("redis")?.ok).toBe(false);
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

  test("finds a mail server that does not answer, a missing key, and a name that is nowhere", async () => {
    const checks = await examined({
      SMTP_URL: `smtp://user:geheim@127.0.0.1:${await freePort()}`,
      MAIL_FROM: "presse@example.org",
      PUBLIC_URL: "https://newsroom.invalid",
    });
    expect(checks("smtp")).toMatchObject({ ok: false, message: expect.stringContaining("SMTP_URL") });
    expect(JSON.stringify(checks("smtp"))).not.toContain("geheim");
    expect(checks("secret_key")?.ok).toBe(false);
    expect(checks("dns")).toMatchObject({ ok: false, message: expect.stringContaining("newsroom.invalid") });
    expect((await examined({ SECRET_KEY: secretKey }))("secret_key")?.ok).toBe(true);
  });

  test("finds a data directory and a key that other users can read", async () => {
    const directory = join(folder, "shared");
    mkdirSync(directory, { mode: 0o700 });
    const verdict = async () => (await examined({ DATA_DIR: directory }))("data_directory");
    expect((await verdict())?.ok).toBe(true);
    chmodSync(directory, 0o704);
    expect(await verdict()).toMatchObject({ ok: false, message: expect.stringContaining("chmod o-rwx") });
    chmodSync(directory, 0o750);
    expect((await verdict())?.ok).toBe(true);
    writeFileSync(join(directory, "secret.key"), "x");
    chmodSync(join(directory, "secret.key"), 0o644);
    expect((await verdict())?.message).toContain("secret.key");
  });

  test("asks for PUBLIC_URL in production, and there only", async () => {
    const missing = (await examined({ NODE_ENV: "production" }))("public_url");
    expect(missing).toMatchObject({ ok: false, message: expect.stringContaining("Set PUBLIC_URL") });
    expect((await examined({}))("public_url")?.ok).toBe(true);
    const named = await examined({ NODE_ENV: "production", PUBLIC_URL: "https://127.0.0.1" });
    expect(named("public_url")?.ok).toBe(true);
  });

  test("finds a data directory that can't be written, there or still to be created", async () => {
    const disk = await openSmallDisk(1_048_576, "ro");
    for (const directory of [disk.folder, join(disk.folder, "deep", "data")]) {
      const verdict = (await examined({ DATA_DIR: directory }))("data_directory");
      expect(verdict).toMatchObject({ ok: false, message: expect.stringContaining("GET /data") });
    }
    await disk.close();
    expect((await examined({ DATA_DIR: join(folder, "deep", "data") }))("data_directory")?.ok).toBe(true);
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
