import { beforeAll, describe, expect, test } from "bun:test";
import { ensureComingPartitions } from "../../../../service/features/measurement/partitions.ts";
import { addCampaign } from "../../../../service/features/reporting/campaigns/change-campaign.ts";
import { selectBenchmarks } from "../../../../service/features/reporting/figures/benchmark-sql.ts";
import {
  type RowSort,
  rowSorts,
  selectClientFigures,
  selectReleaseRows,
} from "../../../../service/features/reporting/figures/figure-rows-sql.ts";
import { selectFirstHours } from "../../../../service/features/reporting/figures/first-hours-sql.ts";
import { addNote, removeNote } from "../../../../service/features/reporting/figures/notes.ts";
import { readFigures } from "../../../../service/features/reporting/figures/read-figures.ts";
import { selectGoalFacts } from "../../../../service/features/reporting/goals/results-sql.ts";
import { addPortfolio } from "../../../../service/features/reporting/portfolios/change-portfolio.ts";
import { selectMarks } from "../../../../service/features/reporting/reports/marks-sql.ts";
import { readReportFigures } from "../../../../service/features/reporting/reports/read-report-figures.ts";
import type { ReportFigures } from "../../../../service/features/reporting/reports/schema.ts";
import { serviceScene } from "../../../support/cast.ts";
import { thrownBy } from "../../../support/error-of.ts";
import { forgetSums } from "../../../support/forget-sums.ts";
import { scansOf } from "../../../support/scans-of.ts";
import {
  createTestAgency,
  createTestRelease,
  serviceKinds,
  type TestRelease,
} from "../../../support/service.ts";
import { insertMention } from "../../insights/support.ts";

const noteId = "018f4f0e-1111-7000-8000-00000000000a";
const operator = { type: "operator", id: null } as const;

