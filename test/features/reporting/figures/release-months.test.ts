import { beforeAll, describe, expect, test } from "bun:test";
import { reopenSums, sumNextDays } from "../../../../service/features/measurement/client-sums.ts";
import { selectReleaseRows } from "../../../../service/features/reporting/figures/figure-rows-sql.ts";
import { berlinDay } from "../../../support/berlin-days.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";

/** Long enough for months of 28 to 31 days, both changes of the clock, and a month that is closed before any window begins. */
const daysCounted = 420;

describe("months of releases", () => {
  const { service } = serviceScene();
  let agencyId: number;
  let strangerId: number;
  let otherClientId: number;
  const releaseIds: number[] = [];
  const strangersIds: number[] = [];

  beforeAll(async () => {
    const { sql } = service;
    ({ agencyId } = await createTestAgency(sql));
    ({ agencyId: strangerId } = await createTestAgency(sql));
    for (let number = 0; number < 12; number += 1) {
      const made = await createTestRelease(sql, agencyId, {
        clientName: number < 6 ? "Müller" : "Stadtwerke",
      });
      releaseIds.push(made.pressReleaseId);
      otherClientId = made.clientId;
    }
    for (let number = 0; number < 2; number += 1)
      strangersIds.push((await createTestRelease(sql, strangerId)).pressReleaseId);
    await sql`update release set status = 'archived' where agency_id = ${agencyId} and id = ${releaseIds[3] ?? 0}`;
    await insertHits(agencyId, releaseIds);
    await insertHits(strangerId, strangersIds);
  });

  test("the order by views and by visitors is that of the days, whatever days are asked for", async () => {
    const without = await orders();
    expect(await orderedByDays()).toEqual(without);
    await sumAll(agencyId);
    expect(await orders()).toEqual(without);
    expect(new Set(without.map(String)).size).toBeGreaterThan(without.length / 2);
  });

  test("closed months are read from their sums, the days around them are not, and another agency's sums count nowhere", async () => {
    const { sql } = service;
    await sumAll(strangerId);
    const before = await orders();
    await sql`update release_month set views = views + 100000 where agency_id = ${strangerId}`;
    expect(await orders()).toEqual(before);
    const last = releaseIds.find((id) => id === before[0]?.at(-1)) ?? 0;
    const [month] = await sql`
      update release_month set views = views + 100000
      where agency_id = ${agencyId} and release_id = ${last} and month = date_trunc('month', ${day(100)}::date)
      returning month::text as first, (month + interval '1 month - 1 day')::date::text as last
    `;
    const [first, end] = [String(month?.first), String(month?.last)];
    expect((await order("views", { from: first, to: end }))[0]).toBe(last);
    const inside = new Date(Date.parse(first) + 86_400_000).toISOString().slice(0, 10);
    expect(await order("views", { from: inside, to: end })).toEqual(
      await orderOfDays("views", { from: inside, to: end }),
    );
    await sql`update figure_state set summed_through = null where agency_id = ${agencyId}`;
    await sumAll(agencyId);
    expect(await orders()).toEqual(before);
  });

  test("late hits of a closed month count at once and after the next sums, and leave another agency's sums alone", async () => {
    const { sql } = service;
    const [late, strangersMonths] = [day(75), await monthsOf(strangerId)];
    await sql.begin(async (transaction) => {
      await transaction`
        update hit_day set requests = requests + 37, visitors = visitors + 21
        where agency_id = ${agencyId} and release_id = ${releaseIds[5] ?? 0} and day = ${late}::date and class = 0
      `;
      await reopenSums(transaction, [{ agencyId, releaseId: releaseIds[5] ?? 0, day: late }]);
    });
    // While they are summed again, too.
    do expect(await orders()).toEqual(await orderedByDays());
    while ((await sumNextDays(sql, agencyId)) !== null);
    expect(await monthsOf(strangerId)).toEqual(strangersMonths);
    const [wrong] = await sql`
      select count(*)::integer as months
      from release_month
      join figure_state using (agency_id)
      cross join lateral (
        select sum(requests) as views, sum(visitors) as visitors
        from hit_day
        where hit_day.agency_id = ${agencyId} and hit_day.release_id = release_month.release_id and class = 0
          and day between month and least(month + interval '1 month - 1 day', summed_through)
      ) as days
      where agency_id = ${agencyId}
        and (release_month.views <> days.views or release_month.visitors <> days.visitors)
    `;
    expect(wrong?.months).toBe(0);
    expect((await monthsOf(agencyId)).length).toBeGreaterThan(12 * releaseIds.length);
  });

  test("a release that another client takes over keeps its figures", async () => {
    const { sql } = service;
    const before = await orders();
    await sql`
      update release set client_id = ${otherClientId}, slug = 'umgezogen' where agency_id = ${agencyId} and id = ${releaseIds[0] ?? 0}
    `;
    await sumAll(agencyId);
    expect(await orders()).toEqual(before);
  });

  /** Few views a day, so that sums lie close together: a day too many or too few changes the order. */
  async function insertHits(agency: number, ids: readonly number[]): Promise<void> {
    await service.sql`
      insert into hit_day (
        agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
        scroll_25, scroll_50, scroll_75, scroll_100, levels
      )
      select
        ${agency}, id, (now() at time zone 'Europe/Berlin')::date - back, class, abs(hashint4(back * 100 + position::integer)) % 5,
        abs(hashint4(back * 100 + 50 + position::integer)) % 4, 1, 0, 0, 0, 0, 0, 0, 0, 1
      from unnest(${service.sql.array([...ids])}::integer[]) with ordinality as given (id, position)
      cross join generate_series(0, ${daysCounted}::integer) as back
      cross join generate_series(0, 1) as class
    `;
  }
  const day = (back: number) => berlinDay(-back);
  const firstOfMonth = (monthsBack: number, plusDays = 0) => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBack, 1 + plusDays))
      .toISOString()
      .slice(0, 10);
  };
  const windows = [
    ...[29, 89, 180, 364].map((back) => ({ from: day(back), to: day(0) })),
    ...[1, 2, 3, 4, 5, 20, 40].map((to) => ({ from: day(200), to: day(to) })),
    // A month alone, with the day before or behind it, without its first or last one; each month of a year.
    ...Array.from({ length: 12 }, (_, back) =>
      [-1, 0, 1].map((shift) => ({
        from: firstOfMonth(back + 1, shift),
        to: firstOfMonth(back, -1 - shift),
      })),
    ).flat(),
    { from: day(50), to: day(50) },
  ];
  const sorts = ["views", "visitors"] as const;
  type Days = { from: string; to: string };

  async function order(sort: (typeof sorts)[number], days: Days): Promise<number[]> {
    const rows = await selectReleaseRows(service.sql, agencyId, {
      ...{ releaseIds: [...releaseIds, ...strangersIds], days, sort, after: null, rowsMax: 20 },
    });
    return rows.map(({ id }) => id);
  }
  async function orderOfDays(sort: (typeof sorts)[number], { from, to }: Days): Promise<number[]> {
    const column = sort === "views" ? "requests" : "visitors";
    const rows = await service.sql<{ id: number }[]>`
      select release.id
      from release
      left join hit_day
        on hit_day.agency_id = ${agencyId}
        and hit_day.release_id = release.id
        and class = 0
        and day between ${from}::date and ${to}::date
      where release.agency_id = ${agencyId}
      group by release.id, title
      order by coalesce(sum(${service.sql(column)}), 0) desc, lower(title), release.id
    `;
    return rows.map(({ id }) => id);
  }
  const inTurn = async (ask: typeof order) => {
    const found: number[][] = [];
    for (const sort of sorts) for (const days of windows) found.push(await ask(sort, days));
    return found;
  };
  const orders = () => inTurn(order);
  const orderedByDays = () => inTurn(orderOfDays);
  async function sumAll(agency: number): Promise<void> {
    while ((await sumNextDays(service.sql, agency)) !== null);
  }
  const monthsOf = (agency: number) => service.sql`
    select release_id, month, views, visitors from release_month where agency_id = ${agency} order by 1, 2
  `;
});
