import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { Redis } from "ioredis";
import { createRedisLimiter, type RedisLimiter } from "../../../service/floor/limits/redis.ts";
import { thrownBy } from "../../support/error-of.ts";
import { sharedRedis, startRedis } from "../../support/redis.ts";
import { fuzzLimiter } from "./fuzz-limiter.ts";
import { checkModel, type Model, mostInOneWindow, stepsOf } from "./model.ts";
import { patient } from "./patient.ts";

const windowMs = 3_600_000;
/** A full agency in Redis, with the name of its key. */
const fullAgencyBytesMax = 5_500;

let url: string;
let limiter: RedisLimiter;
let redis: Redis;

beforeAll(async () => {
  ({ url } = await sharedRedis());
  redis = new Redis(url);
  limiter = createRedisLimiter(url, patient);
  await limiter.connect();
});

afterAll(async () => {
  await limiter.close();
  redis.disconnect();
});

describe("the window in Redis", () => {
  test("decides as a list of all admissions does, whatever the keys, the pauses and the limits", async () => {
    expect(await fuzzLimiter(limiter, { runs: 300 })).toBeGreaterThan(10_000);
  });

  test("decides so when its clock is set back by less than a window", async () => {
    await fc.assert(
      fc.asyncProperty(stepsOf(windowMs, -1_000_000), async (steps) => {
        const key = randomUUID();
        const model: Model = { admittedMs: [], lastMs: 0 };
        let nowMs = 1_790_000_000_500;
        for (const step of steps.slice(0, 40)) {
          nowMs = Math.max(nowMs + step.pauseMs, model.lastMs - windowMs);
          const expected = checkModel(model, step, windowMs, nowMs);
          expect(await limiter.take({ key, limit: step.limit, windowMs, nowUs: nowMs * 1000 })).toMatchObject(
            expected,
          );
          // What a check has seen leave is gone, even if the next one is told an earlier time.
          const seenMs = Math.max(nowMs, model.lastMs);
          model.admittedMs = model.admittedMs.filter((timeMs) => seenMs - timeMs < windowMs);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("forgets a log that a clock wrote that was ahead by more than a window", async () => {
    const key = randomUUID();
    const aheadUs = 1_790_000_000_000_000;
    expect(await limiter.take({ key, limit: 1, windowMs, nowUs: aheadUs })).toMatchObject({
      isAdmitted: true,
    });
    const backUs = aheadUs - windowMs * 1000;
    expect(await limiter.take({ key, limit: 1, windowMs, nowUs: backUs })).toMatchObject({
      isAdmitted: false,
    });
    expect(await limiter.take({ key, limit: 1, windowMs, nowUs: backUs - 1 })).toMatchObject({
      isAdmitted: true,
    });
  });

  test("frees a slot at the microsecond, neither before nor after", async () => {
    const key = randomUUID();
    const startUs = 1_790_000_000_000_001;
    await limiter.take({ key, limit: 1, windowMs, nowUs: startUs });
    const edgeUs = startUs + windowMs * 1000;
    expect(await limiter.take({ key, limit: 1, windowMs, nowUs: edgeUs - 1 })).toMatchObject({
      isAdmitted: false,
    });
    expect(await limiter.take({ key, limit: 1, windowMs, nowUs: edgeUs })).toMatchObject({
      isAdmitted: true,
    });
  });

  test("admits no more than its limit in any span of real time, and who waits for Retry-After gets in", async () => {
    const key = randomUUID();
    const shortWindowMs = 700;
    /** By the clock of Redis. Its own log forgets what left the window, which on a busy machine was all but a few. */
    const admittedUs: number[] = [];
    const startedMs = performance.now();
    let retryAfterSeconds: number | undefined;
    while (performance.now() - startedMs < 2_000 || retryAfterSeconds === undefined) {
      const verdict = await limiter.take({ key, limit: 5, windowMs: shortWindowMs });
      if (verdict.isAdmitted) admittedUs.push(verdict.admission?.redisUs ?? 0);
      else ({ retryAfterSeconds } = verdict);
    }
    expect(admittedUs.length).toBeGreaterThan(5);
    expect(mostInOneWindow(admittedUs, shortWindowMs * 1000)).toBe(5);
    expect(retryAfterSeconds).toBe(1);
    await Bun.sleep(retryAfterSeconds * 1000);
    expect(await limiter.take({ key, limit: 5, windowMs: shortWindowMs })).toMatchObject({
      isAdmitted: true,
    });
  });

  test("dates its verdicts by the clock of Redis", async () => {
    const verdict = await limiter.take({ key: randomUUID(), limit: 500, windowMs });
    expect(verdict).toMatchObject({ isAdmitted: true, limit: 500, remaining: 499, retryAfterSeconds: 3600 });
    expect(Math.abs(verdict.resetAtSeconds - Date.now() / 1000 - 3600)).toBeLessThan(60);
  });

  test("counts nothing when it is only asked", async () => {
    const key = randomUUID();
    const ask = { key, limit: 1, windowMs, isCounted: false };
    expect(await limiter.take(ask)).toMatchObject({ isAdmitted: true, remaining: 1 });
    expect(await limiter.take(ask)).toMatchObject({ isAdmitted: true, remaining: 1 });
    expect(await redis.exists(`limit:{${key}}`)).toBe(0);
  });

  test("takes an admission back: the slot is free again, and nobody else's is", async () => {
    const key = randomUUID();
    const check = { key, limit: 3, windowMs };
    const first = await limiter.take({ ...check, nowUs: 1_790_000_000_000_000 });
    await limiter.take({ ...check, nowUs: 1_790_000_000_000_001 });
    await limiter.take({ ...check, nowUs: 1_790_000_000_000_002 });
    expect(first.admission).toEqual({ memoryMs: null, redisUs: 1_790_000_000_000_000 });
    const refused = await limiter.take({ ...check, nowUs: 1_790_000_000_000_003 });
    expect(refused).toMatchObject({ isAdmitted: false, admission: null });
    await limiter.giveBack(key, 1_790_000_000_000_000);
    // It is gone already: none of the others may go in its place.
    await limiter.giveBack(key, 1_790_000_000_000_000);
    const after = await limiter.take({ ...check, nowUs: 1_790_000_000_000_004 });
    expect(after).toMatchObject({ isAdmitted: true, remaining: 0 });
    expect(await limiter.take({ ...check, nowUs: 1_790_000_000_000_005 })).toMatchObject({
      isAdmitted: false,
    });
  });

  test("refuses always at a limit of 0", async () => {
    const verdict = await limiter.take({ key: randomUUID(), limit: 0, windowMs });
    expect(verdict).toMatchObject({ isAdmitted: false, remaining: 0, retryAfterSeconds: 3600 });
  });

  test("refuses a limit that it could not keep, before Redis sees it", async () => {
    expect(await thrownBy(limiter.take({ key: "a", limit: Number.NaN, windowMs }))).toThrow(RangeError);
  });

  test(`keeps a full agency in ${fullAgencyBytesMax} bytes, gone by itself at most a sixteenth of the window after it`, async () => {
    const name = `agency:${randomUUID()}`;
    const checks = Array.from({ length: 501 }, () => limiter.take({ key: name, limit: 500, windowMs }));
    const admitted = (await Promise.all(checks)).filter((verdict) => verdict.isAdmitted);
    expect(admitted).toHaveLength(500);
    const key = `limit:{${name}}`;
    expect(await redis.memory("USAGE", key, "SAMPLES", 0)).toBeLessThanOrEqual(fullAgencyBytesMax);
    const lifeMs = await redis.pttl(key);
    expect(lifeMs).toBeGreaterThan(windowMs - 60_000);
    expect(lifeMs).toBeLessThanOrEqual(windowMs + windowMs / 16 + 1);
  });

  test("is told how long to live by the first entry of each sixteenth of the window, for all the others of it", async () => {
    const key = randomUUID();
    const sixteenthMs = windowMs / 16;
    const startMs = Math.ceil(1_790_000_000_000 / sixteenthMs) * sixteenthMs;
    const take = (atMs: number) => limiter.take({ key, limit: 500, windowMs, nowUs: atMs * 1000 });
    const lifeMs = () => redis.pttl(`limit:{${key}}`);
    await take(startMs);
    expect(await lifeMs()).toBeGreaterThan(windowMs + sixteenthMs - 60_000);
    await redis.pexpire(`limit:{${key}}`, 60_000);
    await take(startMs + sixteenthMs - 1);
    expect(await lifeMs()).toBeLessThanOrEqual(60_000);
    await take(startMs + sixteenthMs);
    expect(await lifeMs()).toBeGreaterThan(windowMs + sixteenthMs - 60_000);
  });

  test("goes on after its script was flushed, with many checks in flight, and counts each once", async () => {
    const own = await startRedis();
    const ownLimiter = createRedisLimiter(own.url, patient);
    await ownLimiter.connect();
    const ownRedis = new Redis(own.url);
    const flood = () => Array.from({ length: 40 }, () => ownLimiter.take({ key: "a", limit: 100, windowMs }));
    await Promise.all(flood());
    await ownRedis.script("FLUSH");
    const verdicts = await Promise.all(flood());
    expect(Math.min(...verdicts.map(({ remaining }) => remaining))).toBe(20);
    ownRedis.disconnect();
    await ownLimiter.close();
    await own.stop();
  });

  test("keeps its connection through a pause that is longer than the time-out of the socket", async () => {
    // A server of its own, because every other file of the run connects to the shared one.
    const server = await startRedis();
    const observer = new Redis(server.url);
    const own = createRedisLimiter(server.url, patient);
    const take = () => own.take({ key: randomUUID(), limit: 1, windowMs });
    const connections = async () =>
      /total_connections_received:(\d+)/.exec(await observer.info("stats"))?.[1];
    await own.connect();
    await take();
    const before = await connections();
    await Bun.sleep(1_300);
    await take();
    expect(await connections()).toBe(before);
    await own.close();
    observer.disconnect();
    await server.stop();
  });
});