describe.each(serviceKinds)("what stands beside figures, on the %s database", (kind) => {
  const { service } = serviceScene(kind);
  let agencyId: number;
  let strangerId: number;
  let own: TestRelease;
  let theirs: TestRelease;

  beforeAll(async () => {
    const { sql } = service;
    await ensureComingPartitions(sql);
    ({ agencyId } = await createTestAgency(sql));
    ({ agencyId: strangerId } = await createTestAgency(sql));
    own = await createTestRelease(sql, agencyId, { title: "Werk eröffnet" });
    theirs = await createTestRelease(sql, strangerId, { title: "Fremd" });
  });

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
    await forgetSums(sql, agencyId);
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
      expect(await thrownBy(addNote(sql, agencyId, wrong, operator))).toThrow();
    expect(
      await thrownBy(addNote(sql, strangerId, { ...note, text: "x", clientIds: null }, operator)),
    ).toThrow();
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
    expect(await thrownBy(removeNote(sql, strangerId, { ...note, clientIds: null }, operator))).toThrow();
    await removeNote(sql, agencyId, { ...note, clientIds: null }, operator);
    expect(await thrownBy(removeNote(sql, agencyId, { ...note, clientIds: null }, operator))).toThrow();
    const acts = await sql`
      select action from audit where agency_id = ${agencyId} and action like 'note.%' order by id
    `;
    expect(acts.map(({ action }) => String(action))).toContain("note.removed");
  });

  test("an embargo, clippings, conversions, mailings and each correction are marked, and what belongs to a client alone with the client", async () => {
    const { sql } = service;
    const client = await createTestRelease(sql, agencyId, { title: "Wärmepumpe", clientName: "Marken" });
    const { clientId, pressReleaseId } = client;
    const [day, before, earlier] = [await localDay(3), await localDay(4), await localDay(5)];
    const at = (on: string, time = "12:00") =>
      sql`(${on}::date + ${time}::time) at time zone 'Europe/Berlin'`;
    await sql`
      update release
      set published_at = ${at(earlier)}, corrected_at = ${at(day)}, correction_note = 'Zahl berichtigt'
      where agency_id = ${agencyId} and id = ${pressReleaseId}
    `;
    for (const on of [before, day, day])
      await sql`
        insert into audit (agency_id, id, occurred_at, actor_type, action, subject_type, subject_id)
        values (
          ${agencyId}, gen_random_uuid(), ${at(on, "11:00")}, 'operator', 'release.corrected', 'release',
          ${String(pressReleaseId)}
        )
      `;
    const [draft] = await sql<{ id: string }[]>`
      insert into draft (agency_id, id, client_id, version, status, release_id, published_version)
      values (${agencyId}, gen_random_uuid(), ${clientId}, 1, 'published', ${pressReleaseId}, 1)
      returning id
    `;
    await sql`
      insert into draft_version (
        agency_id, draft_id, version, title, body_markdown, language, keywords, embargo_until, content_hash
      )
      values (${agencyId}, ${draft?.id ?? ""}, 1, 'Wärmepumpe', 'x', 'de', '{}', ${at(earlier)}, ${Buffer.alloc(32)})
    `;
    await sql`
      update release set draft_id = ${draft?.id ?? ""} where agency_id = ${agencyId} and id = ${pressReleaseId}
    `;
    const clipped = { client_id: clientId, published_at: new Date(`${before}T12:00:00Z`) };
    await insertMention(sql, agencyId, { ...clipped, release_id: pressReleaseId });
    await insertMention(sql, agencyId, { ...clipped, release_id: null, state: "confirmed" });
    await insertMention(sql, agencyId, { ...clipped, release_id: null, state: "rejected" });
    for (const [on, event] of [
      [day, "a"],
      [day, "b"],
      [before, "c"],
    ] as const)
      await sql`
        insert into conversion (agency_id, event_id, id, release_id, kind, occurred_at)
        values (${agencyId}, ${event}, gen_random_uuid(), ${pressReleaseId}, 'lead', ${at(on)})
      `;
    for (const [release, status, subject] of [
      [pressReleaseId, "sent", "Zur Meldung"],
      [null, "sent", "Einladung"],
      [null, "draft", "Entwurf"],
    ] as const)
      await sql`
        insert into mailing (agency_id, client_id, release_id, status, subject, message, reply_to, finished_at)
        values (${agencyId}, ${clientId}, ${release}, ${status}, ${subject}, 'x', 'a@b.example', ${at(day)})
      `;
    const note = { id: "018f4f0e-1111-7000-8000-00000000000b", day, text: "Messe", clientIds: null } as const;
    await addNote(sql, agencyId, { ...note, scope: { type: "client", id: String(clientId) } }, operator);
    const days = { from: earlier, to: await localDay(0) };
    const marks = async (clientIds: number[], agency = agencyId) =>
      (await selectMarks(sql, agency, { releaseIds: [pressReleaseId], clientIds, days })).map(
        ({ day: on, kind: what, count, text }) => `${on} ${what} ${count} ${text}`.trim(),
      );
    const ofRelease = [
      `${earlier} embargo 1 Wärmepumpe`,
      `${earlier} publication 1 Wärmepumpe`,
      `${before} clipping 1 Weser-Kurier: Neues Werk in Bremen`,
      `${before} correction 1 Wärmepumpe`,
      `${day} conversions 2`,
      `${day} correction 1 Wärmepumpe`,
      `${day} mailing 1 Zur Meldung`,
    ];
    expect(await marks([])).toEqual(ofRelease);
    expect(await marks([clientId])).toEqual([
      ...ofRelease.slice(0, 2),
      `${before} clipping 2 Weser-Kurier: Neues Werk in Bremen`,
      ...ofRelease.slice(3, 6),
      `${day} mailing 2 Einladung`,
      `${day} note 1 Messe`,
    ]);
    expect(await marks([clientId], strangerId)).toEqual([]);
    // A portfolio of this client has what belongs to the client alone, in Zahlen and in a report, which keeps it.
    const id = await addPortfolio(
      sql,
      agencyId,
      { name: "Gruppe", clientIds: [clientId], campaignIds: [] },
      operator,
    );
    const scope = { type: "portfolio", id } as const;
    const frozen: ReportFigures = await readReportFigures(sql, agencyId, {
      ...{ scope, asked: { days: 30 }, publicUrl: undefined },
    });
    expect(frozen.marks?.map(({ kind: what, count }) => [what, count])).toContainEqual(["clipping", 2]);
    expect(frozen.marks?.find(({ kind: what }) => what === "note")).toEqual({
      ...{ day, kind: "note", count: 1, text: "Messe" },
    });
    expect(frozen.externalInsights?.mediaMentions?.count).toBe(2);
    const live = await readFigures(sql, agencyId, { scope, days, before: null, clientIds: null });
    expect([live.externalInsights?.mediaMentions?.count, live.wholeClientIds]).toEqual([2, [clientId]]);
    const campaign = await addCampaign(sql, agencyId, { name: "K", releaseIds: [pressReleaseId] }, operator);
    const counted = await readFigures(sql, agencyId, {
      ...{ scope: { type: "campaign", id: campaign }, days, before: null, clientIds: null },
    });
    expect(counted.externalInsights?.mediaMentions?.count).toBe(1);
  });

  test("an article that breaks an embargo counts on the page of the client as in the overview, and once in a portfolio with a campaign", async () => {
    const { sql } = service;
    // Rows and sums of the shared agency are compared below.
    const { agencyId: ownId } = await createTestAgency(sql);
    const { clientId, pressReleaseId } = await createTestRelease(sql, ownId, { clientName: "Embargo" });
    const days = { from: await localDay(3), to: await localDay(0) };
    const published = new Date(`${days.from}T12:00:00Z`);
    const clipped = { client_id: clientId, published_at: published, key_messages: ["Werk"] };
    await insertMention(sql, ownId, { ...clipped, release_id: pressReleaseId });
    const count = async (scope: Parameters<typeof readFigures>[2]["scope"]) =>
      (await readFigures(sql, ownId, { scope, days, before: null, clientIds: null })).externalInsights
        ?.mediaMentions?.count;
    const campaign = await addCampaign(sql, ownId, { name: "K", releaseIds: [pressReleaseId] }, operator);
    const group = { name: "Gruppe", clientIds: [clientId], campaignIds: [campaign] };
    const portfolio = await addPortfolio(sql, ownId, group, operator);
    for (const status of ["published", "archived", "scheduled", "approved"]) {
      await sql`update release set status = ${status} where agency_id = ${ownId} and id = ${pressReleaseId}`;
      const overview = await selectClientFigures(sql, ownId, {
        ...{ clientIds: [clientId], days, query: null, sort: "name", after: null, rowsMax: 1 },
      });
      expect(overview.totals.clippings).toBe(1);
      expect(await count({ type: "client", id: String(clientId) })).toBe(1);
      expect(await count({ type: "portfolio", id: portfolio })).toBe(1);
      const releaseIds = status === "published" || status === "archived" ? [pressReleaseId] : [];
      const about = { releaseIds, clientIds: [clientId], days };
      const marks = await selectMarks(sql, ownId, about);
      expect(marks.filter(({ kind: what }) => what === "clipping").map((each) => each.count)).toEqual([1]);
      const facts = await selectGoalFacts(sql, ownId, {
        ...{ releaseIds, clientId, ranges: [days], measures: [] },
      });
      expect(facts.map(({ withKeyMessage }) => withKeyMessage)).toEqual([1]);
    }
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
