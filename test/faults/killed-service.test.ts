import { afterAll, beforeAll, expect, test } from "bun:test";
import { webhookCalls } from "../features/reporting/webhooks/webhook-calls.ts";
import { type Sink, startSink } from "../features/reporting/webhooks/webhook-sink.ts";
import { createEmbeddedDirectory } from "../support/embedded-template.ts";
import {
  createFolder,
  removeFolder,
  startServer,
  untilReady,
  withFreePorts,
} from "../support/server-process.ts";
import { createMigratedDatabase, databaseKinds } from "../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { until } from "../support/until.ts";
import { faultRounds, patience, reportFault } from "./support/fault-rounds.ts";
import { endLeases, findFaults, leaseLimitsMs, readBacklog } from "./support/look-at-work.ts";
import { type DatabaseAddress, findLostEvents, prepareDatabase, withDatabase } from "./support/open-scene.ts";
import { orderExports } from "./support/order-exports.ts";
import { type LoadTarget, startLoad } from "./support/start-load.ts";

/** The embedded database compiles and opens for seconds before it acknowledges anything: no kill before this many, and one export. */
const acknowledgedMin = 10;
const underWayWithinMs = 15_000 * patience;
/** All that 100 rounds left undone, 8 at a time, besides leases that really have to end. */
const doneWithinMs = 240_000;
/** What is under way at a kill is what could be lost: it is to be as much as can be. */
const loadPauseMs = 5;
const { rounds, chance, timeoutMs } = faultRounds(1, 100);
const { rounds: embeddedRounds } = faultRounds(1, 20);
const earlyAnswerer = new URL("support/answer-early.ts", import.meta.url).pathname;

let databases: Record<string, TestedDatabase>;
let sink: Sink;
beforeAll(async () => {
  const databaseUrl = await createMigratedDatabase();
  const dataDirectory = await createEmbeddedDirectory();
  databases = {
    server: { environment: { DATABASE_URL: databaseUrl }, databaseUrl, dataDirectory: "", rounds },
    embedded: {
      environment: { DATA_DIR: dataDirectory },
      databaseUrl: null,
      dataDirectory,
      rounds: embeddedRounds,
    },
  };
}, timeoutMs);
afterAll(async () => {
  await sink.stop();
  removeFolder(databases.embedded?.dataDirectory ?? "");
});

const environment = {
  SECRET_KEY: "07".repeat(32),
  WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
  LOG_LEVEL: "warn",
};

test.each(databaseKinds)(
  "kill -9 of the service under load loses no acknowledged conversion, export or webhook message on the %s database, and does none twice",
  async (name) => {
    const databaseAddress = databases[name];
    if (databaseAddress === undefined) throw new Error(`There is no databaseAddress ${name}.`);
    sink = startSink();
    const scene = await prepareDatabase(databaseAddress);
    const start = () => startServiceProcess({ ...environment, ...databaseAddress.environment });
    const acknowledged = { events: new Set<string>(), jobs: new Set<string>() };
    const longestLeaseMs = { exports: 0, deliveries: 0 };
    let service = await start();
    await registerSink(service, scene.key);
    for (let round = 0; round < databaseAddress.rounds; round += 1) {
      if (round > 0) service = await start();
      const seen = await loadUntilKilled(service, { ...scene, url: service.url }, 1);
      for (const event of seen.events) acknowledged.events.add(event);
      for (const job of seen.jobs) acknowledged.jobs.add(job);
      const backlog = await withDatabase(databaseAddress, async (sql) => {
        const left = await readBacklog(sql);
        // Otherwise the eight deliveries under way at the first kill would block their endpoint for thirty seconds of rounds.
        await endLeases(sql);
        return left;
      });
      longestLeaseMs.exports = Math.max(longestLeaseMs.exports, backlog.longestLeaseMs.exports);
      longestLeaseMs.deliveries = Math.max(longestLeaseMs.deliveries, backlog.longestLeaseMs.deliveries);
    }
    const last = await start();
    await untilDone(databaseAddress);
    const { faults, totals } = await findFaults(databaseAddress, acknowledged);
    await last.process.end("SIGKILL");
    reportFault(`service killed, ${name} database`, {
      rounds: databaseAddress.rounds,
      acknowledged: { events: acknowledged.events.size, jobs: acknowledged.jobs.size },
      totals,
      received: sink.received.length,
      longestLeaseMs,
      faults,
    });
    expect(acknowledged.events.size).toBeGreaterThanOrEqual(acknowledgedMin);
    expect(acknowledged.jobs.size).toBeGreaterThan(0);
    expect(faults).toEqual(noFaults);
    // What the sink got more than once was under way at a kill.
    const received = new Set(sink.received.map(({ headers }) => headers.get("webhook-id")));
    expect(received.size).toBe(totals.delivered ?? -1);
    expect(sink.received.length).toBeLessThanOrEqual((totals.delivered ?? 0) + (totals.interrupted ?? 0));
    expect(longestLeaseMs.exports).toBeLessThanOrEqual(leaseLimitsMs.exports);
    expect(longestLeaseMs.deliveries).toBeLessThanOrEqual(leaseLimitsMs.deliveries);
    await sink.stop();
  },
  timeoutMs,
);

