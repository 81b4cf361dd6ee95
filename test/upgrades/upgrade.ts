/**
 * `bun run test:upgrade`: the previous release and this program together on one PostgreSQL and Redis, under load, while this one
 * migrates and after that, until the previous one is stopped. Not part of the suite: it needs the previous release out of the
 * history, installs its packages, and takes two minutes.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { runProgram } from "../edges/cli/run-program.ts";
import { findFaults, readBacklog } from "../faults/support/look-at-work.ts";
import { type DatabaseAddress, withDatabase } from "../faults/support/open-scene.ts";
import { orderExports } from "../faults/support/order-exports.ts";
import { type Answer, countStatuses, isGoodOrAway, startLoad } from "../faults/support/start-load.ts";
import { webhookCalls } from "../features/reporting/webhooks/webhook-calls.ts";
import { type Sink, startSink } from "../features/reporting/webhooks/webhook-sink.ts";
import { sharedRedis } from "../support/redis.ts";
import { testKeyFile } from "../support/seal.ts";
import { createFolder, removeFolder } from "../support/server-process.ts";
import { startServiceProcess } from "../support/service-process.ts";
import { createDatabase } from "../support/shared-postgres.ts";
import { until } from "../support/until.ts";
import { type PreviousData, writePreviousData } from "./support/previous-data.ts";
import { lastMigration, openPreviousRelease, type PreviousRelease } from "./support/previous-release.ts";
import { startPublications } from "./support/publications.ts";

const drafts = 200;
const workers = 2;
const pauseMs = 20;
const aloneMs = 3_000;
const togetherMs = 8_000;
const awayShareMax = 0.02;
/** An export that the previous release could not make is tried again after 30 s, and after 90 s at its third time. */
const doneWithinMs = 150_000;
const timeoutMs = 400_000;

let folder: string;
let previous: PreviousRelease;
let data: PreviousData;
let place: DatabaseAddress & { databaseUrl: string };
let environment: Record<string, string>;
let sink: Sink;

beforeAll(async () => {
  folder = createFolder("previous-release-");
  previous = openPreviousRelease(folder);
  place = { databaseUrl: await createDatabase(), dataDirectory: "" };
  data = writePreviousData(previous, { databaseUrl: place.databaseUrl, drafts });
  sink = startSink(async () => new Response(null, { status: 204 }));
  environment = {
    DATABASE_URL: place.databaseUrl,
    // Of its own: what the service writes beside its database would be of other runs.
    DATA_DIR: join(folder, "data"),
    REDIS_URL: (await sharedRedis()).url,
    SECRET_KEY: "07".repeat(32),
    REPORT_SIGNING_KEY_FILE: testKeyFile(),
    WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    PUBLIC_URL: "http://localhost",
    ALLOWED_HOSTS: "127.0.0.1",
    LOG_LEVEL: "warn",
  };
}, timeoutMs);
afterAll(async () => {
  await sink.stop();
  removeFolder(folder);
});

test(
  "while both run and this program migrates nothing fails, and there is a way back and forth",
  async () => {
    const waiting = [...data.draftIds];
    const old = await startServiceProcess(environment, { program: previous.program });
    await webhookCalls(old.url, data.key).register(sink.url, ["conversion.recorded", "export.completed"]);
    const oldWork = startWork(old.url, waiting);
    await Bun.sleep(aloneMs);
    const now = await startServiceProcess(environment);
    const newWork = startWork(now.url, waiting);
    await Bun.sleep(togetherMs);
    await oldWork.stop();
    // It serves on, and stays ready.
    expect((await fetch(`${old.url}/ready`)).status).toBe(200);
    const logged = [...faultsIn(old.log()), ...faultsIn(now.log())];
    expect(await old.stop()).toBe(0);
    await Bun.sleep(aloneMs);
    await newWork.stop();
    await untilDone();
    expect(await now.stop()).toBe(0);

    const works = [oldWork, newWork];
    console.log(
      `upgrade: ${JSON.stringify({ old: oldWork.counts(), new: newWork.counts(), logged: logged.length })}`,
    );
    expect(logged).toEqual([]);
    for (const { load, publications } of works) {
      expectServed(load.answers);
      expect(publications.faults).toEqual([]);
      expect(publications.published.length).toBeGreaterThan(0);
    }
    const acknowledged = {
      events: new Set(works.flatMap(({ load }) => [...load.acknowledged])),
      jobs: new Set(works.flatMap(({ orders }) => [...orders.acknowledged])),
    };
    const { faults } = await findFaults(place, acknowledged);
    expect<Record<string, number>>(faults).toEqual(
      Object.fromEntries(Object.keys(faults).map((name) => [name, 0])),
    );
    expect(await countHits()).toBe(sum(works.map(({ load }) => load.answers.filter(isCountedPage).length)));
    await expectReportsHold();

    await goBack(waiting);
    await goForth(waiting);
  },
  timeoutMs,
);

