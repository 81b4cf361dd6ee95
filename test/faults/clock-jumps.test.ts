import { afterAll, beforeAll, expect, test } from "bun:test";
import { publishRelease } from "../../service/features/workflow/releases/publish-release.ts";
import { openDatabase, type Sql } from "../../service/floor/db/open.ts";
import { announceAll } from "../support/announce-all.ts";
import { exportCalls } from "../support/export-calls.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { type LoggingServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { until } from "../support/until.ts";
import { context, createApproved, createWorkshop, type Workshop } from "../support/workflow.ts";
import { faultRounds, patience, reportFault } from "./support/fault-rounds.ts";
import { addAgency, findLostEvents, prepareDatabase } from "./support/open-scene.ts";
import { createShiftedClock, type ShiftedClock } from "./support/shifted-clock.ts";
import {
  type Answer,
  countStatuses,
  isGoodOrAway,
  type LoadTarget,
  startLoad,
  untilServed,
} from "./support/start-load.ts";

const hourSeconds = 3_600;
const backWithinMs = 5_000 * patience;
/** The loop runs every 5 s. */
const publishedWithinMs = 15_000 * patience;
const limit = 5;
const { rounds, isShort, chance, timeoutMs } = faultRounds(1, 3);
const shiftedMs = isShort ? 300 : 2_000;
/** Which clocks jump, and where to: in the suite both, as on one machine, and each by itself where rounds are asked for. */
const clocksThatJump = isShort ? (["both"] as const) : (["both", "service", "database"] as const);
const jumps = clocksThatJump.flatMap((who) =>
  [hourSeconds, -hourSeconds].map((seconds) => ({ who, seconds })),
);

let serviceClock: ShiftedClock;
let databaseClock: ShiftedClock;
let postgres: PostgresServer;
let service: LoggingServiceProcess;
let target: LoadTarget & { agencyId: number };
let sql: Sql;
let closeSql: () => Promise<void>;

beforeAll(async () => {
  serviceClock = createShiftedClock();
  databaseClock = createShiftedClock();
  postgres = await startPostgres({ durable: true, environment: databaseClock.environment });
  const scene = await prepareDatabase(databaseAddress());
  // Without Redis: libfaketime hangs it, and its clock is jumped in the limiter's own tests.
  service = await startServiceProcess({
    ...serviceClock.environment,
    DATABASE_URL: postgres.url,
    LOG_LEVEL: "warn",
  });
  target = { ...scene, url: service.url };
  const database = await openDatabase({ ...databaseAddress(), connectionsMax: 2 });
  sql = database.sql;
  closeSql = database.close;
}, timeoutMs);
afterAll(async () => {
  await closeSql();
  await service.process.end("SIGKILL");
  await postgres.stop();
  serviceClock.remove();
  databaseClock.remove();
}, timeoutMs);

for (const { who, seconds } of jumps) {
  test(
    `${who === "both" ? "both clocks" : `the ${who}'s clock`} an hour ${seconds > 0 ? "ahead and right again: late" : "behind and right again: early"} events are refused by name, nothing is lost or doubled`,
    async () => {
      for (let round = 0; round < rounds; round += 1) await jumpAndReturn(who, seconds);
    },
    timeoutMs,
  );
}

