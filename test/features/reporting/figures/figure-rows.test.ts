import { beforeAll, describe, expect, test } from "bun:test";
import {
  type RowSort,
  rowSorts,
  selectClientFigures,
  selectReleaseRows,
} from "../../../../service/features/reporting/figures/figure-rows-sql.ts";
import { serviceScene } from "../../../support/cast.ts";
import { scansOf } from "../../../support/scans-of.ts";
import {
  createTestAgency,
  createTestRelease,
  serviceKinds,
  type TestRelease,
} from "../../../support/service.ts";
import { earlierRelease, localDayOf, twoAgencies } from "./support.ts";

describe.each(serviceKinds)("what stands beside figures, on the %s database", (kind) => {
  const { service } = serviceScene(kind);
  let agencyId: number;
  let own: TestRelease;
  let theirs: TestRelease;

  beforeAll(async () => {
    ({ agencyId, own, theirs } = await twoAgencies(service.sql));
    const { sql } = service;
    for (const [back, views] of [
      [100, 10],
      [120, 80],
      [10, 45],
    ] as const)
      await earlierRelease(sql, { agencyId, clientId: own.clientId }, { back, views });
    await createTestRelease(sql, agencyId, { clientName: "Marken" });
  });

  const localDay = (back: number) => localDayOf(service.sql, back);

  test("rows and sums are those of plain statements, in each order, and of the reader's clients alone", async () => {
    const { sql } = service;
    const other = await createTestRelease(sql, agencyId, { clientName: "Anders" });
    const days = { from: await localDay(364), to: await localDay(0) };
    const page = { after: null, rowsMax: 100 };
    const input = { ...page, days, query: null, clientIds: null } as const;
    const { rows, totals } = await selectClientFigures(sql, agencyId, { ...input, sort: "views" });
    const [plain] = await sql`
      select sum(requests)::integer as views from hit_day
      where agency_id = ${agencyId} and class = 0 and day between ${days.from}::date and ${days.to}::date
    `;
    expect([rows.length, totals.clients, totals.views]).toEqual([3, 3, Number(plain?.views)]);
    expect(rows.map(({ id }) => id).slice(0, 2)).toEqual([own.clientId, other.clientId]);
    expect(rows[0]?.days.reduce((sum, views) => sum + views, 0)).toBe(totals.views);
    expect(rows[0]?.days).toHaveLength(365);
    const named = await selectClientFigures(sql, agencyId, { ...input, sort: "name" });
    expect(named.rows.map(({ name }) => name)).toEqual(["Anders", "Marken", "Müller Maschinenbau"]);
    const limited = await selectClientFigures(sql, agencyId, {
      ...input,
      clientIds: [other.clientId],
      sort: "name",
    });
    expect([limited.totals.clients, limited.totals.views]).toEqual([1, 0]);
    const found = await selectClientFigures(sql, agencyId, { ...input, sort: "name", query: "MÜLL" });
    expect([found.rows.length, found.totals.clients]).toEqual([1, 3]);
    const spelt = await selectClientFigures(sql, agencyId, { ...input, sort: "name", query: "mueller" });
    expect(spelt.rows).toEqual(found.rows);
    const ids = (await sql`select id from release where agency_id = ${agencyId}`).map(({ id }) => Number(id));
    const byViews = await selectReleaseRows(sql, agencyId, {
      ...page,
      releaseIds: [...ids, theirs.pressReleaseId],
      days,
      sort: "views",
    });
    expect(byViews.length).toBe(ids.length);
    expect(byViews.map(({ views }) => views)).toEqual(
      byViews.map(({ views }) => views).toSorted((a, b) => b - a),
    );
  });

  test("a page in the order of names reads the days of its releases alone, and a file of many releases each day once", async () => {
    const { sql } = service;
    const [releases, daysRead, rowsMax] = [600, 60, 5];
    const large = (await createTestAgency(sql)).agencyId;
    const { clientId } = await createTestRelease(sql, large);
    const rows = await sql<{ id: number }[]>`
      insert into release (agency_id, client_id, slug, title, body_markdown, status, published_at)
      select ${large}, ${clientId}, 'viele-' || n, 'Meldung ' || n, 'x', 'published', now() - n * interval '1 hour'
      from generate_series(1, ${releases}::integer) as n
      returning id
    `;
    const releaseIds = rows.map(({ id }) => id);
    await sql`
      insert into hit_day (
        agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
        scroll_25, scroll_50, scroll_75, scroll_100
      )
      select ${large}, id, ${await localDay(0)}::date - back, 0, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0
      from release
      cross join generate_series(0, ${daysRead - 1}::integer) as back
      where agency_id = ${large}
        and slug like 'viele-%'
    `;
    await sql`analyze hit_day`;
    const input = {
      releaseIds,
      days: { from: await localDay(daysRead - 1), to: await localDay(0) },
      after: null,
    };
    const scans = await scansOf(sql, (transaction) =>
      selectReleaseRows(transaction, large, { ...input, sort: "name", rowsMax }),
    );
    expect(scans.find(({ table }) => table === "hit_day")?.rows).toBe(rowsMax * daysRead);
    // Within the time that a statement may take: each row's days counted anew took that of their square.
    const file = await selectReleaseRows(sql, large, { ...input, sort: "views", rowsMax: releases });
    expect(file.map(({ views, visitors }) => [views, visitors])).toEqual(
      Array.from({ length: releases }, () => [2 * daysRead, daysRead]),
    );
  });

  test("pages of rows follow each other without a gap in each order, and begin anew where their row is gone", async () => {
    const { sql } = service;
    const days = { from: await localDay(29), to: await localDay(0) };
    const released = [own];
    // One after the other, so that the later id is the later publication.
    for (let made = 0; made < 4; made += 1) released.push(await createTestRelease(sql, agencyId));
    const releaseIds = released.map(({ pressReleaseId }) => pressReleaseId).toSorted((a, b) => b - a);
    const reads = {
      releases: (page: object, sort: RowSort) =>
        selectReleaseRows(sql, agencyId, { after: null, rowsMax: 2, ...page, releaseIds, days, sort }),
      clients: async (page: object, sort: RowSort) => {
        const input = { after: null, rowsMax: 2, ...page, days, sort, query: null, clientIds: null };
        return (await selectClientFigures(sql, agencyId, input)).rows;
      },
    };
    for (const read of Object.values(reads))
      for (const sort of rowSorts) {
        const whole = (await read({ rowsMax: 100 }, sort)).map(({ id }) => id);
        expect(whole.length).toBeGreaterThanOrEqual(5);
        const seen: number[] = [];
        for (
          let page = await read({}, sort);
          page.length > 0;
          page = await read({ after: seen.at(-1) }, sort)
        )
          seen.push(...page.map(({ id }) => id));
        expect([sort, seen]).toEqual([sort, whole]);
        expect((await read({ after: 2_000_000_000 }, sort)).map(({ id }) => id)).toEqual(whole.slice(0, 2));
      }
  });
});
