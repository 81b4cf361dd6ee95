import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { v7 as uuidv7 } from "uuid";
import { checkDatabase } from "../../../../service/edges/cli/doctor/check-database.ts";
import { examine } from "../../../../service/edges/cli/doctor/examine.ts";
import { clearSpoolFolder } from "../../../../service/features/reporting/data/spool-folder.ts";
import { textOf } from "../../../../service/features/reporting/integrity/witness.ts";
import { openDatabase } from "../../../../service/floor/db/open.ts";
import { createLog } from "../../../../service/log.ts";
import { readConfig } from "../../../../service/program/config.ts";
import type { Environment } from "../../../../service/program/environment/plain-reader.ts";
import { openSmallDisk } from "../../../faults/support/small-disk.ts";
import { startMailServer } from "../../../support/mail-server.ts";
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
      "removals",
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

  test("is content with the data directory that the service makes on a volume open to everybody", async () => {
    const volume = join(folder, "volume");
    mkdirSync(volume);
    // As a kubelet makes an emptyDir for a pod with fsGroup; the manifest in examples/deploy names a directory in it.
    chmodSync(volume, 0o2777);
    const verdictOf = async (path: string) => (await examined({ DATA_DIR: path }))("data_directory")?.ok;
    expect(await verdictOf(volume)).toBe(false);
    await clearSpoolFolder(join(volume, "service"), createLog("warn", expect.unreachable));
    expect(await verdictOf(join(volume, "service"))).toBe(true);
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

  async function examined(environment: Environment) {
    const checks = await examine(readConfig({ DATA_DIR: folder, ...environment }));
    return (name: string) => checks.find((check) => check.name === name);
  }
});
