import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { openLimiter } from "../../../service/floor/limits/open-limiter.ts";
import type { Limiter } from "../../../service/floor/limits/sliding-window.ts";
import { createLog } from "../../../service/log.ts";
import { type RedisServer, startRedis } from "../../support/redis.ts";
import { until } from "../../support/until.ts";

const windowMs = 3_600_000;
/** The time-out of a command, one more when it waited behind a pipeline that hangs, and room for a busy machine. */
const answerMsMax = 10_000;
const backMsMax = 5_000;

let server: RedisServer;
let limiter: Limiter;
let lines: { level: string; event: string }[];
let fallbacks: number;

beforeEach(async () => {
  server = await startRedis();
  lines = [];
  fallbacks = 0;
  limiter = await open(server.url);
});

afterEach(async () => {
  await limiter.close();
  server.resume();
  await server.stop();
});

const faults = {
  "was killed": { begin: () => server.stopServer(), end: () => server.startServer() },
  hangs: { begin: async () => server.pause(), end: async () => server.resume() },
};

describe.each(Object.keys(faults) as (keyof typeof faults)[])("when Redis %s", (name) => {
  test("the limit is held in this process without a gap, in time, and Redis decides again soon after", async () => {
    expect(await admittedOf(3, "a", 5)).toBe(3);
    await faults[name].begin();
    const startedMs = performance.now();
    // The three before count: only two more fit.
    expect(await admittedOf(40, "a", 5)).toBe(2);
    expect(performance.now() - startedMs).toBeLessThan(answerMsMax);
    expect(fallbacks).toBe(40);
    expect(await admittedOf(40, "b", 5)).toBe(5);

    await faults[name].end();
    expect(await untilBack()).toBeLessThan(backMsMax);
    expect(await admittedOf(40, "a", 5)).toBe(0);
    expect(await admittedOf(40, "b", 5)).toBe(0);
    expect(await admittedOf(40, "c", 5)).toBe(5);
    expect(lines.map(({ level, event }) => `${level} ${event}`)).toEqual([
      "warn limits_held_in_memory",
      "info limits_back_in_redis",
    ]);
  });
});

test("a Redis that stays away is warned about once, not once a check, and costs the checks no time", async () => {
  await server.stopServer();
  for (let round = 0; round < 30; round += 1) {
    const startedMs = performance.now();
    await admittedOf(20, `round:${round}`, 5);
    expect(performance.now() - startedMs).toBeLessThan(answerMsMax);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  expect(lines).toHaveLength(1);
  expect(fallbacks).toBe(600);
});

test("of the checks that come one after another, few wait for a Redis that hangs", async () => {
  server.pause();
  const startedMs = performance.now();
  // If each waited for the time-out of 100 ms, these would take 15 s.
  for (let check = 0; check < 150; check += 1) await limiter.check("a", 5, windowMs);
  expect(performance.now() - startedMs).toBeLessThan(10_000);
  expect(fallbacks).toBe(150);
});

test("a Redis that was flushed admits nobody beyond what this process knows", async () => {
  expect(await admittedOf(10, "a", 5)).toBe(5);
  const { Redis } = await import("ioredis");
  const redis = new Redis(server.url);
  await redis.flushall();
  expect(await admittedOf(10, "a", 5)).toBe(0);
  // What it refused did not count in Redis either.
  expect(await redis.llen("limit:{a}")).toBe(0);
  redis.disconnect();
  expect(fallbacks).toBe(0);
});

test("what Redis refuses does not count in memory", async () => {
  const other = await open(server.url);
  for (let check = 0; check < 5; check += 1) await other.check("a", 5, windowMs);
  expect(await admittedOf(3, "a", 5)).toBe(0);
  await server.stopServer();
  expect(await admittedOf(10, "a", 5)).toBe(5);
  await other.close();
});

test("an admission that is given back is free in Redis and in this process", async () => {
  const verdicts = await Promise.all(Array.from({ length: 5 }, () => limiter.check("a", 5, windowMs)));
  for (const { admission } of verdicts.slice(0, 2))
    if (admission !== null) await limiter.giveBack("a", admission);
  expect(await admittedOf(10, "a", 5)).toBe(2);
  const last = await limiter.check("b", 1, windowMs);
  await server.stopServer();
  if (last.admission !== null) await limiter.giveBack("b", last.admission);
  expect(await admittedOf(10, "b", 1)).toBe(1);
  expect(await admittedOf(10, "a", 5)).toBe(0);
});

test("a limit that was raised counts at once, and so does one that was lowered", async () => {
  expect(await admittedOf(10, "a", 5)).toBe(5);
  expect(await admittedOf(10, "a", 8)).toBe(3);
  expect(await admittedOf(10, "a", 2)).toBe(0);
});

test("a Redis that is away at the start is no error, and is used when it comes", async () => {
  await limiter.close();
  await server.stopServer();
  limiter = await open(server.url);
  expect(await admittedOf(10, "a", 5)).toBe(5);
  expect(fallbacks).toBe(10);
  await server.startServer();
  await untilBack();
  expect(await admittedOf(10, "a", 5)).toBe(0);
});

test("without a Redis the memory of the process decides, silently", async () => {
  const alone = await open(null);
  expect((await alone.check("a", 1, windowMs)).isAdmitted).toBe(true);
  expect((await alone.check("a", 1, windowMs)).isAdmitted).toBe(false);
  await alone.close();
  expect({ lines, fallbacks }).toEqual({ lines: [], fallbacks: 0 });
});

function open(redisUrl: string | null): Promise<Limiter> {
  const log = createLog("debug", (line) => lines.push(JSON.parse(line)));
  return openLimiter({
    redisUrl,
    log,
    countFallback: () => {
      fallbacks += 1;
    },
  });
}

async function admittedOf(checks: number, key: string, limit: number): Promise<number> {
  const verdicts = await Promise.all(
    Array.from({ length: checks }, () => limiter.check(key, limit, windowMs)),
  );
  return verdicts.filter((verdict) => verdict.isAdmitted).length;
}

/** Checks fresh keys until Redis decides again; returns how long that took. */
async function untilBack(): Promise<number> {
  const startedMs = performance.now();
  let attempt = 0;
  const look = async () => {
    const before = fallbacks;
    await limiter.check(`probe:${attempt++}`, 5, windowMs);
    return fallbacks === before;
  };
  await until("the limiter comes back to Redis", look, backMsMax);
  return performance.now() - startedMs;
}
