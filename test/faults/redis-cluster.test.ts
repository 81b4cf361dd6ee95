import { afterAll, beforeAll, expect, test } from "bun:test";
import { openDatabase } from "../../service/floor/db/open.ts";
import { createMigratedDatabase, createTestAgency, type TestAgency } from "../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { until } from "../support/until.ts";
import { faultRounds, patience, reportFault } from "./support/fault-rounds.ts";
import { prepareDatabase } from "./support/open-scene.ts";
import { type ClusterNode, type RedisCluster, startRedisCluster } from "./support/redis-cluster.ts";
import { countStatuses, type LoadTarget, startLoad, untilServed } from "./support/start-load.ts";

const backWithinMs = 5_000 * patience;
const hourlyLimit = 40;
/** On three masters: that none of them lies on the one that is killed happens once in 10,000 rounds. */
const agenciesPerRound = 24;
/** Asked again and again until Redis counts them. */
const probeLimit = 1_000_000;
/** Of these the limit is used up, before, during and after. */
const watchedAgencies = 3;
const { rounds, isShort, chance, timeoutMs } = faultRounds(1);
/** Beside the bursts of the agencies that are watched. */
const loadWorkers = isShort ? 2 : 4;

let cluster: RedisCluster;
let service: ServiceProcess;
let target: LoadTarget;
let databaseUrl: string;

beforeAll(async () => {
  [cluster, databaseUrl] = await Promise.all([startRedisCluster(), createMigratedDatabase()]);
  const scene = await prepareDatabase({ databaseUrl, dataDirectory: "" });
  service = await startServiceProcess({
    DATABASE_URL: databaseUrl,
    REDIS_URL: cluster.url,
    LOG_LEVEL: "warn",
  });
  target = { ...scene, url: service.url };
  // What a cold process answers at first is no matter of Redis.
  const first = startLoad(target, loadWorkers);
  await untilServed(first, 0, timeoutMs);
  await first.stop();
}, timeoutMs);
afterAll(async () => {
  await service.process.end("SIGKILL");
  await cluster.stop();
}, timeoutMs);

test(
  "a master of a Redis Cluster that is killed costs no request an error, limits are held, and its replica counts within 5 s of its election",
  async () => {
    const load = startLoad(target, loadWorkers);
    const electedAfterMs: number[] = [];
    const backAfterMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const agencies = await createAgencies(hourlyLimit);
      const probes = await createAgencies(probeLimit);
      // All of them are asked once, so that the service knows their keys and the whole cluster.
      await Promise.all(agencies.map((agency) => ask(agency, 1)));
      const slot = await slotOf(agencies[chance.whole(0, agencies.length - 1)]);
      const watched = [];
      for (const agency of agencies)
        if (watched.length < watchedAgencies || (await slotOf(agency)) === slot) watched.push(agency);
      const before = await askAll(watched, chance.whole(5, hourlyLimit - 5));
      const { killed, probe } = await until(() => masterWithProbe(slot, probes));
      await killed.kill();
      const killedAtMs = performance.now();
      const during = await askAll(watched, hourlyLimit);
      const elected = await untilElected(slot, killed);
      electedAfterMs.push(Math.round(performance.now() - killedAtMs));
      backAfterMs.push(await untilCounts(elected, probe));
      const after = await askAll(watched, hourlyLimit);
      for (const [index] of watched.entries()) {
        const statuses = [before, during, after].flatMap((answers) => answers[index] ?? []);
        // One was admitted by the first question of the round.
        expect(statuses.filter((status) => status === 404)).toHaveLength(hourlyLimit - 1);
        expect(new Set(statuses)).toEqual(new Set([404, 429]));
      }
      if (round === rounds - 1) break;
      await killed.start();
      await cluster.untilWhole();
    }
    await load.stop();
    const statuses = countStatuses(load.answers);
    reportFault("master of a Redis Cluster killed", { rounds, electedAfterMs, backAfterMs, statuses });
    expect(new Set(Object.keys(statuses))).toEqual(new Set(["200", "201"]));
  },
  timeoutMs,
);

/** The master of a slot and an agency that is counted there; null where a busy machine has just made its replica the master. */
async function masterWithProbe(slot: number, probes: readonly TestAgency[]) {
  const killed = await cluster.masterOf(slot);
  for (const probe of probes)
    if ((await cluster.masterOf(await slotOf(probe))) === killed) return { killed, probe };
  return null;
}

async function createAgencies(limit: number): Promise<TestAgency[]> {
  const database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 1 });
  const agencies: TestAgency[] = [];
  while (agencies.length < agenciesPerRound)
    agencies.push(await createTestAgency(database.sql, { hourlyLimit: limit }));
  await database.close();
  return agencies;
}

async function slotOf(agency: TestAgency | undefined): Promise<number> {
  return await cluster.slotOf(keyOf(agency));
}

function keyOf(agency: TestAgency | undefined): string {
  return `limit:{agency:${agency?.agencyId}}`;
}

async function askAll(agencies: readonly TestAgency[], times: number): Promise<number[][]> {
  return await Promise.all(agencies.map((agency) => ask(agency, times)));
}

/** Asks for a release that is not there: 404 when admitted, 429 when refused. */
async function ask({ key }: TestAgency, times: number): Promise<number[]> {
  const answers = Array.from({ length: times }, async () => {
    const response = await fetch(`${service.url}/api/reporting/v1/articles/2147483647`, {
      headers: { "x-api-key": key },
    });
    return response.status;
  });
  return await Promise.all(answers);
}

/** Resolves with the replica that the others have made the master of `slot`. */
async function untilElected(slot: number, killed: ClusterNode): Promise<ClusterNode> {
  const look = async () => {
    const master = await cluster.masterOf(slot).catch(() => null);
    return master !== killed && master;
  };
  return await until("another master is elected", look, 4 * backWithinMs);
}

/** An agency's request leaves a key on the new master as soon as the service asks there; says after what time. */
async function untilCounts(master: ClusterNode, probe: TestAgency): Promise<number> {
  const sinceMs = performance.now();
  const look = async () => {
    await ask(probe, 1);
    const afterMs = Math.round(performance.now() - sinceMs);
    return (await master.client.exists(keyOf(probe))) === 1 && { afterMs };
  };
  return (await until("the new master is asked", look, backWithinMs)).afterMs;
}
