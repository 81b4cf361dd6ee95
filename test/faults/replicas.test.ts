import { beforeAll, describe, expect, test } from "bun:test";
import { webhookCalls } from "../features/reporting/webhooks/webhook-calls.ts";
import { type Sink, startSink } from "../features/reporting/webhooks/webhook-sink.ts";
import { databaseScene, given } from "../support/cast.ts";
import { sharedRedis } from "../support/redis.ts";
import { createTestAgency, type TestAgency } from "../support/service.ts";
import {
  complaintsOf,
  type LoggingServiceProcess,
  type ServiceProcess,
  startServiceProcess,
} from "../support/service-process.ts";
import { until } from "../support/until.ts";
import { faultRounds, reportFault } from "./support/fault-rounds.ts";
import { endLeases, findFaults, leaseLimitsMs, readBacklog } from "./support/look-at-work.ts";
import { prepareDatabase, withDatabase } from "./support/open-scene.ts";
import { orderExports } from "./support/order-exports.ts";
import { startLoad } from "./support/start-load.ts";

const environment = {
  SECRET_KEY: "07".repeat(32),
  WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
  LOG_LEVEL: "warn",
};
const hourlyLimit = 60;
/** Half as many again as are admitted, to each of the replicas. */
const askedOfEach = 90;
const warmingUp = 30;
/** How long a receiver keeps a delivery: long enough for a second one of the same message to meet it. */
const receivingMs = 20;
/** Two replicas that are after the same work meet the more often the more there is. */
const loadPauseMs = 5;
const underWayMs = 1_500;
/** A delivery takes 20 ms and an export 50 ms, a second on a busy machine. */
const settledMs = 2_000;
/** Rounds that a busy machine may spoil, for each that counts. */
const triesMax = 10;
const { rounds, chance, timeoutMs } = faultRounds(1);
const isFull = rounds > 1;
/** A lease of the dead ends by itself, and then its work has to be done: exports have the longer one. */
const doneWithinMs = leaseLimitsMs.exports + 60_000;

