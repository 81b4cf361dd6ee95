import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ensureComingPartitions } from "../../../../service/features/measurement/partitions.ts";
import { selectBenchmarks } from "../../../../service/features/reporting/figures/benchmark-sql.ts";
import {
  type RowSort,
  rowSorts,
  selectClientFigures,
  selectReleaseRows,
} from "../../../../service/features/reporting/figures/figure-rows-sql.ts";
import { selectFirstHours } from "../../../../service/features/reporting/figures/first-hours-sql.ts";
import { selectMarks } from "../../../../service/features/reporting/reports/marks-sql.ts";
import { addNote, removeNote } from "../../../../service/features/reporting/figures/notes.ts";
import {
  createTestAgency,
  createTestRelease,
  databaseKinds,
  startTestService,
  type TestRelease,
  type TestService,
} from "../../../support/service.ts";

const noteId = "018f4f0e-1111-7000-8000-00000000000a";
const operator = { type: "operator", id: null } as const;

describe.each(databaseKinds)("what stands beside figures, on the %s database", (kind) => {
  let service: TestService;
  let agencyId: number;
  let strangerId: number;
  let own: TestRelease;
  let theirs: TestRelease;

  beforeAll(async () => {
    service = await startTestService(kind, { LOOPS: "off" });
    const { sql } = service;
    await ensureComingPartitions(sql);
    ({ agencyId } = await createTestAgency(sql));
    ({ agencyId: strangerId } = await createTestAgency(sql));
    own = await createTestRelease(sql, agencyId, { title: "Werk eröffnet" });
    theirs = await createTestRelease(sql, strangerId, { title: "Fremd" });
  });
  afterAll(() => service.stop());

  const localDay = async (back: number) => {
    const [row] = await service.sql`
      select ((now() at time zone 'Europe/Berlin')::date - ${back}::integer)::text as day
    `;
    return String(row?.day);
  };

  /** A release of the same client that appeared `back` days ago at noon, with this many views on its first day. */
  async function earlier(back: number, views: number, levels = 2): Promise<number> {
    const { sql } = service;
    const [row] = await sql<{ id: number }[]>`
      insert into release (agency_id, client_id, slug, title, body_markdown, status, published_at)
      values (
        ${agencyId}, ${own.clientId}, ${`frueher-${back}`}, ${`Früher ${back}`}, 'x', 'published',
        ((now() at time zone 'Europe/Berlin')::date - ${back}::integer + time '12:00') at time zone 'Europe/Berlin'
      )
      returning id
    `;
    const id = row?.id ?? 0;
    await sql`
      insert into hit_day (
        agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
        scroll_25, scroll_50, scroll_75, scroll_100, levels
      )
      values (${agencyId}, ${id}, ${await localDay(back)}::date, 0, ${views}, 1, 1, 0, 0, 0, 0, 0, 0, 0, ${levels})
    `;
    return id;
  }

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
    const hours = await selectFirstHours(sql, agencyId, own.pressReleaseId);
    expect(hours?.steps).toEqual([
      { people: 1, machines: 0 },
      { people: 1, machines: 1 },
      { people: 0, machines: 0 },
    ]);
    expect(hours?.minutesOld).toBe(40);
    expect(hours?.sources).toEqual([{ name: "direct", views: 2 }]);
    expect(await selectFirstHours(sql, strangerId, own.pressReleaseId)).toBeNull();
    const setAge = (age: string) =>
      sql`update release set published_at = now() - ${age}::interval where id = ${own.pressReleaseId}`;
    await setAge("47 hours 59 minutes");
    expect((await selectFirstHours(sql, agencyId, own.pressReleaseId))?.steps).toHaveLength(192);
    await setAge("48 hours 1 minute");
    expect(await selectFirstHours(sql, agencyId, own.pressReleaseId)).toBeNull();
  });

  test("what happened stands at its day of the agency's time zone, and another agency's nowhere", async () => {
    const { sql } = service;
    const [today, week] = [await localDay(0), await localDay(7)];
    await sql`
      update release
      set published_at = (${week}::date + time '00:00') at time zone 'Europe/Berlin',
        corrected_at = (${week}::date + time '23:59:59') at time zone 'Europe/Berlin', correction_note = 'Zahl berichtigt'
      where id = ${own.pressReleaseId}
    `;
    const note = {
      id: noteId,
      scope: { type: "article", id: String(own.pressReleaseId) },
      day: today,
    } as const;
    await addNote(sql, agencyId, { ...note, text: "ä".repeat(100), clientIds: null }, operator);
    // The same form twice is one note.
    await addNote(sql, agencyId, { ...note, text: "ä".repeat(100), clientIds: null }, operator);
    for (const wrong of [
      { ...note, text: "ä".repeat(101), clientIds: null },
      { ...note, text: " ", clientIds: null },
      { ...note, text: "x", day: "2026-02-30", clientIds: null },
      { ...note, text: "x", clientIds: [] },
    ])
      expect(addNote(sql, agencyId, wrong, operator)).rejects.toThrow();
    expect(addNote(sql, strangerId, { ...note, text: "x", clientIds: null }, operator)).rejects.toThrow();
    const input = { releaseIds: [own.pressReleaseId, theirs.pressReleaseId], clientIds: [own.clientId] };
    const days = { from: week, to: today };
    expect(await selectMarks(sql, agencyId, { ...input, days })).toEqual([
      { day: week, kind: "correction", count: 1, text: "Werk eröffnet", noteId: null },
      { day: week, kind: "publication", count: 1, text: "Werk eröffnet", noteId: null },
      { day: today, kind: "note", count: 1, text: "ä".repeat(100), noteId },
    ]);
    const later = { from: await localDay(6), to: today };
    expect((await selectMarks(sql, agencyId, { ...input, days: later })).map(({ kind }) => kind)).toEqual([
      "note",
    ]);
    expect(removeNote(sql, strangerId, { ...note, clientIds: null }, operator)).rejects.toThrow();
    await removeNote(sql, agencyId, { ...note, clientIds: null }, operator);
    expect(removeNote(sql, agencyId, { ...note, clientIds: null }, operator)).rejects.toThrow();
    const acts = await sql`
      select action from audit where agency_id = ${agencyId} and action like 'note.%' order by id
    `;
    expect(acts.map(({ action }) => String(action))).toContain("note.removed");
  });

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
    expect([rows.length, totals.clients, totals.views]).toEqual([2, 2, Number(plain?.views)]);
    expect(rows.map(({ id }) => id)).toEqual([own.clientId, other.clientId]);
    expect(rows[0]?.days.reduce((sum, views) => sum + views, 0)).toBe(totals.views);
    expect(rows[0]?.days).toHaveLength(365);
    const named = await selectClientFigures(sql, agencyId, { ...input, sort: "name" });
    expect(named.rows.map(({ name }) => name)).toEqual(["Anders", "Müller Maschinenbau"]);
    const limited = await selectClientFigures(sql, agencyId, {
      ...input,
      clientIds: [other.clientId],
      sort: "name",
    });
    expect([limited.totals.clients, limited.totals.views]).toEqual([1, 0]);
    const found = await selectClientFigures(sql, agencyId, { ...input, sort: "name", query: "MÜLL" });
    expect([found.rows.length, found.totals.clients]).toEqual([1, 2]);
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

  test("pages of rows follow each other without a gap in each order, and begin anew where their row is gone", async () => {
    const { sql } = service;
    const days = { from: await localDay(29), to: await localDay(0) };
    const released = [own, ...(await Promise.all([1, 2, 3, 4].map(() => createTestRelease(sql, agencyId))))];
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
