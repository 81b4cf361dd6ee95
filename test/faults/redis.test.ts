import { afterAll, beforeAll, expect, test } from "bun:test";
import { Redis } from "ioredis";
import { type RedisServer, startRedis } from "../support/redis.ts";
import { createMigratedDatabase } from "../support/service.ts";
import { complaintsOf, type LoggingServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { until } from "../support/until.ts";
import { faultRounds, patience, reportFault } from "./support/fault-rounds.ts";
import { addAgency, prepareDatabase } from "./support/open-scene.ts";
import { countStatuses, type LoadTarget, startLoad } from "./support/start-load.ts";
import { startTcpProxy, type TcpProxy } from "./support/tcp-proxy.ts";

const backWithinMs = 5_000 * patience;
/** Small enough to be used up within a round, by callers that never pause. */
const hourlyLimit = 40;
const limitWhileLooking = 10_000;
/** `CLIENT PAUSE` holds back everything, `CLIENT UNPAUSE` too: it ends by itself. */
const { rounds, isShort, chance, timeoutMs } = faultRounds(1);
/** Beside the bursts of the agencies that are watched. */
const loadWorkers = isShort ? 2 : 4;
const pausedMs = isShort ? 1_200 : 2_000;
/** A check waits for 100 ms. */
const awayMs: [number, number] = isShort ? [100, 300] : [100, 800];

let redis: RedisServer;
let network: TcpProxy;
let service: LoggingServiceProcess;
let target: LoadTarget;
let databaseUrl: string;

beforeAll(async () => {
  [redis, databaseUrl] = await Promise.all([startRedis(), createMigratedDatabase()]);
  const scene = await prepareDatabase({ databaseUrl, dataDirectory: "" });
  network = await startTcpProxy(redis);
  service = await startServiceProcess({
    DATABASE_URL: databaseUrl,
    REDIS_URL: `redis://${network.host}:${network.port}`,
    LOG_LEVEL: "warn",
  });
  target = { ...scene, url: service.url };
}, timeoutMs);
afterAll(async () => {
  redis.resume();
  await service.process.end("SIGKILL");
  await network.stop();
  await redis.stop();
}, timeoutMs);

const mendNetwork = async () => network.mend();

/** How Redis goes, and how it comes back. */
const faults: [string, () => Promise<void>, () => Promise<void>][] = [
  ["killed", () => redis.stopServer(), () => redis.startServer()],
  ["flushed", () => tell((client) => client.flushall().then(() => client.script("FLUSH"))), async () => {}],
  [
    "paused (CLIENT PAUSE)",
    () => tell((client) => client.call("CLIENT", "PAUSE", pausedMs, "ALL")),
    () => tell((client) => client.ping()),
  ],
  ["hung", async () => redis.pause(), async () => redis.resume()],
  ["cut off", async () => network.cut(), mendNetwork],
  ["behind a network that hangs", async () => network.hang(), mendNetwork],
  ["behind connections that are half open", async () => network.halfOpen(), mendNetwork],
];

test.each(faults)(
  "Redis %s costs no request an error, each agency is held to its limit by the process, and Redis counts again within 5 s",
  async (name, breakRedis, mendRedis) => {
    const backAfterMs: number[] = [];
    const load = startLoad(target, loadWorkers);
    for (let round = 0; round < rounds; round += 1) {
      const key = await addAgency({ databaseUrl, dataDirectory: "" }, hourlyLimit);
      const before = await ask(key, chance.whole(5, hourlyLimit - 5));
      await breakRedis();
      const during = await ask(key, hourlyLimit);
      await Bun.sleep(chance.between(...awayMs));
      await mendRedis();
      backAfterMs.push(await untilRedisCounts());
      const after = await ask(key, hourlyLimit);
      const admitted = [...before, ...during, ...after].filter((status) => status === 404);
      expect(admitted).toHaveLength(hourlyLimit);
      expect(new Set([...before, ...during, ...after])).toEqual(new Set([404, 429]));
    }
    await load.stop();
    const statuses = countStatuses(load.answers);
    reportFault(`Redis ${name}`, { rounds, backAfterMs, statuses });
    const refused = load.answers.filter(({ status }) => status !== 200 && status !== 201);
    const why =
      refused.length > 0 ? complaintsOf(service, ["request_failed", "database_unavailable"]).slice(-20) : [];
    expect({ refused, why }).toEqual({ refused: [], why: [] });
  },
  timeoutMs,
);

/** Asks for a release that is not there: 404 when admitted, 429 when refused. */
async function ask(key: string, times: number): Promise<number[]> {
  const answers = Array.from({ length: times }, async () => {
    const response = await fetch(`${service.url}/api/reporting/v1/articles/2147483647`, {
      headers: { "x-api-key": key },
    });
    return response.status;
  });
  return await Promise.all(answers);
}

/** A fresh agency's request leaves a key in Redis as soon as Redis counts, and says after what time. */
async function untilRedisCounts(): Promise<number> {
  const sinceMs = performance.now();
  const client = new Redis(redis.url);
  client.on("error", () => {});
  const before = await client.dbsize();
  // It looks fifty times a second. Who is at its limit leaves no key.
  const key = await addAgency({ databaseUrl, dataDirectory: "" }, limitWhileLooking);
  const look = async () => {
    await ask(key, 1);
    return (await client.dbsize()) > before;
  };
  await until("Redis counts again", look, backWithinMs);
  client.disconnect();
  return Math.round(performance.now() - sinceMs);
}

async function tell(work: (client: Redis) => Promise<unknown>): Promise<void> {
  const client = new Redis(redis.url);
  await work(client);
  client.disconnect();
}
