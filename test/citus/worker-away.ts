import { expect, test } from "bun:test";
import { openDatabase, type Sql } from "../../service/floor/db/open.ts";
import { findLostEvents } from "../faults/support/open-scene.ts";
import { countStatuses, isGoodOrAway, startLoad, untilServed } from "../faults/support/start-load.ts";
import { distributeOver, startCitus } from "../support/citus.ts";
import { createTestAgency, createTestRelease } from "../support/service.ts";
import { startServiceProcess } from "../support/service-process.ts";

/** Their numbers are drawn: that all lie on one worker happens once in 2^31 runs. */
const agenciesMax = 32;
const awayMs = 3_000;
const backWithinMs = 20_000;
const timeoutMs = 180_000;

/** A cluster of its own, because others use that of the run. */
export function testWorkerAway(): void {
  test(
    "while a worker is away 503 is the worst answer, other agencies notice nothing, and all are served again when it is back",
    async () => {
      const { coordinator, workers } = await startCitus();
      const url = await createEmpty(coordinator.url);
      await distributeOver(
        url,
        workers.map((worker) => worker.url),
      );
      const databaseAddress = { databaseUrl: url, dataDirectory: "" };
      const { sql, close } = await openDatabase(databaseAddress);
      const [away, steady] = await agenciesOnEach(
        sql,
        workers.map(({ port }) => port),
      );
      const worker = workers[0];
      if (away === undefined || steady === undefined || worker === undefined)
        throw new Error("A worker has no agency.");
      const service = await startServiceProcess({ DATABASE_URL: url, LOG_LEVEL: "warn" });
      const startedMs = performance.now();
      const loads = [away, steady].map((target) => startLoad({ ...target, url: service.url }, 2));
      const [ofAway, ofSteady] = loads;
      if (ofAway === undefined || ofSteady === undefined) throw new Error("There are two loads.");
      await Promise.all(loads.map((load) => untilServed(load, startedMs, backWithinMs)));

      const diedMs = performance.now();
      await worker.stopServer("immediate");
      await Bun.sleep(awayMs);
      const backMs = performance.now();
      await worker.startServer();
      const servedAfterMs = await untilServed(ofAway, backMs, backWithinMs);
      await Promise.all(loads.map((load) => load.stop()));

      const meanwhile = (load: typeof ofAway) =>
        load.answers.filter(({ startedAtMs }) => startedAtMs > diedMs && startedAtMs < backMs);
      console.log(
        `fault: worker away: ${JSON.stringify({ away: countStatuses(meanwhile(ofAway)), steady: countStatuses(meanwhile(ofSteady)), servedAfterMs })}`,
      );
      for (const load of loads) expect(load.answers.filter((answer) => !isGoodOrAway(answer))).toEqual([]);
      expect(meanwhile(ofAway).some(({ status }) => status === 503)).toBe(true);
      for (const [kind, status] of Object.entries({ report: 200, conversion: 201, page: 200 })) {
        const answers = meanwhile(ofSteady).filter((answer) => answer.kind === kind);
        expect(answers.length).toBeGreaterThan(0);
        expect({ kind, ...countStatuses(answers) }).toEqual({ kind, [status]: answers.length });
      }
      for (const load of loads) expect(await findLostEvents(databaseAddress, load.acknowledged)).toEqual([]);
      expect(ofSteady.acknowledged.size).toBeGreaterThan(0);
      await service.stop();
      await close();
      await Promise.all([coordinator, ...workers].map((server) => server.stop()));
    },
    timeoutMs,
  );
}

async function createEmpty(coordinatorUrl: string): Promise<string> {
  const { sql, close } = await openDatabase({ databaseUrl: coordinatorUrl, dataDirectory: "" });
  await sql`create database away template template0`;
  await close();
  return coordinatorUrl.replace(/\/postgres$/, "/away");
}

type Target = { key: string; pressReleaseId: number; path: string };

/** One agency with a release for each of the workers, in their order. */
async function agenciesOnEach(sql: Sql, ports: readonly number[]): Promise<(Target | undefined)[]> {
  const found = new Map<number, Target>();
  for (let count = 0; count < agenciesMax && found.size < ports.length; count += 1) {
    const { agencyId, key } = await createTestAgency(sql, { hourlyLimit: 1_000_000 });
    const { pressReleaseId, path } = await createTestRelease(sql, agencyId);
    const [row] = await sql<{ port: number }[]>`
      select nodeport as port
      from citus_shards
      where shardid = get_shard_id_for_distribution_column('conversion', ${agencyId}::integer)
    `;
    if (row !== undefined) found.set(row.port, { key, pressReleaseId, path });
  }
  return ports.map((port) => found.get(port));
}
