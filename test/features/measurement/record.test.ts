import { expect, test } from "bun:test";
import type { AddressVerdict } from "../../../service/features/measurement/classify/address-verifier.ts";
import { reasons } from "../../../service/features/measurement/classify/reasons.ts";
import { dimensions } from "../../../service/features/measurement/dimensions.ts";
import type { Hit } from "../../../service/features/measurement/hit.ts";
import { localDay, utcDay } from "../../../service/features/measurement/local-day.ts";
import { ensurePartitions } from "../../../service/features/measurement/partitions.ts";
import { createRecorder, type Recorder } from "../../../service/features/measurement/record.ts";
import { trafficClasses } from "../../../service/features/measurement/vocabulary.ts";
import { writeBatch } from "../../../service/features/measurement/write-batch.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { createLog } from "../../../service/log.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { errorOf } from "../../support/error-of.ts";
import { seededChance } from "../../support/seeded-chance.ts";
import { countDays, countSources, type NaiveCount } from "./naive-count.ts";
import { beacon, interaction, pageView, randomHits } from "./sample-hits.ts";

const silent = createLog("silent", () => {});

forEachDatabase((_, open) => {
  test("four recorders at once give the figures of an independent count, whatever the order of the hits", async () => {
    const { database, again } = await open();
    const pools = [database, await again(), await again(), await again()];
    const recorders = pools.map(({ sql }) => createRecorder({ sql, log: silent }));
    const hits = randomHits(seededChance(7), 2_400);
    // As a service does at its start: on a cluster it takes longer than a caller waits.
    await ensurePartitions(database.sql, daysAround(hits));
    // Twenty rounds of small batches, so that the recorders meet on the same rows often.
    for (let from = 0; from < hits.length; from += 120) {
      for (const [index, hit] of hits.slice(from, from + 120).entries()) record(recorders[index % 4], hit);
      await Promise.all(recorders.map((recorder) => recorder.flush()));
    }
    await Promise.all(recorders.map((recorder) => recorder.close()));
    expect(await storedDays(database.sql)).toEqual(countDays(hits));
    expect(await storedSources(database.sql)).toEqual(countSources(hits));
    // Neither a deadlock nor a conflict on the way.
    expect(recorders.map((recorder) => recorder.stats().failedAttempts)).toEqual([0, 0, 0, 0]);
    const [raw] = await database.sql`select count(*)::integer as hits from hit`;
    expect(raw?.hits).toBe(hits.length);
  });

  test("a hit waits for whose its address is, and an impostor's is written as a suspect that credits nobody", async () => {
    const { database } = await open();
    const recorder = createRecorder({ sql: database.sql, log: silent });
    const crawl = (visitorId: bigint, addressVerdict: Promise<AddressVerdict>) =>
      pageView({ visitorId, trafficClass: "search_engine", operator: "Baiduspider", addressVerdict });
    const late = Promise.withResolvers<AddressVerdict>();
    recorder.recordPageView(crawl(1n, Promise.resolve("confirmed")));
    recorder.recordPageView(crawl(2n, Promise.resolve("unknown")));
    recorder.recordPageView(crawl(3n, late.promise));
    expect(recorder.stats().waiting).toBe(3);
    const flushed = recorder.flush();
    late.resolve("foreign");
    await flushed;
    const rows = await database.sql`
      select class, reasons, operator_id is null as is_nobodys
      from hit
      order by visitor_id`;
    const engine = trafficClasses.indexOf("search_engine");
    expect([...rows]).toEqual([
      { class: engine, reasons: reasons.crawlerAddressVerified, is_nobodys: false },
      { class: engine, reasons: 0, is_nobodys: false },
      {
        class: trafficClasses.indexOf("suspected_bot"),
        reasons: reasons.crawlerAddressForeign,
        is_nobodys: true,
      },
    ]);
    await recorder.close();
  });

  test("an interaction is committed when its promise resolves, and one after close is refused", async () => {
    const { database, again } = await open();
    const recorder = createRecorder({ sql: database.sql, log: silent });
    await recorder.recordInteraction(interaction());
    await recorder.recordBeacon(beacon());
    const other = await again();
    const rows = await other.sql`select interactions::integer, beacons::integer from hit_day`;
    expect([...rows]).toEqual([{ interactions: 1, beacons: 1 }]);
    await recorder.close();
    expect(await errorOf(recorder.recordInteraction(interaction()))).toMatchObject({
      code: "service_unavailable",
    });
  });

  test("a batch that was committed before is recognised by its number, and the next number counts", async () => {
    const { database } = await open();
    const recorderId = "018f0000-0000-7000-8000-000000000001";
    const { sql } = database;
    // Through a recorder first, which makes the partitions of the day.
    const recorder = createRecorder({ sql, log: silent });
    await recorder.recordInteraction(interaction());
    await recorder.close();
    const hits = [pageView(), pageView({ visitorId: 2n })];
    expect(await writeBatch(sql, { recorderId, batchNumber: 1, hits })).toBe(true);
    expect(await writeBatch(sql, { recorderId, batchNumber: 1, hits })).toBe(false);
    expect(await viewsIn(sql)).toBe(2);
    expect(await writeBatch(sql, { recorderId, batchNumber: 2, hits })).toBe(true);
    expect(await viewsIn(sql)).toBe(4);
  });

  test("one hit that the database refuses is dropped alone", async () => {
    const { database } = await open();
    const logged: string[] = [];
    const recorder = createRecorder({
      sql: database.sql,
      log: createLog("error", (line) => logged.push(line)),
    });
    for (let n = 0; n < 9; n += 1) recorder.recordPageView(pageView(n === 6 ? { agencyId: 2 ** 40 } : {}));
    recorder.recordPageView(pageView({ timeZone: "Mars/Olympus" }));
    recorder.recordPageView(
      pageView({ source: { ...pageView().source, source: "null\0byte", path: "/\ud800" } }),
    );
    await recorder.flush();
    expect(recorder.stats()).toMatchObject({ written: 9, dropped: 2, waiting: 0 });
    expect(await viewsIn(database.sql)).toBe(9);
    expect(logged).toHaveLength(2);
    await recorder.close();
  });

  test("what does not fit into memory is dropped and counted, the last one that fits is not", async () => {
    const { database } = await open();
    const logged: string[] = [];
    const log = createLog("warn", (line) => logged.push(line));
    const recorder = createRecorder({ sql: database.sql, log, waitingMax: 3 });
    for (let n = 0; n < 5; n += 1) recorder.recordPageView(pageView());
    expect(await errorOf(recorder.recordInteraction(interaction()))).toMatchObject({
      code: "service_unavailable",
    });
    await recorder.flush();
    expect(recorder.stats()).toMatchObject({ written: 3, dropped: 3 });
    expect(logged.filter((line) => line.includes("hits_dropped"))).toHaveLength(1);
    await recorder.close();
  });
});

