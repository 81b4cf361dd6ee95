import { afterAll, beforeAll, expect, test } from "bun:test";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { sharedRedis } from "../support/redis.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { faultRounds, reportFault } from "./support/fault-rounds.ts";
import { findLostEvents, prepareDatabase } from "./support/open-scene.ts";
import {
  countStatuses,
  isGoodOrAway,
  type LoadTarget,
  startLoad,
  untilServed,
} from "./support/start-load.ts";

const backWithinMs = 5_000;
const longOutageMs = 6_000;
/** The deadline of a request is 3 s; the rest is a busy machine. */
const answeredWithinMs = 4_500;
const { rounds, chance, timeoutMs } = faultRounds(2);
const { rounds: hungRounds } = faultRounds(1);

let postgres: PostgresServer;
let service: ServiceProcess;
let target: LoadTarget;

beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  const scene = await prepareDatabase({ databaseUrl: postgres.url, dataDirectory: "" });
  const redis = await sharedRedis();
  service = await startServiceProcess({
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    LOG_LEVEL: "warn",
  });
  target = { ...scene, url: service.url };
}, timeoutMs);
afterAll(async () => {
  postgres.resume();
  await service.stop();
  await postgres.stop();
}, timeoutMs);

test(
  "while PostgreSQL is away all is 503 with Retry-After, the service is back within 5 s, and nothing acknowledged is lost",
  async () => {
    const load = startLoad(target, 8);
    const backAfterMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await Bun.sleep(chance.between(200, 700));
      await postgres.stopServer(chance.whole(0, 1) === 0 ? "fast" : "immediate");
      // The first outage is a long one: whoever waits longer after each failed attempt would be away for long after it.
      await Bun.sleep(round === 0 ? longOutageMs : chance.between(300, 1_500));
      await postgres.startServer();
      backAfterMs.push(await untilServed(load, performance.now(), backWithinMs));
    }
    await load.stop();
    const lost = await findLostEvents({ databaseUrl: postgres.url, dataDirectory: "" }, load.acknowledged);
    const statuses = countStatuses(load.answers);
    reportFault("PostgreSQL stopped", {
      rounds,
      backAfterMs,
      statuses,
      acknowledged: load.acknowledged.size,
      lost,
    });
    expect(load.answers.filter((answer) => !isGoodOrAway(answer))).toEqual([]);
    expect(statuses["503"]).toBeGreaterThan(0);
    expect(lost).toEqual([]);
    expect(service.process.isRunning()).toBe(true);
  },
  timeoutMs,
);

test(
  "a PostgreSQL that accepts and says nothing costs each caller 3 s and a 503, and the service is back within 5 s",
  async () => {
    const load = startLoad(target, 8);
    const backAfterMs: number[] = [];
    for (let round = 0; round < hungRounds; round += 1) {
      await Bun.sleep(chance.between(200, 700));
      postgres.pause();
      await Bun.sleep(chance.between(3_300, 5_000));
      const ready = await fetch(`${service.url}/ready`);
      expect(ready.status).toBe(503);
      postgres.resume();
      backAfterMs.push(await untilServed(load, performance.now(), backWithinMs));
    }
    await load.stop();
    const lost = await findLostEvents({ databaseUrl: postgres.url, dataDirectory: "" }, load.acknowledged);
    const longestMs = Math.round(Math.max(...load.answers.map(({ durationMs }) => durationMs)));
    const statuses = countStatuses(load.answers);
    reportFault("PostgreSQL hung", {
      rounds: hungRounds,
      backAfterMs,
      longestMs,
      statuses,
      acknowledged: load.acknowledged.size,
      lost,
    });
    expect(load.answers.filter((answer) => !isGoodOrAway(answer))).toEqual([]);
    expect(statuses["503"]).toBeGreaterThan(0);
    expect(longestMs).toBeLessThan(answeredWithinMs);
    expect(lost).toEqual([]);
    expect(service.process.isRunning()).toBe(true);
  },
  timeoutMs,
);

test(
  "every connection of the pool serves again afterwards",
  async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, call) =>
        fetch(`${target.url}/api/reporting/v1/articles/${target.pressReleaseId}?days=${call + 1}`, {
          headers: { "x-api-key": target.key },
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  },
  timeoutMs,
);
