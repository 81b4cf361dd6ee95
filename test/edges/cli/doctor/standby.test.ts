import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { checkRedis } from "../../../../service/edges/cli/doctor/check-redis.ts";
import { checkSentinels, judgeSentinels } from "../../../../service/edges/cli/doctor/check-sentinels.ts";
import {
  checkStandby,
  judgeServers,
  judgeStandbys,
} from "../../../../service/edges/cli/doctor/check-standby.ts";
import { openDatabase } from "../../../../service/floor/db/open.ts";
import { type RedisSentinel, startRedisSentinel } from "../../../faults/support/redis-sentinel.ts";
import { type PostgresServer, startPostgres } from "../../../support/postgres.ts";
import { type PostgresReplica, startPostgresReplica } from "../../../support/postgres-replica.ts";
import { until } from "../../../support/until.ts";

const lagMax = 16 * 1024 * 1024;

describe("of several servers of PostgreSQL the doctor", () => {
  let primary: PostgresServer;
  let standby: PostgresReplica;
  beforeAll(async () => {
    primary = await startPostgres();
    standby = await startPostgresReplica(primary);
  });
  afterAll(async () => {
    await standby.stop();
    await primary.stop();
  });
  const urlOf = (ports: number[]) =>
    `postgres://postgres@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/postgres`;

  test("says nothing where there is one", async () => {
    expect(await checkStandby(primary.url)).toEqual([]);
    expect(await checkStandby(null)).toEqual([]);
  });

  test("names the primary, and says that no commit waits for the standby until it does", async () => {
    const url = urlOf([standby.port, primary.port]);
    const [servers, loose] = await checkStandby(url);
    expect(servers).toMatchObject({
      ok: true,
      message: `All 2 answer, 127.0.0.1:${primary.port} is the primary.`,
    });
    expect(loose).toMatchObject({ ok: false, message: expect.stringContaining("ANY 1 (*)") });
    const database = await openDatabase({ databaseUrl: primary.url, dataDirectory: "", connectionsMax: 1 });
    await database.sql`alter system set synchronous_standby_names = 'ANY 1 (*)'`;
    await database.sql`select pg_reload_conf()`;
    await database.close();
    await until(async () => (await checkStandby(url)).every(({ ok }) => ok));
    expect((await checkStandby(url)).map(({ ok }) => ok)).toEqual([true, true]);
  });

  test("names the one that is away", async () => {
    const [servers] = await checkStandby(urlOf([primary.port, 1]));
    expect(servers?.ok).toBe(false);
    expect(servers?.message).toStartWith("127.0.0.1:1 can't be used: ");
  });
});

const server = { name: "a:5432", system: "1", isPrimary: true, reason: null };

test.each([
  ["two that take writes", [server, { ...server, name: "b:5432" }], "a:5432 and b:5432 all take writes"],
  ["none that takes writes", [{ ...server, isPrimary: false }], "None takes writes"],
  ["two that hold different databases", [server, { ...server, system: "2" }], "different databases"],
])("servers are refused: %s", (_, servers, message) => {
  expect(judgeServers(servers)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
});

const inStep = { name: "b", state: "streaming", isSynchronous: true, lagBytes: lagMax };
const settings = { names: "ANY 1 (*)", commit: "on" };

test("a standby that is one byte too far behind is told", () => {
  expect(judgeStandbys(settings, [inStep]).ok).toBe(true);
  expect(judgeStandbys(settings, [{ ...inStep, lagBytes: lagMax + 1 }])).toMatchObject({
    ok: false,
    message: expect.stringContaining("16.0 MB behind"),
  });
});

test.each([
  ["none is there", settings, [], "nothing to fail over to"],
  ["it is hidden", settings, [{ ...inStep, state: null }], "grant pg_monitor"],
  ["commits do not wait", { ...settings, commit: "local" }, [inStep], "synchronous_commit is local"],
  [
    "another one is waited for",
    settings,
    [{ ...inStep, isSynchronous: false }],
    "Correct synchronous_standby_names",
  ],
])("a standby is refused: %s", (_, found, standbys, message) => {
  expect(judgeStandbys(found, standbys)).toMatchObject({
    ok: false,
    message: expect.stringContaining(message),
  });
});

describe("of Sentinels the doctor", () => {
  let redis: RedisSentinel;
  beforeAll(async () => {
    redis = await startRedisSentinel();
  });
  afterAll(() => redis.stop());

  test("finds the master by them, asks each, and names one that is away or knows no such master", async () => {
    const { port } = await redis.master();
    expect(await checkSentinels(redis.url)).toMatchObject([
      { ok: true, message: `All 3 Sentinels name 127.0.0.1:${port} and could decide a failover.` },
    ]);
    const [unknown] = await checkSentinels(redis.url.replace(/[^/]*$/, "others"));
    expect(unknown).toMatchObject({ ok: false, message: expect.stringContaining('no master "others"') });
    const evicting = await checkRedis({ redisUrl: redis.url, isProduction: true });
    expect(evicting).toMatchObject({ ok: true });
    await redis.sentinels[2]?.process.end("SIGKILL");
    const [away] = await checkSentinels(redis.url);
    expect(away?.message).toStartWith(
      `The Sentinel at 127.0.0.1:${redis.sentinels[2]?.port} can't be used: `,
    );
  });

  test("says nothing where there are none", async () => {
    expect(await checkSentinels("redis://127.0.0.1")).toEqual([]);
  });
});

const sentinel = { name: "a:26379", master: "m:6379", state: "", reason: null };

test.each([
  ["two are too few", [sentinel, sentinel], "at least 3"],
  ["they name different masters", [sentinel, { ...sentinel, master: "n:6379" }], "m:6379, n:6379"],
  ["too few can be reached", [sentinel, { ...sentinel, state: "NOQUORUM" }, sentinel], "NOQUORUM"],
])("Sentinels are refused: %s", (_, seen, message) => {
  expect(judgeSentinels(seen)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
});
