import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Database, openDatabase } from "../../service/floor/db/open.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { sharedRedis } from "../support/redis.ts";
import type { SeededChance } from "../support/seeded-chance.ts";
import { createMigratedDatabase } from "../support/service.ts";
import { startServiceProcess } from "../support/service-process.ts";
import { until } from "../support/until.ts";
import { faultRounds, patience, reportFault } from "./support/fault-rounds.ts";
import { type Seen, startKeepAliveLoad } from "./support/keep-alive-load.ts";
import { prepareDatabase } from "./support/open-scene.ts";
import type { LoadTarget } from "./support/start-load.ts";

const clients = 32;
const stoppedWithinMs = 20_000 * patience;
/** Nobody asks: half a second to notice, a fifth to let late ones in, and what ending a process takes on a busy machine. */
const idleStoppedWithinMs = 4_000 * patience;
const { rounds, isShort, chance, timeoutMs } = faultRounds(1, 50);
const { rounds: awayRounds, chance: awayChance } = faultRounds(1, 20);
/** A stop waits for the most of its time: in the suite one waits beside the others. */
const testBeside = isShort ? test.concurrent : test;

type Scene = { target: Omit<LoadTarget, "url">; environment: Record<string, string> };

/** Only the second one's PostgreSQL is broken. */
let calm: Scene;
let broken: Scene;
let postgres: PostgresServer;
let database: Database;

beforeAll(async () => {
  const [databaseUrl] = await Promise.all([createMigratedDatabase(), startOwnPostgres()]);
  const quiet: Record<string, string> = isShort ? { LOOPS: "off" } : {};
  [calm, broken] = await Promise.all([openScene(databaseUrl), openScene(postgres.url, quiet)]);
  database = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
}, timeoutMs);
afterAll(async () => {
  postgres.resume();
  await database.close();
  await postgres.stop();
}, timeoutMs);

async function startOwnPostgres(): Promise<void> {
  postgres = await startPostgres();
}

async function openScene(databaseUrl: string, settings: Record<string, string> = {}): Promise<Scene> {
  const { url } = await sharedRedis();
  return {
    target: await prepareDatabase({ databaseUrl, dataDirectory: "" }),
    environment: { DATABASE_URL: databaseUrl, REDIS_URL: url, LOG_LEVEL: "warn", ...settings },
  };
}

testBeside(
  "SIGTERM under load leaves no request without its answer: no connection is reset, all that was answered is stored, and the exit is 0",
  async () => {
    const acknowledged = new Set<string>();
    const stopMs: number[] = [];
    let pages = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { seen, exitCode, durationMs } = await stopUnderLoad(calm, { chance, withPages: true });
      stopMs.push(durationMs);
      expect({ round, exitCode, broken: seen.broken }).toEqual({ round, exitCode: 0, broken: [] });
      expect(Object.keys(seen.statuses).sort()).toEqual(["200", "201"]);
      expect(seen.clientsRefused).toBe(clients);
      for (const event of seen.acknowledged) acknowledged.add(event);
      pages += seen.pages;
    }
    const stored = await database.sql<{ eventId: string }[]>`select event_id as "eventId" from conversion`;
    reportFault("SIGTERM under load", {
      rounds,
      clients,
      acknowledged: acknowledged.size,
      pages,
      broken: 0,
      stopMs,
    });
    expect(stored.filter(({ eventId }) => !acknowledged.has(eventId))).toEqual([]);
    expect(stored).toHaveLength(acknowledged.size);
    // Views wait in memory for their batch: the end writes them.
    const [hits] = await database.sql`select count(*)::integer as count from hit`;
    expect(hits?.count).toBe(pages);
    expect(Math.max(...stopMs)).toBeLessThan(stoppedWithinMs);
  },
  timeoutMs,
);

testBeside(
  "without load it is over after a moment",
  async () => {
    const service = await startServiceProcess(calm.environment);
    const begunMs = performance.now();
    expect(await service.stop()).toBe(0);
    const durationMs = Math.round(performance.now() - begunMs);
    reportFault("SIGTERM without load", { stopMs: durationMs });
    expect(durationMs).toBeLessThan(idleStoppedWithinMs);
  },
  timeoutMs,
);

testBeside(
  "SIGTERM under load while PostgreSQL hangs or is away: every request is answered, with 503 at worst, and the exit is 0 within 20 s",
  async () => {
    const stopMs: Record<string, number[]> = { hung: [], away: [] };
    const statuses: Record<string, number> = {};
    for (let round = 0; round < awayRounds; round += 1) {
      const isHung = round % 2 === 0;
      // Not in the suite: page views that wait for the database are tried until the deadline, 15 s later.
      const withPages = awayChance.whole(0, 1) === 1 && awayRounds > 1;
      const breakPostgres = async () => (isHung ? postgres.pause() : await postgres.stopServer("immediate"));
      // Nor are there loops: one that has a statement under way is left behind at its deadline, 12 s later.
      const { seen, exitCode, durationMs } = await stopUnderLoad(broken, {
        chance: awayChance,
        withPages,
        breakPostgres,
      });
      await (isHung ? postgres.resume() : postgres.startServer());
      stopMs[isHung ? "hung" : "away"]?.push(durationMs);
      expect({ round, exitCode, broken: seen.broken }).toEqual({ round, exitCode: 0, broken: [] });
      expect(seen.withoutRetryAfter).toBe(0);
      expect(Object.keys(seen.statuses).filter((status) => !["200", "201", "503"].includes(status))).toEqual(
        [],
      );
      for (const [status, count] of Object.entries(seen.statuses))
        statuses[status] = (statuses[status] ?? 0) + count;
    }
    reportFault("SIGTERM without PostgreSQL", { rounds: awayRounds, statuses, stopMs });
    expect(Math.max(...Object.values(stopMs).flat())).toBeLessThan(stoppedWithinMs);
  },
  timeoutMs,
);

async function stopUnderLoad(
  { target, environment }: Scene,
  {
    chance,
    withPages,
    breakPostgres,
  }: { chance: SeededChance; withPages: boolean; breakPostgres?: () => Promise<void> },
): Promise<{ seen: Seen; exitCode: number | null; durationMs: number }> {
  const service = await startServiceProcess(environment);
  const { seen, ended } = startKeepAliveLoad({ ...target, url: service.url, clients, chance, withPages });
  await until("the load is under way", () => seen.acknowledged.size >= clients);
  await Bun.sleep(chance.between(100, 700));
  await breakPostgres?.();
  const begunMs = performance.now();
  const exitCode = await service.stop();
  const durationMs = Math.round(performance.now() - begunMs);
  await ended;
  return { seen, exitCode, durationMs };
}
