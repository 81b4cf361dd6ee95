import { afterAll, beforeAll, expect, test } from "bun:test";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { sharedRedis } from "../support/redis.ts";
import { complaintsOf, type LoggingServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { faultRounds, patience, reportFault } from "./support/fault-rounds.ts";
import { findLostEvents, prepareDatabase } from "./support/open-scene.ts";
import {
  type Answer,
  countStatuses,
  isGoodOrAway,
  type LoadTarget,
  startLoad,
  untilServed,
} from "./support/start-load.ts";
import { startTcpProxy, type TcpProxy } from "./support/tcp-proxy.ts";

const backWithinMs = 5_000 * patience;
/** The deadline of a request is 3 s; the rest is a busy machine. */
const answeredWithinMs = 4_500 * patience;
/** A connection that owes an answer is given up after 35 s, and looked at each second. */
const halfOpenBackWithinMs = 37_000;
const slowByMs = 30;
const { rounds, isShort, chance, timeoutMs } = faultRounds(2);
const { rounds: disturbedRounds, chance: disturbedChance } = faultRounds(1);
/** With the driver's own pauses between attempts to connect the service comes back in time after 4 s, and too late after 6 s. */
const longOutageMs = 6_000;
/** Whoever waits for its answer has been told 503 by then. */
const hungMs: [number, number] = isShort ? [3_200, 3_500] : [3_300, 5_000];
const disturbedMs: [number, number] = isShort ? [300, 900] : [300, 3_500];

/** An outage is waited for: in the suite the outages of one PostgreSQL lie beside those of another. */
const testBeside = isShort ? test.concurrent : test;

/** What is stopped and started. */
let stopped: Scene;
/** What hangs, and whose network is disturbed. */
let disturbed: Scene;

beforeAll(async () => {
  [stopped, disturbed] = await Promise.all([openScene(), openScene()]);
}, timeoutMs);
afterAll(async () => {
  for (const { postgres, network, service } of [stopped, disturbed]) {
    postgres.resume();
    network.mend();
    await service.process.end("SIGKILL");
    await network.stop();
    await postgres.stop();
  }
}, timeoutMs);

testBeside(
  "while PostgreSQL is away all is 503 with Retry-After, the service is back within 5 s, and nothing acknowledged is lost",
  async () => {
    const { postgres, service, target } = stopped;
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

testBeside(
  "a PostgreSQL that accepts and says nothing costs each caller 3 s and a 503, and the service is back within 5 s",
  async () => {
    const { postgres, service, target } = disturbed;
    const load = startLoad(target, 8);
    const backAfterMs: number[] = [];
    for (let round = 0; round < disturbedRounds; round += 1) {
      await Bun.sleep(disturbedChance.between(200, 700));
      postgres.pause();
      await Bun.sleep(disturbedChance.between(...hungMs));
      const ready = await fetch(`${service.url}/ready`);
      expect(ready.status).toBe(503);
      postgres.resume();
      backAfterMs.push(await untilServed(load, performance.now(), backWithinMs));
    }
    await load.stop();
    const lost = await findLostEvents({ databaseUrl: postgres.url, dataDirectory: "" }, load.acknowledged);
    const longestMs = longestByKind(load.answers);
    const statuses = countStatuses(load.answers);
    reportFault("PostgreSQL hung", {
      rounds: disturbedRounds,
      backAfterMs,
      longestMs,
      statuses,
      acknowledged: load.acknowledged.size,
      lost,
    });
    expect(load.answers.filter((answer) => !isGoodOrAway(answer))).toEqual([]);
    expect(statuses["503"]).toBeGreaterThan(0);
    expect(Math.max(...Object.values(longestMs))).toBeLessThan(answeredWithinMs);
    expect(lost).toEqual([]);
    expect(service.process.isRunning()).toBe(true);
  },
  timeoutMs,
);

/** What a network does, and how soon the service has to be back after it; null where it is never away. */
const disturbances: [string, number, (network: TcpProxy) => void, number | null][] = [
  ["cut", disturbedRounds, (way) => way.cut(), backWithinMs],
  ["hung", isShort ? 0 : disturbedRounds, (way) => way.hang(), backWithinMs],
  [`slower by ${slowByMs} ms`, isShort ? 0 : 5, (way) => way.slow(slowByMs), null],
  ["half-open", isShort ? 0 : 3, (way) => way.halfOpen(), halfOpenBackWithinMs],
];

test.each(disturbances.filter(([, times]) => times > 0))(
  "a network to PostgreSQL that is %s costs nothing but 503 with Retry-After, and nothing that was acknowledged",
  async (name, times, disturb, backWithin) => {
    const { postgres, network, service, target } = disturbed;
    const load = startLoad(target, 8);
    const backAfterMs: number[] = [];
    for (let round = 0; round < times; round += 1) {
      await Bun.sleep(disturbedChance.between(200, 700));
      disturb(network);
      await Bun.sleep(disturbedChance.between(...disturbedMs));
      network.mend();
      backAfterMs.push(await untilServed(load, performance.now(), backWithin ?? backWithinMs));
    }
    await load.stop();
    const lost = await findLostEvents({ databaseUrl: postgres.url, dataDirectory: "" }, load.acknowledged);
    const statuses = countStatuses(load.answers);
    reportFault(`network to PostgreSQL ${name}`, {
      rounds: times,
      backAfterMs,
      longestMs: longestByKind(load.answers),
      statuses,
      lost,
    });
    const refused = load.answers.filter((answer) => !isGoodOrAway(answer));
    const why = refused.length > 0 ? complaintsOf(service, ["request_failed"]).slice(-20) : [];
    expect({ refused, why }).toEqual({ refused: [], why: [] });
    expect(Math.max(...Object.values(longestByKind(load.answers)))).toBeLessThan(answeredWithinMs);
    if (backWithin === null) expect(statuses["503"]).toBeUndefined();
    else expect(statuses["503"]).toBeGreaterThan(0);
    expect(lost).toEqual([]);
  },
  timeoutMs,
);

/** Several times the pool's connections, and no more than may wait of one agency. */
const callsAtOnce = 60;

test(
  "every connection of the pool serves again afterwards",
  async () => {
    const answers = await Promise.all(
      [stopped, disturbed].flatMap(({ target }) =>
        Array.from({ length: callsAtOnce }, (_, call) =>
          fetch(`${target.url}/api/reporting/v1/articles/${target.pressReleaseId}?days=${call + 1}`, {
            headers: { "x-api-key": target.key },
          }),
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  },
  timeoutMs,
);

function longestByKind(answers: readonly Answer[]): Record<string, number> {
  const longest: Record<string, number> = {};
  for (const { kind, durationMs } of answers)
    longest[kind] = Math.max(longest[kind] ?? 0, Math.round(durationMs));
  return longest;
}

type Scene = {
  postgres: PostgresServer;
  network: TcpProxy;
  service: LoggingServiceProcess;
  target: LoadTarget;
};

async function openScene(): Promise<Scene> {
  const postgres = await startPostgres({ durable: true });
  const scene = await prepareDatabase({ databaseUrl: postgres.url, dataDirectory: "" });
  const redis = await sharedRedis();
  const network = await startTcpProxy(postgres);
  const service = await startServiceProcess({
    DATABASE_URL: `postgres://postgres@${network.host}:${network.port}/postgres`,
    REDIS_URL: redis.url,
    LOG_LEVEL: "warn",
  });
  return { postgres, network, service, target: { ...scene, url: service.url } };
}