async function jumpAndReturn(who: (typeof jumps)[number]["who"], seconds: number): Promise<void> {
  const clocks = [
    ...(who === "database" ? [] : [serviceClock]),
    ...(who === "service" ? [] : [databaseClock]),
  ];
  const shift = (to: number) => {
    for (const clock of clocks) clock.shift(to);
  };
  const exports = exportCalls(target, { agencyId: target.agencyId, key: target.key, keyId: "" });
  const limited = await addAgency(databaseAddress(), limit);
  const workshop = await createWorkshop(sql, { credits: 1 });
  const viewsBefore = await countViews();
  const load = startLoad(target, 2);

  expect(await statusesOf(limited, limit + 1)).toEqual([200, 200, 200, 200, 200, 429]);
  const draftId = await schedule(workshop);
  await Bun.sleep(chance.between(100, 500));
  const before = await order(exports);
  const jumpedAtMs = performance.now();
  shift(seconds);
  const during = await order(exports);
  await Bun.sleep(shiftedMs);
  expect(await statusesOf(limited, 1)).toEqual([429]);
  // Early by the database's clock it comes out by itself; else it is made due now. The loop has to run in any case.
  if (who === "service" || seconds < 0) await makeDue(workshop, draftId);
  await untilPublished(workshop, draftId);
  shift(0);
  const backAfterMs = await untilServed(load, performance.now(), backWithinMs);
  const after = await order(exports);
  for (const id of [before, during, after]) expect((await exports.ended(id)).job.status).toBe("completed");
  expect(await statusesOf(limited, 1)).toEqual([429]);
  await load.stop();

  const lost = await findLostEvents(databaseAddress(), load.acknowledged);
  const refused = load.answers.filter((answer) => !isGoodOrAway(answer));
  reportFault(`clock of ${who} by ${seconds} s`, {
    backAfterMs,
    statuses: countStatuses(load.answers),
    acknowledged: load.acknowledged.size,
    lost,
  });
  // The event's time or the signature's lies outside of what the service takes for now: 400 and 401, of conversions only.
  expect(refused.filter((each) => !isRefusedForItsTime(each, jumpedAtMs))).toEqual([]);
  expect(lost).toEqual([]);
  expect(await doubledEvents()).toBe(0);
  const pages = load.answers.filter(({ kind }) => kind === "page");
  const seen = pages.filter(({ status }) => status === 200);
  // A page that was counted may get its 503 all the same, where the machine had no time for its answer.
  await untilViews(viewsBefore + seen.length, viewsBefore + pages.length);
  // A clock that is set back does not take a publication back, nor publish or charge again.
  expect(await publicationsOf(workshop, draftId)).toEqual({ releases: 1, debits: 1 });
  expect(service.process.isRunning()).toBe(true);
}

function isRefusedForItsTime({ kind, status, startedAtMs }: Answer, sinceMs: number): boolean {
  return kind === "conversion" && (status === 400 || status === 401) && startedAtMs > sinceMs - 1_000;
}

/** A release that is to come out in half an hour. */
async function schedule(workshop: Workshop): Promise<string> {
  const draftId = await createApproved(sql, workshop);
  const publishAt = new Date(Date.now() + (hourSeconds / 2) * 1000).toISOString();
  const asked = { draftId, approvedVersion: 1, maxCredits: 1, publishAt };
  await publishRelease(sql, workshop.agencyId, asked, context);
  return draftId;
}

async function makeDue({ agencyId }: Workshop, draftId: string): Promise<void> {
  await sql`
    update draft
    set scheduled_for = now()
    where agency_id = ${agencyId} and id = ${draftId}
  `;
  await announceAll(sql);
}

async function untilPublished(workshop: Workshop, draftId: string): Promise<void> {
  await until(async () => (await publicationsOf(workshop, draftId))?.releases === 1, publishedWithinMs);
}

async function publicationsOf({ agencyId }: Workshop, draftId: string) {
  const [row] = await sql<{ releases: number; debits: number }[]>`
    select
      (select count(*)::integer from release
        where agency_id = ${agencyId} and draft_id = ${draftId} and status = 'published') as releases,
      (select count(*)::integer from credit_entry where agency_id = ${agencyId} and amount < 0) as debits
  `;
  return row;
}

async function order(exports: ReturnType<typeof exportCalls>): Promise<string> {
  const scope = { scopeType: "article", scopeId: String(target.pressReleaseId), days: 7, format: "csv" };
  const created = await exports.create(scope);
  expect(created.status).toBe(202);
  return ((await created.json()) as { id: string }).id;
}

async function statusesOf(key: string, calls: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const path = "/api/reporting/v1/webhooks";
    statuses.push((await fetch(target.url + path, { headers: { "x-api-key": key } })).status);
  }
  return statuses;
}

async function doubledEvents(): Promise<number> {
  const rows = await sql`
    select event_id
    from conversion
    where agency_id = ${target.agencyId}
    group by event_id
    having count(*) > 1
  `;
  return rows.length;
}

async function countViews(): Promise<number> {
  const [row] = await sql<{ views: number }[]>`
    select count(*)::integer as views
    from hit
    where agency_id = ${target.agencyId}
  `;
  return row?.views ?? 0;
}

async function untilViews(least: number, most: number): Promise<void> {
  await until(async () => (await countViews()) >= least, backWithinMs);
  expect(await countViews()).toBeWithin(least, most + 1);
}

const databaseAddress = () => ({ databaseUrl: postgres.url, dataDirectory: "" });