/** As docs/operations.md says: what this program has made stays, and the previous one does not look at it. */
async function goBack(waiting: string[]): Promise<void> {
  await withDatabase(
    place,
    (sql) => sql`update migration set number = -number where number > ${lastMigration}`,
  );
  await serveForAMoment(previous.program, waiting);
}

async function goForth(waiting: string[]): Promise<void> {
  await withDatabase(place, (sql) => sql`update migration set number = -number where number < 0`);
  await serveForAMoment(undefined, waiting);
  await expectReportsHold();
}

async function serveForAMoment(program: string | undefined, waiting: string[]): Promise<void> {
  const service = await startServiceProcess(environment, program === undefined ? {} : { program });
  const load = startLoad({ ...data, url: service.url }, 1);
  const publications = startPublications({ ...data, url: service.url }, waiting);
  await Bun.sleep(aloneMs);
  await Promise.all([load.stop(), publications.stop()]);
  expect(await service.stop()).toBe(0);
  expectServed(load.answers);
  expect(publications.faults).toEqual([]);
  expect(publications.published.length).toBeGreaterThan(0);
}

function startWork(url: string, draftIds: string[]) {
  const target = { ...data, url };
  const load = startLoad(target, workers, pauseMs);
  const orders = orderExports(target);
  const publications = startPublications(target, draftIds);
  return {
    load,
    orders,
    publications,
    async stop() {
      await Promise.all([load.stop(), orders.stop(), publications.stop()]);
    },
    counts: () => ({
      answers: countStatuses(load.answers),
      exports: orders.acknowledged.size,
      publications: publications.published.length,
    }),
  };
}

/** Where a statement waits for a migration or a busy machine for 3 s, its caller is asked to come again. */
function expectServed(answers: readonly Answer[]): void {
  expect(answers.filter((answer) => !isGoodOrAway(answer))).toEqual([]);
  expect(answers.filter(({ status }) => status === 503).length / answers.length).toBeLessThan(awayShareMax);
}

async function untilDone(): Promise<void> {
  await until(
    "exports and deliveries are done",
    async () => {
      const { jobs, deliveries } = await withDatabase(place, readBacklog);
      return jobs + deliveries === 0;
    },
    doneWithinMs,
  );
}

async function expectReportsHold(): Promise<void> {
  const { exitCode, stdout } = await runProgram(["report", "verify", "--all", "--json"], environment);
  expect({ exitCode, answer: JSON.parse(stdout) }).toMatchObject({ exitCode: 0, answer: { ok: true } });
}

async function countHits(): Promise<number> {
  return await withDatabase(place, async (sql) => {
    const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from hit`;
    return row?.count ?? 0;
  });
}

const isCountedPage = ({ kind, status }: Answer) => kind === "page" && status === 200;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** What PostgreSQL says where a program and a schema do not fit: errors in a statement, and constraints that it breaks. */
function faultsIn(log: readonly string[]): string[] {
  return log.filter((line) => /"code":"(?:42|23)[0-9A-Z]{3}"/.test(line));
}
