import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { socketPathIn } from "../../service/floor/db/embedded/start-embedded.ts";
import { openDatabase } from "../../service/floor/db/open.ts";
import { runProgram } from "../edges/cli/run-program.ts";
import { ensureEmbeddedTemplate } from "../support/embedded-template.ts";
import { type LoggingServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { until } from "../support/until.ts";
import { faultRounds, patience, reportFault } from "./support/fault-rounds.ts";
import { findLostEvents, prepareDatabase } from "./support/open-scene.ts";
import { openSmallDisk, type SmallDisk } from "./support/small-disk.ts";
import {
  countStatuses,
  isGoodOrAway,
  type Load,
  type LoadTarget,
  startLoad,
  untilServed,
} from "./support/start-load.ts";

const { rounds, chance, timeoutMs } = faultRounds(1);
/** The database takes 41 MB, and each round adds a segment of 16 MB to its log, up to the 128 MB that it keeps. */
const diskBytes = (rounds === 1 ? 160 : 240) * 1024 * 1024;
/** Less than a segment of the log, and more than the pages of a table. */
const tooLittleBytes = 4 * 1024 * 1024;
const megabyte = 1_000_000;
/** The database looks for room once a second, and repeats its log when it starts. */
const backWithinMs = 15_000 * patience;
const refusedWithinMs = 60_000;

let disk: SmallDisk;
let scene: Omit<LoadTarget, "url">;
let service: LoggingServiceProcess;

beforeAll(async () => {
  disk = await openSmallDisk(diskBytes);
  const template = await ensureEmbeddedTemplate();
  cpSync(join(template, "database"), join(disk.folder, "database"), { recursive: true });
  scene = await prepareDatabase(databaseAddress());
  service = await serve();
}, timeoutMs);
afterAll(async () => {
  await service.process.end("SIGKILL");
  await disk.close();
}, timeoutMs);

test(
  "with a full disk the embedded database answers 503 and says why, loses nothing, and is back when there is room",
  async () => {
    const load = startLoad({ ...scene, url: service.url }, 2);
    const backAfterMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await Bun.sleep(chance.between(200, 1_000));
      disk.fillUpTo(tooLittleBytes);
      await exhaustLog();
      await untilAway(load, performance.now());
      disk.makeRoom();
      backAfterMs.push(await untilServed(load, performance.now(), backWithinMs));
    }
    await load.stop();
    const statuses = countStatuses(load.answers);
    const ends = service.log().filter((line) => line.includes("embedded_database_ended"));
    reportFault("full disk, no room for the log", {
      rounds,
      backAfterMs,
      statuses,
      acknowledged: load.acknowledged.size,
      ends: ends.length,
    });
    expect(load.answers.filter((answer) => !isGoodOrAway(answer))).toEqual([]);
    expect(ends).toHaveLength(rounds);
    expect(ends[0]).toContain("No space left on device");
    expect(ends[0]).toContain("make room");
    expect(await lostOf(load)).toEqual([]);
  },
  timeoutMs,
);

test(
  "a full disk refuses what grows a table with 503, goes on reading, and takes writes again when there is room",
  async () => {
    const load = startLoad({ ...scene, url: service.url }, 2);
    disk.fillUpTo(0);
    const startedMs = performance.now();
    await until(
      () => load.answers.some(({ kind, status }) => kind === "conversion" && status === 503),
      refusedWithinMs,
    );
    const refusedMs = performance.now();
    await until(() => load.answers.some((answer) => isGoodReport(answer, refusedMs)), refusedWithinMs);
    disk.makeRoom();
    const backAfterMs = await untilServed(load, performance.now(), backWithinMs);
    await load.stop();
    const lost = await lostOf(load);
    const statuses = countStatuses(load.answers);
    reportFault("full disk, no room for tables", {
      refusedAfterMs: Math.round(refusedMs - startedMs),
      backAfterMs,
      statuses,
      acknowledged: load.acknowledged.size,
      lost,
    });
    expect(load.answers.filter((answer) => !isGoodOrAway(answer))).toEqual([]);
    expect(service.log().join()).toContain("The database's disk is full: make room.");
    expect(lost).toEqual([]);
  },
  timeoutMs,
);

test(
  "a start on a full disk says how much room it needs; with room it serves all that was acknowledged, undamaged",
  async () => {
    const load = startLoad({ ...scene, url: service.url }, 2);
    await Bun.sleep(500);
    disk.fillUpTo(0);
    await Bun.sleep(chance.between(200, 1_000));
    await service.process.end("SIGKILL");
    await load.stop();
    const refused = await runProgram(["serve", "--port", "0"], { DATA_DIR: disk.folder });
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("is full: make at least 32 MB free, which");

    disk.makeRoom();
    service = await serve();
    const lost = await lostOf(load);
    reportFault("full disk at the start", { acknowledged: load.acknowledged.size, lost });
    expect(lost).toEqual([]);
    await service.process.end("SIGTERM");
    expect(service.process.exitCode()).toBe(0);
    const database = await openDatabase({ ...databaseAddress(), connectionsMax: 1 });
    // Reads every page of every table, and refuses an index that its table does not fit.
    await database.sql`vacuum freeze`;
    await database.sql`reindex database postgres`;
    await database.close();
  },
  timeoutMs,
);

/** Writes to the log, through the service's database, until there is no room for its next segment. */
async function exhaustLog(): Promise<void> {
  const sql = postgres({
    path: socketPathIn(disk.folder),
    user: "postgres",
    database: "postgres",
    max: 1,
    onnotice: () => undefined,
    fetch_types: false,
  });
  const segments = (2 * diskBytes) / megabyte;
  const emit = () => sql`select pg_logical_emit_message(true, 'fill', repeat('x', ${megabyte}))`;
  let failure: unknown;
  for (let count = 0; count < segments && failure === undefined; count += 1)
    failure = await emit().then(
      () => undefined,
      (error: unknown) => error,
    );
  await sql.end({ timeout: 1 });
  if (failure === undefined) throw new Error("The log found room.");
}

async function untilAway(load: Load, sinceMs: number): Promise<void> {
  await until(
    () => load.answers.some((each) => each.status === 503 && each.startedAtMs >= sinceMs),
    refusedWithinMs,
  );
  expect((await fetch(`${service.url}/ready`)).status).toBe(503);
}

function isGoodReport({ kind, status, startedAtMs }: Load["answers"][number], sinceMs: number): boolean {
  return kind === "report" && status === 200 && startedAtMs >= sinceMs;
}

function lostOf(load: Load): Promise<string[]> {
  return findLostEvents(databaseAddress(), load.acknowledged);
}

const databaseAddress = () => ({ databaseUrl: null, dataDirectory: disk.folder });
const serve = () => startServiceProcess({ DATA_DIR: disk.folder, LOG_LEVEL: "info" });
