import { beforeAll, describe, expect, test } from "bun:test";
import {
  firstOpenDay,
  reopenSums,
  sumNextDays,
} from "../../../../service/features/measurement/client-sums.ts";
import { insertCampaign } from "../../../../service/features/reporting/campaigns/sql.ts";
import { readFigures } from "../../../../service/features/reporting/figures/read-figures.ts";
import { insertPortfolio } from "../../../../service/features/reporting/portfolios/sql.ts";
import type { FiguresScope } from "../../../../service/features/reporting/reports/scope-clients-sql.ts";
import { berlinDay } from "../../../support/berlin-days.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestAgency, createTestRelease, serviceKinds } from "../../../support/service.ts";

test("a day that is summed is old for writers at any hour, wherever the agency is, on a clock nine hours behind too", () => {
  const hourMs = 3_600_000;
  const dayIn = (timeZone: string, at: number) =>
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(at);
  for (const timeZone of ["Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
    for (let hour = 0; hour < 24; hour += 1) {
      const now = Date.UTC(2026, 10, 25, hour, 30);
      // What `sumNextDays` sums by the clock of the database: three days stay open.
      const summed = new Date(Date.parse(dayIn(timeZone, now)) - 3 * 24 * hourMs).toISOString().slice(0, 10);
      for (const clock of [now, now - 9 * hourMs])
        expect([timeZone, hour, summed < firstOpenDay(clock)]).toEqual([timeZone, hour, true]);
      expect(dayIn(timeZone, now) >= firstOpenDay(now)).toBe(true);
    }
});

describe.each(serviceKinds)("sums of clients, on the %s database", (kind) => {
  const { service } = serviceScene(kind);
  let agencyId: number;
  let strangerId: number;
  let scopes: FiguresScope[];
  let releaseIds: number[];

  beforeAll(async () => {
    const { sql } = service;
    ({ agencyId } = await createTestAgency(sql));
    ({ agencyId: strangerId } = await createTestAgency(sql));
    const [one, two, theirs] = [
      await createTestRelease(sql, agencyId, { clientName: "Müller" }),
      await createTestRelease(sql, agencyId, { clientName: "Stadtwerke" }),
      await createTestRelease(sql, strangerId),
    ];
    releaseIds = [one.pressReleaseId, two.pressReleaseId];
    for (const [agency, id] of [
      [agencyId, one.pressReleaseId],
      [agencyId, two.pressReleaseId],
      [strangerId, theirs.pressReleaseId],
    ] as const)
      await insertHits(agency, id);
    const campaign = await insertCampaign(sql, agencyId, {
      name: "Herbst",
      releaseIds: [two.pressReleaseId],
    });
    const portfolio = await insertPortfolio(sql, agencyId, {
      name: "Gruppe",
      clientIds: [one.clientId],
      campaignIds: [campaign],
    });
    scopes = [
      { type: "client", id: String(one.clientId) },
      { type: "portfolio", id: portfolio },
    ];
  });

  const windows = [
    [30, 1],
    [39, 20],
    [10, 0],
    [2, 0],
  ] as const;

  test("figures are the same with sums as without, and those of a statement of their own", async () => {
    const { sql } = service;
    const without = await all();
    for (let steps = 0; (await sumNextDays(sql, agencyId)) !== null; steps += 1)
      expect(steps).toBeLessThan(10);
    const [state] = await sql`
      select ((now() at time zone 'Europe/Berlin')::date - summed_through)::integer as open from figure_state where agency_id = ${agencyId}
    `;
    expect(state?.open).toBe(3);
    expect(await all()).toEqual(without);
    const [plain] = await sql`
      select sum(requests)::integer as views, sum(visitors)::integer as visitors
      from hit_day
      where agency_id = ${agencyId} and release_id = any(${sql.array(releaseIds)}::integer[]) and class = 0
        and day between ${day(30)}::date and ${day(1)}::date
    `;
    const figures = await figuresOf(scopes[1] as FiguresScope, [30, 1]);
    expect([figures.performance.views, figures.performance.uniqueVisitors.value]).toEqual([
      plain?.views,
      plain?.visitors,
    ]);
    // The sums were read: what is changed past the writers is not seen.
    await sql`update client_day set requests = requests + 1000 where agency_id = ${agencyId}`;
    expect((await figuresOf(scopes[0] as FiguresScope, [30, 1])).performance.views).toBeGreaterThan(
      without[0]?.performance.views ?? 0,
    );
  });

  test("a hit of an old day takes its sums back until they are made again, and no other agency's", async () => {
    const { sql } = service;
    while ((await sumNextDays(sql, strangerId)) !== null);
    const releaseId = releaseIds[0] ?? 0;
    await sql.begin(async (transaction) => {
      await transaction`
        update hit_day set requests = requests + 5
        where agency_id = ${agencyId} and release_id = ${releaseId} and day = ${day(12)}::date and class = 0
      `;
      await reopenSums(transaction, [
        { agencyId, releaseId, day: day(12) },
        { agencyId, releaseId, day: day(0) },
      ]);
    });
    const [state] =
      await sql`select summed_through::text as day from figure_state where agency_id = ${agencyId}`;
    // To the end of the month before it.
    const monthBefore = new Date(`${day(12).slice(0, 8)}01T00:00:00Z`).getTime() - 86_400_000;
    expect(state?.day).toBe(new Date(monthBefore).toISOString().slice(0, 10));
    await sql`update figure_state set summed_through = null where agency_id = ${agencyId}`;
    const without = await all();
    while ((await sumNextDays(sql, agencyId)) !== null);
    expect(await all()).toEqual(without);
    const [theirs] = await sql`
      select ((now() at time zone 'Europe/Berlin')::date - summed_through)::integer as open from figure_state where agency_id = ${strangerId}
    `;
    expect(theirs?.open).toBe(3);
    expect(await sumNextDays(sql, agencyId)).toBeNull();
  });

  test("hits of yesterday leave the sums alone", async () => {
    const { sql } = service;
    const before = await sql`select * from figure_state where agency_id = ${agencyId}`;
    await sql.begin((transaction) =>
      reopenSums(transaction, [{ agencyId, releaseId: releaseIds[0] ?? 0, day: day(1) }]),
    );
    expect(await sql`select * from figure_state where agency_id = ${agencyId}`).toEqual(before);
  });

  /** Two classes and two sources on each of the last 40 days, a different number on each of them. */
  async function insertHits(agency: number, releaseId: number): Promise<void> {
    const { sql } = service;
    await sql`
      insert into hit_day (
        agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
        scroll_25, scroll_50, scroll_75, scroll_100, levels
      )
      select
        ${agency}, ${releaseId}::integer, (now() at time zone 'Europe/Berlin')::date - back, class, back * 7 + ${releaseId}::integer % 5 + class,
        back + 1, back + 2, back % 3, back, back * 1000, 4, 3, 2, 1, case when back % 2 = 0 then 2 else 1 end
      from generate_series(0, 39) as back
      cross join generate_series(0, 1) as class
    `;
    await sql`
      insert into hit_day_dimension (agency_id, release_id, day, dimension, value_id, count, visitors, visits)
      select
        ${agency}, ${releaseId}::integer, (now() at time zone 'Europe/Berlin')::date - back, dimension, back % 3 + 1, back + 1, back, back
      from generate_series(0, 39) as back
      cross join unnest(array[2, 4]) as dimension
    `;
  }
  const day = (back: number) => berlinDay(-back);

  /** Everything that pages show, but for the moment it was read. */
  async function figuresOf(scope: FiguresScope, [from, to]: readonly [number, number]) {
    const figures = await readFigures(service.sql, agencyId, {
      scope,
      days: { from: day(from), to: day(to) },
      before: { from: day(from * 2), to: day(from + 1) },
      clientIds: null,
    });
    const { window, ...performance } = figures.performance;
    return { ...figures, performance: { ...performance, days: window.days } };
  }
  const all = () => Promise.all(scopes.flatMap((scope) => windows.map((window) => figuresOf(scope, window))));
});