/** The days of these hits, in UTC and where they were. */
function daysAround(hits: readonly Hit[]): string[] {
  return [
    ...new Set(hits.flatMap((hit) => [utcDay(hit.occurredAt), localDay(hit.occurredAt, hit.timeZone)])),
  ];
}

function record(recorder: Recorder | undefined, hit: Hit): void {
  // On a slow machine a caller is told after a while that it is not committed yet; it is all the same, and counted here.
  const ignore = () => undefined;
  if (hit.kind === "page_view") recorder?.recordPageView(hit);
  else if (hit.kind === "interaction") void recorder?.recordInteraction(hit).catch(ignore);
  else void recorder?.recordBeacon(hit).catch(ignore);
}

async function storedDays(sql: Sql): Promise<Map<string, NaiveCount>> {
  const rows = await sql<(NaiveCount & { key: string; class: number })[]>`
    select
      agency_id || ' ' || release_id || ' ' || day as key,
      class,
      requests,
      visitors,
      visits,
      interactions,
      beacons,
      engaged_ms as "engagedMs",
      array[scroll_25, scroll_50, scroll_75, scroll_100]::integer[] as scroll
    from hit_day
  `;
  return new Map(
    rows.map(({ key, class: position, ...counts }) => [`${key} ${trafficClasses[position]}`, counts]),
  );
}

async function storedSources(sql: Sql) {
  const rows = await sql<{ key: string; count: number; visitors: number }[]>`
    select
      d.agency_id || ' ' || d.release_id || ' ' || d.day || ' ' || s.source as key,
      d.count,
      d.visitors
    from hit_day_dimension as d
    join hit_source as s on s.agency_id = d.agency_id and s.id = d.value_id
    where d.dimension = ${dimensions.source}
  `;
  return new Map(rows.map(({ key, ...counts }) => [key, counts]));
}

async function viewsIn(sql: Sql): Promise<number> {
  const [row] = await sql<
    { views: number }[]
  >`select coalesce(sum(requests), 0)::integer as views from hit_day`;
  return row?.views ?? 0;
}
