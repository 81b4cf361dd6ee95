import { expect } from "bun:test";
import type { SeededChance } from "../../support/seeded-chance.ts";
import type { LoggingServiceProcess } from "../../support/service-process.ts";
import { until } from "../../support/until.ts";
import { type FailoverCluster, type FailoverNode, startAutoFailover } from "./auto-failover.ts";
import { reportFault } from "./fault-rounds.ts";
import { findLostEvents, prepareDatabase, withDatabase } from "./open-scene.ts";
import { countStatuses, isGoodOrAway, startLoad, untilServed } from "./start-load.ts";

export type FailoverFault = "killed" | "frozen" | "cut off";

/** Counted from the moment at which the standby takes writes. */
const backWithinMs = 3_000;
/** The service looks at each server twice a second; the rest is a busy machine. */
const leftWithinMs = 1_500;
const promotedWithinMs = 90_000;
const lookEveryMs = 50;
/** A round takes half a minute: more load than this would only make the machine's own time scarce. */
const workers = 2;
const pauseMs = 20;

/**
 * Makes the fault to the primary under load, round after round: pg_auto_failover promotes the standby, and the old primary comes
 * back as its standby. Every acknowledged conversion has to be there at the end, and the service must open no session on an
 * old primary that does not know yet that it is one.
 */
export async function failOverAgainAndAgain(
  fault: FailoverFault,
  { rounds, chance, start }: { rounds: number; chance: SeededChance; start: StartService },
): Promise<Record<string, unknown>> {
  const cluster = await startAutoFailover();
  const databaseAddress = { databaseUrl: cluster.url, dataDirectory: "" };
  const scene = await prepareDatabase(databaseAddress);
  const service = await start(cluster.url);
  const promotedAfterMs: number[] = [];
  const backAfterMs: number[] = [];
  const wholeAfterMs: number[] = [];
  let sessionsOnOld = 0;
  try {
    const load = startLoad({ ...scene, url: service.url }, workers, pauseMs);
    for (let round = 0; round < rounds; round += 1) {
      await Bun.sleep(chance.between(500, 1_500));
      const old = await cluster.primaryAmong(cluster.nodes);
      if (old === null) throw new Error("No node takes writes.");
      const atMs = performance.now();
      hurt(old, fault);
      await untilPromoted(cluster, old);
      promotedAfterMs.push(Math.round(performance.now() - atMs));
      const left = watchOld(old);
      backAfterMs.push(await untilServed(load, performance.now(), promotedWithinMs));
      await Bun.sleep(leftWithinMs);
      old.heal();
      const healedMs = performance.now();
      await cluster.untilWhole();
      wholeAfterMs.push(Math.round(performance.now() - healedMs));
      sessionsOnOld += await left.stop();
      const last = [promotedAfterMs, backAfterMs, wholeAfterMs].map((times) => times.at(-1));
      reportFault(`${fault}, round ${round + 1}: promoted, back, whole after ms`, { last });
    }
    await load.stop();
    const lost = await findLostEvents(databaseAddress, load.acknowledged);
    const doubled = await countDoubled(databaseAddress);
    reportFault(`primary ${fault}`, { backAfterMs, lost: lost.length, doubled, sessionsOnOld });
    expect(load.answers.filter((answer) => !isGoodOrAway(answer))).toEqual([]);
    expect(Math.max(...backAfterMs)).toBeLessThan(backWithinMs);
    expect({ lost, doubled, sessionsOnOld }).toEqual({ lost: [], doubled: 0, sessionsOnOld: 0 });
    const statuses = countStatuses(load.answers);
    return {
      rounds,
      promotedAfterMs,
      backAfterMs,
      wholeAfterMs,
      statuses,
      acknowledged: load.acknowledged.size,
      lost,
    };
  } finally {
    await service.process.end("SIGKILL");
    await cluster.stop();
  }
}

export type StartService = (databaseUrl: string) => Promise<LoggingServiceProcess>;

function hurt(node: FailoverNode, fault: FailoverFault): void {
  if (fault === "killed") node.kill();
  else if (fault === "frozen") node.freeze();
  else node.cutOff();
}

async function untilPromoted(cluster: FailoverCluster, old: FailoverNode): Promise<void> {
  const others = cluster.nodes.filter((node) => node !== old);
  await until("another is promoted", async () => await cluster.primaryAmong(others), promotedWithinMs);
}

/** Counts sessions of the service on an old primary that began after it had the time to leave, until that is a standby. */
function watchOld({ local }: FailoverNode): { stop(): Promise<number> } {
  let isStopped = false;
  let most = 0;
  const since = new Date(Date.now() + leftWithinMs);
  async function watch(): Promise<void> {
    for (; !isStopped; await Bun.sleep(lookEveryMs)) {
      const [row] = await local<{ sessions: number }[]>`
        select count(*)::integer as sessions
        from pg_stat_activity
        where application_name = 'pr-service'
          and backend_start > ${since}
      `.catch(() => []);
      most = Math.max(most, row?.sessions ?? 0);
    }
  }
  const watching = watch();
  return {
    async stop() {
      isStopped = true;
      await watching;
      return most;
    },
  };
}

async function countDoubled(databaseAddress: {
  databaseUrl: string;
  dataDirectory: string;
}): Promise<number> {
  return await withDatabase(databaseAddress, async (sql) => {
    const [row] = await sql<{ doubled: number }[]>`
      select (count(*) - count(distinct event_id))::integer as doubled from conversion
    `;
    return row?.doubled ?? -1;
  });
}
