import { afterAll, beforeAll, expect, test } from "bun:test";
import postgres from "postgres";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { type PostgresReplica, startPostgresReplica } from "../support/postgres-replica.ts";
import { sharedRedis } from "../support/redis.ts";
import { type LoggingServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { until } from "../support/until.ts";
import { type FailoverFault, failOverAgainAndAgain } from "./support/failover-rounds.ts";
import { faultRounds, patience, reportFault } from "./support/fault-rounds.ts";
import { findLostEvents, prepareDatabase } from "./support/open-scene.ts";
import {
  countStatuses,
  isGoodOrAway,
  type LoadTarget,
  startLoad,
  untilServed,
} from "./support/start-load.ts";

/** The suite promotes by hand, which takes seconds. */
const { rounds, isShort, timeoutMs } = faultRounds(1, 3);
/** In the long form pg_auto_failover promotes: that takes 15 s, and another 20 until the old primary is a standby. */
const { rounds: longRounds, chance } = faultRounds(0);
const longTimeoutMs = 180_000 + longRounds * 180_000;
const longFaults: FailoverFault[] = isShort ? [] : ["killed", "frozen", "cut off"];
/** Counted from the promotion. */
const backWithinMs = 3_000 * patience;

let primary: PostgresServer;
let standby: PostgresReplica;
let service: LoggingServiceProcess;
let target: LoadTarget;

beforeAll(openScene, timeoutMs);
afterAll(closeScene, timeoutMs);

test(
  "after a primary hangs and its standby is promoted, writes go on there, nothing acknowledged is lost, and the old one gets none when it is back",
  async () => {
    const backAfterMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0) {
        await closeScene();
        await openScene();
      }
      const load = startLoad(target, 4);
      await Bun.sleep(500);
      primary.pause();
      await Bun.sleep(200);
      await standby.promote();
      backAfterMs.push(await untilServed(load, performance.now(), backWithinMs));
      primary.resume();
      const before = new Set(load.acknowledged);
      await Bun.sleep(1_000);
      await load.stop();
      const later = new Set([...load.acknowledged].filter((eventId) => !before.has(eventId)));
      expect(later.size).toBeGreaterThan(0);
      // What was under way when it hung may be written there yet. Nobody was told that it is.
      const absent = await findLostEvents({ databaseUrl: primary.url, dataDirectory: "" }, later);
      expect(absent).toEqual([...later]);
      const lost = await findLostEvents({ databaseUrl: standby.url, dataDirectory: "" }, load.acknowledged);
      const statuses = countStatuses(load.answers);
      reportFault("standby promoted", { backAfterMs, statuses, acknowledged: load.acknowledged.size, lost });
      expect(lost).toEqual([]);
      expect(load.answers.filter((answer) => !isGoodOrAway(answer))).toEqual([]);
    }
  },
  timeoutMs,
);

test(
  "the service is not ready while no server takes writes, and ready again by itself",
  async () => {
    const sql = postgres(standby.url, { max: 1, onnotice: () => {} });
    await sql`alter system set default_transaction_read_only = on`;
    await sql`select pg_reload_conf()`;
    await untilReadyIs(503);
    await sql`set default_transaction_read_only = off`;
    await sql`alter system reset default_transaction_read_only`;
    await sql`select pg_reload_conf()`;
    await untilReadyIs(200);
    await sql.end();
  },
  timeoutMs,
);

for (const fault of longFaults)
  test(
    `a primary under pg_auto_failover that is ${fault} costs nothing that was acknowledged, and writes go on within 3 s of the promotion`,
    async () => {
      const found = await failOverAgainAndAgain(fault, { rounds: longRounds, chance, start: startOn });
      reportFault(`primary ${fault}`, found);
    },
    longTimeoutMs,
  );

/** What waits for the standby that has gone is not committed, and so is not counted. */
async function untilReadyIs(status: number): Promise<void> {
  const look = async () => (await fetch(`${service.url}/ready`)).status === status;
  await until(`/ready becomes ${status}`, look, 2 * backWithinMs);
}

async function openScene(): Promise<void> {
  primary = await startPostgres({ durable: true });
  standby = await startPostgresReplica(primary);
  const sql = postgres(primary.url, { max: 1, onnotice: () => {} });
  await sql`alter system set synchronous_standby_names = '*'`;
  await sql`select pg_reload_conf()`;
  await sql.end();
  const scene = await prepareDatabase({ databaseUrl: primary.url, dataDirectory: "" });
  const servers = [standby, primary].map(({ host, port }) => `${host}:${port}`).join(",");
  service = await startOn(`postgres://postgres@${servers}/postgres?target_session_attrs=read-write`);
  target = { ...scene, url: service.url };
}

async function startOn(databaseUrl: string): Promise<LoggingServiceProcess> {
  const { url } = await sharedRedis();
  return await startServiceProcess({ DATABASE_URL: databaseUrl, REDIS_URL: url, LOG_LEVEL: "warn" });
}

async function closeScene(): Promise<void> {
  primary.resume();
  await service.process.end("SIGKILL");
  await standby.stop();
  await primary.stop();
}
