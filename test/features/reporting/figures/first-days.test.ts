import { beforeAll, describe, expect, test } from "bun:test";
import { selectBenchmarks } from "../../../../service/features/reporting/figures/benchmark-sql.ts";
import { selectFirstHours } from "../../../../service/features/reporting/figures/first-hours-sql.ts";
import { serviceScene } from "../../../support/cast.ts";
import { scansOf } from "../../../support/scans-of.ts";
import {
  createTestAgency,
  createTestRelease,
  serviceKinds,
  type TestRelease,
} from "../../../support/service.ts";
import { earlierRelease, twoAgencies } from "./support.ts";

describe.each(serviceKinds)("what stands beside figures, on the %s database", (kind) => {
  const { service } = serviceScene(kind);
  let agencyId: number;
  let strangerId: number;
  let own: TestRelease;
  let theirs: TestRelease;

  beforeAll(async () => {
    ({ agencyId, strangerId, own, theirs } = await twoAgencies(service.sql));
  });

  const earlier = (back: number, views: number, levels?: number) =>
    earlierRelease(service.sql, { agencyId, clientId: own.clientId }, { back, views, levels });

  test("a release is compared from eight earlier ones of its client at its level on, and never below", async () => {
    const { sql } = service;
    for (let n = 0; n < 7; n += 1) await earlier(100 + n, 10 * (n + 1));
    // One that measured less, one of another agency and a later one are none to compare with.
    await earlier(200, 1, 1);
    const release = await earlier(10, 45);
    await earlier(5, 1);
    expect(await selectBenchmarks(sql, agencyId, release)).toEqual([]);
    await earlier(120, 80);
    expect(await selectBenchmarks(sql, agencyId, release)).toEqual([
      { day: 1, views: 45, better: 4, of: 8 },
      { day: 7, views: 45, better: 4, of: 8 },
    ]);
    expect(await selectBenchmarks(sql, strangerId, release)).toEqual([]);
  });

  test("an age counts when its last day is over", async () => {
    const young = await earlier(6, 100);
    expect((await selectBenchmarks(service.sql, agencyId, young)).map(({ day }) => day)).toEqual([1]);
    await service.sql`update release set published_at = published_at - interval '1 day' where id = ${young}`;
    expect((await selectBenchmarks(service.sql, agencyId, young)).map(({ day }) => day)).toEqual([1, 7]);
  });

  test("the first hours are counted in steps of 15 minutes from the stored hits, until 48 hours", async () => {
    const { sql } = service;
    await sql`update release set published_at = now() - interval '40 minutes' where id = ${own.pressReleaseId}`;
    const hit = (after: string, position: number, agency = agencyId, release = own.pressReleaseId) => sql`
      insert into hit (agency_id, occurred_at, visitor_id, newsroom_id, release_id, kind, class, reasons, device)
      select ${agency}, published_at + ${after}::interval, 1, 1, ${release}, 0, ${position}, 0, 0
      from release where id = ${own.pressReleaseId}
    `;
    for (const [after, position] of [
      ["14 minutes 59 seconds", 0],
      ["15 minutes", 0],
      ["16 minutes", 2],
      ["20 minutes", 9],
    ] as const)
      await hit(after, position);
    await hit("15 minutes", 0, strangerId, theirs.pressReleaseId);
    // One came by nobody, the other one from a source past the day's cap.
    await sql`
      insert into hit_source (agency_id, id, source, channel) values (${agencyId}, 7, 'direct', 0) on conflict do nothing
    `;
    await sql`
      update hit set source_id = case when occurred_at - published_at < interval '15 minutes' then 7 else 0 end
      from release where hit.agency_id = ${agencyId} and hit.release_id = release.id and release.id = ${own.pressReleaseId}
    `;
    const hours = await selectFirstHours(sql, agencyId, own.pressReleaseId);
    expect(hours?.steps).toEqual([
      { people: 1, machines: 0 },
      { people: 1, machines: 1 },
      { people: 0, machines: 0 },
    ]);
    expect(hours?.minutesOld).toBe(40);
    expect(hours?.sources).toEqual([
      { name: "direct", views: 1 },
      { name: "other", views: 1 },
    ]);
    expect(await selectFirstHours(sql, strangerId, own.pressReleaseId)).toBeNull();
    const setAge = (age: string) =>
      sql`update release set published_at = now() - ${age}::interval where id = ${own.pressReleaseId}`;
    await setAge("47 hours 59 minutes");
    expect((await selectFirstHours(sql, agencyId, own.pressReleaseId))?.steps).toHaveLength(192);
    await setAge("48 hours 1 minute");
    expect(await selectFirstHours(sql, agencyId, own.pressReleaseId)).toBeNull();
  });

  test("the first hours go on from what was counted, and begin anew where a hit was written late", async () => {
    const { sql } = service;
    const busy = (await createTestAgency(sql)).agencyId;
    const { pressReleaseId } = await createTestRelease(sql, busy, { title: "Viel gelesen" });
    await sql`update release set published_at = now() - interval '31 minutes' where id = ${pressReleaseId}`;
    const view = async (minutesAgo: number, position = 0) => {
      await sql`
        insert into hit (agency_id, occurred_at, visitor_id, newsroom_id, release_id, kind, class, reasons, device)
        values (${busy}, now() - ${minutesAgo} * interval '1 minute', 1, 1, ${pressReleaseId}, 0, ${position}, 0, 0)
      `;
      await sql`
        insert into hit_day as known (
          agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
          scroll_25, scroll_50, scroll_75, scroll_100
        )
        values (${busy}, ${pressReleaseId}, now()::date, ${position}, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0)
        on conflict (agency_id, release_id, day, class) do update set requests = known.requests + 1
      `;
    };
    for (const [minutesAgo, position] of [
      [30, 0],
      [20, 2],
      [10, 0],
      [0, 0],
    ] as const)
      await view(minutesAgo, position);
    const first = await selectFirstHours(sql, busy, pressReleaseId);
    const steps = [
      { people: 1, machines: 1 },
      { people: 1, machines: 0 },
      { people: 1, machines: 0 },
    ];
    // The last of them began a minute ago.
    expect(first?.steps).toEqual(steps);
    expect(first?.kept?.counts.sources).toEqual([{ name: "other", views: 2 }]);
    // Stored hits that were counted already are not read again.
    await sql`delete from hit where agency_id = ${busy} and release_id = ${pressReleaseId} and occurred_at < now() - interval '5 minutes'`;
    await view(0);
    const next = await selectFirstHours(sql, busy, pressReleaseId, first?.kept);
    expect(next?.steps).toEqual(steps.with(2, { people: 2, machines: 0 }));
    expect(next?.sources).toEqual([{ name: "other", views: 4 }]);
    // Of what others read of the agency meanwhile, it reads no more than came since then.
    await sql`
      insert into hit (agency_id, occurred_at, visitor_id, newsroom_id, release_id, kind, class, reasons, device)
      select ${busy}, now() - interval '3 minutes' - n * interval '50 milliseconds', n, 1, 1, 0, 0, 0, 0
      from generate_series(1, 20000) as n
    `;
    await sql`analyze hit`;
    const scans = await scansOf(sql, (transaction) =>
      selectFirstHours(transaction, busy, pressReleaseId, next?.kept),
    );
    const hitsRead = scans.flatMap(({ table, rows }) => (table.startsWith("hit_2") ? [rows] : []));
    expect(hitsRead.reduce((sum, rows) => sum + rows, 0)).toBe(2);
    // One that was written late: all that is stored is counted, and nothing is kept of what does not agree with the days.
    await view(12);
    const anew = await selectFirstHours(sql, busy, pressReleaseId, next?.kept);
    expect(anew?.steps.map(({ people }) => people)).toEqual([0, 1, 2]);
    expect(anew?.kept).toBeNull();
  });
});
