import { describe, expect, test } from "bun:test";
import { createBatchQueue } from "../../../service/features/measurement/batch-queue.ts";
import type { PageView } from "../../../service/features/measurement/hit.ts";
import { createLostHits } from "../../../service/features/measurement/lost-hits.ts";
import { createRecorder } from "../../../service/features/measurement/record.ts";
import { writeBatch } from "../../../service/features/measurement/write-batch.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { createLog } from "../../../service/log.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { errorOf } from "../../support/error-of.ts";
import { interaction, pageView } from "./sample-hits.ts";

const silent = createLog("silent", () => {});
const loud = 1;
const quiet = 2;
const view = (agencyId: number, fields: Partial<PageView> = {}) => pageView({ agencyId, ...fields });

describe("agencies take turns", () => {
  test("a flood of one agency does not keep the hits of others waiting, and loses none", async () => {
    const batches: number[][] = [];
    const queue = createBatchQueue<{ hit: { agencyId: number; at: number } }>(async (batch) => {
      batches.push(batch.map(({ hit }) => hit.agencyId));
    });
    for (let at = 0; at < 2_500; at += 1) queue.push({ hit: { agencyId: loud, at } });
    for (let agencyId = quiet; agencyId < quiet + 3; agencyId += 1) queue.push({ hit: { agencyId, at: 0 } });
    await queue.flush();
    expect(batches.map((batch) => batch.length)).toEqual([1_000, 1_000, 503]);
    expect(batches[0]?.filter((agencyId) => agencyId !== loud)).toEqual([2, 3, 4]);
    expect(queue.size()).toBe(0);
  });

  test("with more agencies than a batch has entries, those that were left out come first in the next one", async () => {
    const batches: number[][] = [];
    const queue = createBatchQueue<{ hit: { agencyId: number } }>(async (batch) => {
      batches.push(batch.map(({ hit }) => hit.agencyId));
    });
    for (let agencyId = 0; agencyId < 1_200; agencyId += 1)
      for (let count = 0; count < 2; count += 1) queue.push({ hit: { agencyId } });
    await queue.flush();
    expect(batches.map((batch) => batch.length)).toEqual([1_000, 1_000, 400]);
    expect(batches[1]?.slice(0, 200)).toEqual(Array.from({ length: 200 }, (_, index) => 1_000 + index));
  });
});

describe("lost hits in memory", () => {
  test("20,000 releases are told apart, further ones by newsroom, and what can't be stored is left out", () => {
    const lost = createLostHits();
    for (let releaseId = 1; releaseId <= 20_001; releaseId += 1) lost.note(view(loud, { releaseId }));
    lost.note(view(loud, { releaseId: 20_002 }));
    lost.note(view(loud, { releaseId: 7 }));
    lost.note(view(2 ** 40));
    lost.note(view(loud, { timeZone: "Mars/Olympus" }));
    const rows = Array.from({ length: 30 }, () => lost.take()).flat();
    expect(rows).toHaveLength(20_001);
    expect(rows.find(({ releaseId }) => releaseId === 7)?.hits).toBe(2);
    expect(rows.find(({ releaseId }) => releaseId === 0)).toMatchObject({ newsroomId: 1, hits: 2 });
    expect(rows.find(({ releaseId }) => releaseId === 20_000)?.hits).toBe(1);
    expect(lost.isAny()).toBe(false);
  });

  test("of more than 30,000 newsrooms no more are kept, and a batch brings 1,000 rows along", () => {
    const lost = createLostHits();
    for (let newsroomId = 1; newsroomId <= 30_001; newsroomId += 1)
      lost.note(view(loud, { newsroomId, releaseId: null }));
    expect(lost.take()).toHaveLength(1_000);
    expect(Array.from({ length: 30 }, () => lost.take()).flat()).toHaveLength(29_000);
  });
});

