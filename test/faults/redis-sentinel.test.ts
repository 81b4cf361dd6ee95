import { afterAll, beforeAll, expect, test } from "bun:test";
import { openDatabase } from "../../service/floor/db/open.ts";
import { createMigratedDatabase, createTestAgency, type TestAgency } from "../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { until } from "../support/until.ts";
import { faultRounds, patience, reportFault } from "./support/fault-rounds.ts";
import { prepareDatabase } from "./support/open-scene.ts";
import { type RedisSentinel, type SentinelNode, startRedisSentinel } from "./support/redis-sentinel.ts";
import { countStatuses, type LoadTarget, startLoad } from "./support/start-load.ts";

const backWithinMs = 5_000 * patience;
const electedWithinMs = 30_000;
const hourlyLimit = 40;
const watchedAgencies = 3;
/** Asked again and again until the new master counts it. */
const probeLimit = 1_000_000;
const { rounds, isShort, chance, timeoutMs } = faultRounds(1);
/** Beside the bursts of the agencies that are watched. */
const loadWorkers = isShort ? 2 : 4;

let redis: RedisSentinel;
let service: ServiceProcess;
let target: LoadTarget;
let databaseUrl: string;

beforeAll(async () => {
  [redis, databaseUrl] = await Promise.all([startRedisSentinel(), createMigratedDatabase()]);
  const scene = await prepareDatabase({ databaseUrl, dataDirectory: "" });
  service = await startServiceProcess({
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    LOG_LEVEL: "warn",
  });
  target = { ...scene, url: service.url };
}, timeoutMs);
afterAll(async () => {
  await service.process.end("SIGKILL");
  await redis.stop();
}, timeoutMs);

test(
  "a master under Sentinel that is killed costs no request an error, limits are held, and its replica counts within 5 s of its election",
  async () => {
    const load = startLoad(target, loadWorkers);
    const electedAfterMs: number[] = [];
    const backAfterMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const watched = await createAgencies(watchedAgencies, hourlyLimit);
      const [probe] = await createAgencies(1, probeLimit);
      const killed = await redis.master();
      const before = await askAll(watched, chance.whole(5, hourlyLimit - 5));
      await killed.process.end("SIGKILL");
      const killedAtMs = performance.now();
      const during = await askAll(watched, hourlyLimit);
      const elected = await untilElected(killed);
      electedAfterMs.push(Math.round(performance.now() - killedAtMs));
      backAfterMs.push(await untilCounts(elected, probe));
      const after = await askAll(watched, hourlyLimit);
      for (const index of watched.keys()) {
        const statuses = [before, during, after].flatMap((answers) => answers[index] ?? []);
        expect(statuses.filter((status) => status === 404)).toHaveLength(hourlyLimit);
        expect(new Set(statuses)).toEqual(new Set([404, 429]));
      }
      if (round === rounds - 1) break;
      await redis.startReplica(killed);
      await redis.untilWhole();
    }
    await load.stop();
    const statuses = countStatuses(load.answers);
    reportFault("master under Sentinel killed", { rounds, electedAfterMs, backAfterMs, statuses });
    expect(new Set(Object.keys(statuses))).toEqual(new Set(["200", "201"]));
  },
  timeoutMs,
);

async function createAgencies(count: number, limit: number): Promise<TestAgency[]> {
  const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 1 });
  const agencies: TestAgency[] = [];
  while (agencies.length < count) agencies.push(await createTestAgency(database.sql, { hourlyLimit: limit }));
  await database.close();
  return agencies;
}

async function askAll(agencies: readonly TestAgency[], times: number): Promise<number[][]> {
  return await Promise.all(agencies.map((agency) => ask(agency, times)));
}

/** Asks for a release that is not there: 404 when admitted, 429 when refused. */
async function ask(agency: TestAgency | undefined, times: number): Promise<number[]> {
  const answers = Array.from({ length: times }, async () => {
    const response = await fetch(`${service.url}/api/reporting/v1/articles/2147483647`, {
      headers: { "x-api-key": agency?.key ?? "" },
    });
    return response.status;
  });
  return await Promise.all(answers);
}

async function untilElected(killed: SentinelNode): Promise<SentinelNode> {
  const look = async () => {
    const master = await redis.master();
    const isElected =
      master !== killed && String(await master.client.info("replication")).includes("role:master");
    return isElected && master;
  };
  return await until("another master is elected", look, electedWithinMs);
}

/** An agency's request leaves a key on the new master as soon as the service asks there; says after what time. */
async function untilCounts(master: SentinelNode, probe: TestAgency | undefined): Promise<number> {
  const sinceMs = performance.now();
  const look = async () => {
    await ask(probe, 1);
    const afterMs = Math.round(performance.now() - sinceMs);
    return (await master.client.exists(`limit:{agency:${probe?.agencyId}}`)) === 1 && { afterMs };
  };
  return (await until("the new master is asked", look, backWithinMs)).afterMs;
}