describe.each(isFull ? [2, 4] : [2])("%i replicas on one PostgreSQL and Redis", (replicasTotal) => {
  const { database, address, atEnd } = databaseScene({ connectionsMax: 2 });
  const scene = given(() => prepareDatabase(databaseAddress()));
  let sink: Sink;
  let replicas: LoggingServiceProcess[];
  const atOnce = new Map<string, number>();
  let mostAtOnce = 0;

  beforeAll(async () => {
    sink = startSink(async ({ headers }) => {
      const id = headers.get("webhook-id") ?? "";
      const now = (atOnce.get(id) ?? 0) + 1;
      mostAtOnce = Math.max(mostAtOnce, now);
      atOnce.set(id, now);
      await Bun.sleep(receivingMs);
      atOnce.set(id, (atOnce.get(id) ?? 0) - 1);
      return new Response(null, { status: 204 });
    });
    replicas = await Promise.all(Array.from({ length: replicasTotal }, start));
    await webhookCalls(replicas[0]?.url ?? "", scene.key).register(sink.url, [
      "conversion.recorded",
      "export.completed",
    ]);
  }, timeoutMs);
  atEnd(async () => {
    await Promise.all(replicas.map((replica) => replica.process.end("SIGKILL")));
    await sink.stop();
  });

  test(
    "admit together exactly the limit of a window, also while one of them dies",
    async () => {
      const admitted: number[] = [];
      for (let tried = 0; admitted.length < rounds; tried += 1) {
        expect(tried).toBeLessThan(rounds * triesMax);
        // A process that compiles its first answers can miss the 100 ms of a check.
        const first = await createTestAgency(database.sql);
        for (const replica of replicas) await ask(replica, first, warmingUp);
        const agency = await createTestAgency(database.sql, { hourlyLimit });
        const calm = (await Promise.all(replicas.map((replica) => ask(replica, agency, askedOfEach)))).flat();

        const other = await createTestAgency(database.sql, { hourlyLimit });
        const victim = chance.whole(0, replicasTotal - 1);
        const answers = replicas.map((replica) => ask(replica, other, askedOfEach));
        await Bun.sleep(chance.between(0, 150));
        await replicas[victim]?.process.end("SIGKILL");
        const seen = (await Promise.all(answers)).flat();
        // What the dead one had admitted may not have been answered any more: never more, and soon exactly as many.
        const survivor = replicas[(victim + 1) % replicasTotal];
        if (survivor === undefined) throw new Error("There is no survivor.");
        const rest = await ask(survivor, other, hourlyLimit);
        const last = await ask(survivor, other, 5);
        const late = replicas.map(countedForItself);
        replicas = await Promise.all(
          replicas.map(async (replica, index) => {
            if (index !== victim && late[index] !== true) return replica;
            await replica.process.end("SIGKILL");
            return await start();
          }),
        );
        if (late.includes(true)) continue;

        expect(count(calm, 404)).toBe(hourlyLimit);
        expect(count(calm, 429)).toBe(replicasTotal * askedOfEach - hourlyLimit);
        admitted.push(count([...seen, ...rest], 404));
        expect(admitted.at(-1)).toBeLessThanOrEqual(hourlyLimit);
        // Where it took all of its answers along, the survivor may have refused every call.
        expect(new Set([...seen, ...rest, 404, 0])).toEqual(new Set([404, 429, 0]));
        expect(count(last, 429)).toBe(5);
      }
      reportFault(`limit over ${replicasTotal} replicas, one of them killed`, {
        rounds,
        hourlyLimit,
        admitted,
      });
    },
    timeoutMs,
  );

  test(
    "do no job or delivery twice at once, and the death of one costs at most its leases",
    async () => {
      const acknowledged = { events: new Set<string>(), jobs: new Set<string>() };
      let deaths = 0;
      for (let round = 0; round < rounds; round += 1) {
        const loads = replicas.map(({ url }) => startLoad({ ...scene, url }, 2, loadPauseMs));
        const orders = replicas.map(({ url }) => orderExports({ ...scene, url }));
        await Bun.sleep(chance.between(underWayMs / 3, underWayMs));
        const victim = chance.whole(0, replicasTotal - 1);
        await replicas[victim]?.process.end("SIGKILL");
        deaths += 1;
        await Promise.all([...loads, ...orders].map((each) => each.stop()));
        for (const load of loads) for (const event of load.acknowledged) acknowledged.events.add(event);
        for (const order of orders) for (const job of order.acknowledged) acknowledged.jobs.add(job);
        const { longestLeaseMs } = await withDatabase(databaseAddress(), readBacklog);
        expect(longestLeaseMs.exports).toBeLessThanOrEqual(leaseLimitsMs.exports);
        expect(longestLeaseMs.deliveries).toBeLessThanOrEqual(leaseLimitsMs.deliveries);
        // The survivors alone do what is left, without a restart: in the long form the last time with real leases.
        if (!isFull || round < rounds - 1) await endLeasesOfTheDead(databaseAddress);
        const doneAfterMs = await untilDone();
        expect(doneAfterMs).toBeLessThan(doneWithinMs);
        if (round < rounds - 1) replicas[victim] = await start();
      }
      const { faults, totals } = await findFaults(databaseAddress(), acknowledged);
      reportFault(`work of ${replicasTotal} replicas, one of them killed each round`, {
        rounds,
        deaths,
        totals,
        received: sink.received.length,
        mostAtOnce,
        faults,
      });
      expect(acknowledged.jobs.size).toBeGreaterThan(0);
      expect(Object.entries(faults).filter(([, found]) => found !== 0)).toEqual([]);
      expect(mostAtOnce).toBe(1);
      // Sent again was only what the dead had under way.
      expect(sink.received.length).toBeLessThanOrEqual((totals.delivered ?? 0) + (totals.interrupted ?? 0));
    },
    timeoutMs + (isFull ? doneWithinMs : 0),
  );

  async function untilDone(): Promise<number> {
    const sinceMs = performance.now();
    await until(
      "jobs and deliveries are done",
      async () => {
        const { jobs, deliveries } = await withDatabase(databaseAddress(), readBacklog);
        return jobs + deliveries === 0;
      },
      doneWithinMs,
    );
    return Math.round(performance.now() - sinceMs);
  }

  const databaseAddress = () => ({ databaseUrl: address.databaseUrl, dataDirectory: "" });
  const start = async () =>
    await startServiceProcess({
      ...environment,
      DATABASE_URL: address.databaseUrl,
      REDIS_URL: (await sharedRedis()).url,
    });
});

/** As if the time of the leases of the dead had passed; what the living had under way is done by then. */
async function endLeasesOfTheDead(
  databaseAddress: () => { databaseUrl: string; dataDirectory: string },
): Promise<void> {
  await Bun.sleep(settledMs);
  await withDatabase(databaseAddress(), endLeases);
}

/** On a busy machine a check misses its 100 ms, and the replica counts for itself for a while: that is not what is asked here. */
function countedForItself(replica: LoggingServiceProcess): boolean {
  return complaintsOf(replica, ["limits_held_in_memory"]).length > 0;
}

/** All at once, to each replica: the burst that an hourly limit is there for. */
async function ask({ url }: ServiceProcess, { key }: TestAgency, times: number): Promise<number[]> {
  return await Promise.all(
    Array.from({ length: times }, async () => {
      const response = await fetch(`${url}/api/reporting/v1/articles/2147483647`, {
        headers: { "x-api-key": key },
      }).catch(() => null);
      return response?.status ?? 0;
    }),
  );
}

function count(statuses: readonly number[], wanted: number): number {
  return statuses.filter((status) => status === wanted).length;
}