forEachDatabase((_, open) => {
  test("a page waits once 3 % of the memory are full, at most 250 ms, and only of the agency that fills it", async () => {
    const { database } = await open();
    const recorder = createRecorder({ sql: database.sql, log: silent, waitingMax: 100 });
    recorder.recordPageView(view(quiet));
    for (let count = 1; count < 3; count += 1) recorder.recordPageView(view(loud));
    expect(recorder.waitForRoom(loud)).toBeNull();
    recorder.recordPageView(view(loud));
    expect(recorder.waitForRoom(quiet)).toBeNull();
    expect(recorder.waitForRoom(3)).toBeNull();
    const soon = recorder.waitForRoom(loud);
    expect(soon).not.toBeNull();
    for (let count = 0; count < 200; count += 1) recorder.recordPageView(view(loud));
    const last = performance.now();
    await Promise.all([soon, recorder.waitForRoom(loud)]);
    expect(performance.now() - last).toBeGreaterThan(200);
    expect(recorder.stats()).toMatchObject({ pagesHeld: 2, dropped: 104 });
    await recorder.close();
  });

  test("where the memory is full a flood loses its own hits, and a rejected click says so", async () => {
    const { database } = await open();
    const recorder = createRecorder({ sql: database.sql, log: silent, waitingMax: 4 });
    for (let count = 0; count < 3; count += 1) recorder.recordPageView(view(loud));
    const click = recorder.recordInteraction(interaction({ agencyId: loud }));
    recorder.recordPageView(view(quiet));
    recorder.recordPageView(view(loud));
    expect(await errorOf(click)).toMatchObject({ code: "service_unavailable" });
    await recorder.close();
    expect(recorder.stats()).toMatchObject({ written: 4, dropped: 2 });
    expect(await lostOf(database.sql)).toEqual([
      { agencyId: loud, releaseId: 1, day: "2026-03-10", hits: 2 },
    ]);
  });

  test("lost hits are written with the next batch, by agency, newsroom, release and local day", async () => {
    const { database } = await open();
    const recorder = createRecorder({ sql: database.sql, log: silent, waitingMax: 1 });
    recorder.recordPageView(view(loud));
    // 00:30 of the next day in Berlin.
    const lateUtc = new Date("2026-03-10T23:30:00Z");
    recorder.recordPageView(view(loud, { occurredAt: lateUtc }));
    recorder.recordPageView(view(loud, { releaseId: null }));
    recorder.recordPageView(view(loud, { releaseId: 2 }));
    await recorder.flush();
    recorder.recordPageView(view(loud));
    await recorder.flush();
    const stored = [
      { agencyId: loud, releaseId: 0, day: "2026-03-10", hits: 1 },
      { agencyId: loud, releaseId: 1, day: "2026-03-11", hits: 1 },
      { agencyId: loud, releaseId: 2, day: "2026-03-10", hits: 1 },
    ];
    expect(await lostOf(database.sql)).toEqual(stored);
    await recorder.close();
    expect(await lostOf(database.sql)).toEqual(stored);
  });

  test("a batch whose answer was lost adds them once, and one that is refused leaves them to the next", async () => {
    const { database } = await open();
    const { sql } = database;
    const recorderId = "018f0000-0000-7000-8000-000000000002";
    const lost = [{ agencyId: loud, newsroomId: 1, releaseId: 1, day: "2026-03-10", hits: 3 }];
    for (let attempt = 0; attempt < 2; attempt += 1)
      await writeBatch(sql, { recorderId, batchNumber: 1, hits: [], lost });
    expect(await lostOf(sql)).toMatchObject([{ hits: 3 }]);
    const recorder = createRecorder({ sql, log: silent, waitingMax: 2 });
    recorder.recordPageView(view(2 ** 40));
    recorder.recordPageView(view(loud, { timeZone: "Mars/Olympus" }));
    recorder.recordPageView(view(loud));
    await recorder.close();
    expect(recorder.stats()).toMatchObject({ written: 0, dropped: 3 });
    expect(await lostOf(sql)).toMatchObject([{ hits: 4 }]);
  });
});

async function lostOf(sql: Sql) {
  return [
    ...(await sql`
      select agency_id as "agencyId", release_id as "releaseId", day::text as day, hits
      from lost_hit_day
      where agency_id = any(array[1, 2])
      order by agency_id, release_id, day
    `),
  ];
}
