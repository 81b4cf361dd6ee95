import { afterAll, beforeAll, expect, test } from "bun:test";
import { createEmbeddedDirectory } from "../support/embedded-template.ts";
import {
  createFolder,
  removeFolder,
  startServer,
  untilReady,
  withFreePorts,
} from "../support/server-process.ts";
import { createMigratedDatabase } from "../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { faultRounds, reportFault } from "./support/fault-rounds.ts";
import { type DatabasePlace, findLostEvents, prepareDatabase } from "./support/open-scene.ts";
import { type LoadTarget, startLoad } from "./support/start-load.ts";

/** The embedded database compiles and opens for seconds before it acknowledges anything: no kill before this many. */
const acknowledgedMin = 20;
const underWayWithinMs = 15_000;
const { rounds, chance, timeoutMs } = faultRounds(1);
const earlyAnswerer = new URL("support/answer-early.ts", import.meta.url).pathname;

type Place = DatabasePlace & { environment: Record<string, string> };

let places: Record<string, Place>;
beforeAll(async () => {
  const databaseUrl = await createMigratedDatabase();
  const dataDirectory = await createEmbeddedDirectory();
  places = {
    server: { environment: { DATABASE_URL: databaseUrl }, databaseUrl, dataDirectory: "" },
    embedded: { environment: { DATA_DIR: dataDirectory }, databaseUrl: null, dataDirectory },
  };
}, timeoutMs);
afterAll(() => removeFolder(places.embedded?.dataDirectory ?? ""));

test.each(["server", "embedded"])(
  "kill -9 of the service under load loses no acknowledged conversion on the %s database",
  async (name) => {
    const place = places[name];
    if (place === undefined) throw new Error(`There is no place ${name}.`);
    const scene = await prepareDatabase(place);
    const acknowledged = new Set<string>();
    for (let round = 0; round < rounds; round += 1) {
      const service = await startServiceProcess({ ...place.environment, LOG_LEVEL: "warn" });
      for (const event of await loadUntilKilled(service, { ...scene, url: service.url }))
        acknowledged.add(event);
    }
    const lost = await findLostEvents(place, acknowledged);
    reportFault(`service killed, ${name} database`, { rounds, acknowledged: acknowledged.size, lost });
    expect(acknowledged.size).toBeGreaterThanOrEqual(acknowledgedMin);
    expect(lost).toEqual([]);
  },
  timeoutMs,
);

test(
  "the same check finds what a service loses that answers before it has committed",
  async () => {
    const place = places.server;
    if (place === undefined) throw new Error("There is no server.");
    const scene = await prepareDatabase(place);
    const service = await startEarlyAnswerer(place, scene.agencyId);
    const acknowledged = await loadUntilKilled(service, { ...scene, url: service.url });
    const lost = await findLostEvents(place, acknowledged);
    reportFault("control that answers early, killed", { acknowledged: acknowledged.size, lost: lost.length });
    expect(lost.length).toBeGreaterThan(0);
  },
  timeoutMs,
);

async function loadUntilKilled(service: ServiceProcess, target: LoadTarget): Promise<ReadonlySet<string>> {
  const load = startLoad(target, 8);
  const deadlineMs = performance.now() + underWayWithinMs;
  while (load.acknowledged.size < acknowledgedMin && performance.now() < deadlineMs) await Bun.sleep(10);
  await Bun.sleep(chance.between(100, 900));
  await service.process.end("SIGKILL");
  await load.stop();
  return load.acknowledged;
}

async function startEarlyAnswerer(place: Place, agencyId: number): Promise<ServiceProcess> {
  return await withFreePorts(1, async ([port = 0]) => {
    const folder = createFolder("test-early-");
    const process = startServer({
      command: globalThis.process.execPath,
      args: [earlyAnswerer, place.databaseUrl ?? "", String(agencyId), String(port)],
      folder,
      exitSignal: "SIGKILL",
    });
    const url = `http://127.0.0.1:${port}`;
    await untilReady(process, folder, async () => (await fetch(url).catch(() => null))?.status === 200);
    return { url, process, stop: async () => null };
  });
}
