import { expect, test } from "bun:test";
import { maintainMeasurement } from "../../../service/features/measurement/maintain-measurement.ts";
import { ensurePartitions, hitDaysMax } from "../../../service/features/measurement/partitions.ts";
import { createRecorder } from "../../../service/features/measurement/record.ts";
import { createSalts } from "../../../service/features/measurement/salts.ts";
import type { Sql } from "../../../service/floor/db/open.ts";
import { createLog } from "../../../service/log.ts";
import { forEachDatabase } from "../../support/databases.ts";
import { thrownBy } from "../../support/error-of.ts";
import { until } from "../../support/until.ts";
import { interaction, pageView } from "./sample-hits.ts";

const dayMs = 86_400_000;
const shortLived = ["visitor_day", "visitor_day_value", "view_engagement", "address_day", "interaction_day"];

/** The UTC day `offset` days from today. */
function day(offset: number): string {
  return new Date(Date.now() + offset * dayMs).toISOString().slice(0, 10);
}

forEachDatabase((_, open) => {
  test("makes partitions from yesterday to a week ahead, by any number of replicas at once", async () => {
    const { database, again } = await open();
    const second = await again();
    await Promise.all([
      maintainMeasurement(database.sql),
      maintainMeasurement(second.sql),
      maintainMeasurement(second.sql),
    ]);
    for (const table of ["hit", ...shortLived]) {
      const days = await partitionDays(database.sql, table);
      expect(days).toEqual(expect.arrayContaining([-1, 0, 1, 2, 3, 4, 5, 6, 7].map(day)));
    }
  });

  test("drops raw hits after 90 days and rows of visitors after yesterday, and nothing that is younger", async () => {
    const { database } = await open();
    const { sql } = database;
    const days = [day(-hitDaysMax - 1), day(-hitDaysMax), day(-2), day(-1)];
    await ensurePartitions(sql, days);
    const { droppedPartitions } = await maintainMeasurement(sql);
    expect(droppedPartitions).toContain(`hit_${day(-hitDaysMax - 1).replaceAll("-", "")}`);
    const hitDays = await partitionDays(sql, "hit");
    expect(hitDays.at(0)).toBe(day(-hitDaysMax));
    expect(hitDays).toEqual(expect.arrayContaining([day(-2), day(-1)]));
    for (const table of shortLived) {
      expect((await partitionDays(sql, table)).at(0)).toBe(day(-1));
    }
    expect(await maintainMeasurement(sql)).toEqual({
      droppedPartitions: [],
      deletedSalts: 0,
      deletedRecorders: 0,
    });
  });

  test("a hit whose partition was never made, or has gone since, is counted all the same", async () => {
    const { database } = await open();
    const { sql } = database;
    const recorder = createRecorder({ sql, log: createLog("silent", () => {}) });
    const occurredAt = new Date(Date.now() - 300 * dayMs);
    // A busy machine takes longer for it than whoever sends an interaction is told to wait.
    const record = async (written: number) => {
      recorder.recordInteraction(interaction({ occurredAt })).catch(() => undefined);
      await until("it is written", () => recorder.stats().written === written);
    };
    await record(1);
    await maintainMeasurement(sql);
    await record(2);
    recorder.recordPageView(pageView({ occurredAt: new Date(Date.now() + 30 * dayMs) }));
    await recorder.close();
    expect(recorder.stats()).toMatchObject({ written: 3, dropped: 0 });
    const [row] =
      await sql`select sum(interactions)::integer as interactions, sum(requests)::integer as views from hit_day`;
    expect(row).toEqual({ interactions: 2, views: 1 });
  });

  test("refuses what is no calendar day", async () => {
    const { database } = await open();
    expect(await thrownBy(ensurePartitions(database.sql, ["2026-01-01'); drop table hit; --"]))).toThrow(
      RangeError,
    );
  });

  test("all replicas have the same salt of a day, and another one at 00:00 UTC", async () => {
    const { database, again } = await open();
    let now = new Date("2026-05-01T23:40:00Z");
    const clock = { now: () => now };
    const replicas = [database, await again(), await again()].map(({ sql }) => createSalts(sql, clock));
    const first = await Promise.all(replicas.map((salts) => salts.current()));
    expect(first[0]).toHaveLength(32);
    expect(new Set(first.map(hex)).size).toBe(1);
    now = new Date("2026-05-01T23:59:59.999Z");
    expect(await Promise.all(replicas.map((salts) => salts.current()))).toEqual(first);
    now = new Date("2026-05-02T00:00:00Z");
    const second = await Promise.all(replicas.map((salts) => salts.current()));
    expect(new Set(second.map(hex)).size).toBe(1);
    expect(second).not.toEqual(first);
  });

  test("a salt is known without waiting on its own day only, and not in the ten minutes that read the next one", async () => {
    const { database } = await open();
    let now = new Date("2026-05-03T12:00:00Z");
    const salts = createSalts(database.sql, { now: () => now });
    expect(salts.known()).toBeNull();
    const today = await salts.current();
    const knownAt = (moment: string) => {
      now = new Date(moment);
      return salts.known();
    };
    expect(knownAt("2026-05-03T00:00:00Z")).toEqual(today);
    expect(knownAt("2026-05-03T23:49:59.999Z")).toEqual(today);
    expect(knownAt("2026-05-03T23:50:00Z")).toBeNull();
    expect(await salts.current()).toEqual(today);
    expect(knownAt("2026-05-04T00:00:00Z")).not.toEqual(today);
    const tomorrow = await salts.current();
    expect(salts.known()).toEqual(tomorrow);
    expect(knownAt("2026-05-02T23:59:59.999Z")).toBeNull();
  });

  test("destroys salts 48 hours after their day began and keeps those of yesterday and today", async () => {
    const { database } = await open();
    const { sql } = database;
    for (const offset of [-3, -2, -1, 0]) {
      await createSalts(sql, { now: () => new Date(`${day(offset)}T12:00:00Z`) }).current();
    }
    expect(await maintainMeasurement(sql)).toMatchObject({ deletedSalts: 2 });
    const left = await sql`select day::text from day_salt order by day`;
    expect(left.map((row) => row.day)).toEqual([day(-1), day(0)]);
  });

  test("forgets recorders after a week of silence", async () => {
    const { database } = await open();
    const { sql } = database;
    await sql`
      insert into hit_recorder (id, last_batch, updated_at)
      values
        (gen_random_uuid(), 1, now() - interval '7 days 1 minute'),
        (gen_random_uuid(), 1, now() - interval '6 days 23 hours')
    `;
    expect(await maintainMeasurement(sql)).toMatchObject({ deletedRecorders: 1 });
  });
});

async function partitionDays(sql: Sql, table: string): Promise<string[]> {
  const rows = await sql<{ day: string }[]>`
    select to_char(to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
    from pg_inherits
    where inhparent = ${table}::regclass
    order by day
  `;
  return rows.map((row) => row.day);
}

function hex(salt: Uint8Array): string {
  return Buffer.from(salt).toString("hex");
}