const noFaults = {
  lostConversions: 0,
  conversionsTwice: 0,
  lostJobs: 0,
  jobsNotCompleted: 0,
  jobsWithoutOneFile: 0,
  messagesMissing: 0,
  messagesTwice: 0,
  messagesUndelivered: 0,
  messagesDeliveredTwice: 0,
};

test(
  "the same check finds what a service loses that answers before it has committed",
  async () => {
    const databaseAddress = databases.server;
    if (databaseAddress === undefined) throw new Error("There is no server.");
    const scene = await prepareDatabase(databaseAddress);
    const service = await startEarlyAnswerer(databaseAddress, scene.agencyId);
    const acknowledged = await loadUntilKilled(service, { ...scene, url: service.url });
    const lost = await findLostEvents(databaseAddress, acknowledged.events);
    reportFault("control that answers early, killed", {
      acknowledged: acknowledged.events.size,
      lost: lost.length,
    });
    expect(lost.length).toBeGreaterThan(0);
  },
  timeoutMs,
);

/** The first statements of an embedded database compile it, which can take longer than a request may. */
async function registerSink({ url }: ServiceProcess, key: string): Promise<void> {
  const endpoint = { endpointUrl: sink.url, events: ["conversion.recorded", "export.completed"] };
  const deadlineMs = performance.now() + underWayWithinMs;
  for (;;) {
    const { status } = await webhookCalls(url, key).post(endpoint);
    // 409: what was answered 503 before, late, was done all the same.
    if (status === 201 || status === 409) return;
    if (status !== 503 || performance.now() > deadlineMs) throw new Error(`not registered: ${status}`);
  }
}

async function loadUntilKilled(
  service: ServiceProcess,
  target: LoadTarget,
  jobsMin = 0,
): Promise<{ events: ReadonlySet<string>; jobs: ReadonlySet<string> }> {
  const load = startLoad(target, 3, loadPauseMs);
  const orders = orderExports(target);
  const isUnderWay = () => load.acknowledged.size >= acknowledgedMin && orders.acknowledged.size >= jobsMin;
  await until("the load is under way", isUnderWay);
  await Bun.sleep(chance.between(0, 700));
  await service.process.end("SIGKILL");
  await Promise.all([load.stop(), orders.stop()]);
  return { events: load.acknowledged, jobs: orders.acknowledged };
}

async function untilDone(databaseAddress: DatabaseAddress): Promise<void> {
  await until(
    "jobs and deliveries are done",
    async () => {
      const { jobs, deliveries } = await withDatabase(databaseAddress, readBacklog);
      return jobs + deliveries === 0;
    },
    doneWithinMs,
  );
}

async function startEarlyAnswerer(
  databaseAddress: TestedDatabase,
  agencyId: number,
): Promise<ServiceProcess> {
  return await withFreePorts(1, async ([port = 0]) => {
    const folder = createFolder("test-early-");
    const process = startServer({
      command: globalThis.process.execPath,
      args: [earlyAnswerer, databaseAddress.databaseUrl ?? "", String(agencyId), String(port)],
      folder,
      exitSignal: "SIGKILL",
    });
    const url = `http://127.0.0.1:${port}`;
    await untilReady(process, folder, async () => (await fetch(url).catch(() => null))?.status === 200);
    return { url, process, stop: async () => null };
  });
}

type TestedDatabase = DatabaseAddress & { environment: Record<string, string>; rounds: number };
