import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { chooseAlertMails, lookForAlerts } from "../../../../service/features/alerts/alerts.ts";
import { listNews as listAlerts } from "../../../../service/features/alerts/sql.ts";
import { ensureComingPartitions } from "../../../../service/features/measurement/partitions.ts";
import { listNews } from "../../../../service/features/newsroom/feed-sql.ts";
import { csvRows } from "../../../../service/features/reporting/exports/csv-rows.ts";
import { shownSeries } from "../../../../service/features/reporting/exports/pdf/view-bars.ts";
import {
  publishedReleases,
  releaseFacts,
} from "../../../../service/features/reporting/exports/shown-parts.ts";
import { germanWording } from "../../../../service/features/reporting/exports/wording/wording.ts";
import { selectBenchmarks } from "../../../../service/features/reporting/figures/benchmark-sql.ts";
import { findPublicationDay } from "../../../../service/features/reporting/figures/client-releases-sql.ts";
import { selectFirstHours } from "../../../../service/features/reporting/figures/first-hours-sql.ts";
import { renderSections } from "../../../../service/features/reporting/links/page/second-layout.ts";
import { selectMarks } from "../../../../service/features/reporting/reports/marks-sql.ts";
import { findReleasePictures } from "../../../../service/features/reporting/reports/presentation-sql.ts";
import { readReportFigures } from "../../../../service/features/reporting/reports/read-report-figures.ts";
import type { ReportFigures } from "../../../../service/features/reporting/reports/schema.ts";
import { findFirstDay } from "../../../../service/features/reporting/reports/scope-sql.ts";
import { renderHtml } from "../../../../service/floor/web/html.ts";
import { createDashboardUser } from "../../../edges/dashboard/support.ts";
import { forgetSums } from "../../../support/forget-sums.ts";
import { sampleMonth } from "../../../support/sample-month.ts";
import {
  createTestAgency,
  createTestRelease,
  serviceKinds,
  startTestService,
  type TestRelease,
  type TestService,
} from "../../../support/service.ts";
import { insertTestAssets } from "../../../support/test-assets.ts";
import { insertMention } from "../../insights/support.ts";

describe.each(serviceKinds)("a release that moved in from an older newsroom, on the %s database", (kind) => {
  let service: TestService;
  let agencyId: number;
  let moved: TestRelease;

  beforeAll(async () => {
    service = await startTestService(kind);
    await ensureComingPartitions(service.sql);
  });
  beforeEach(async () => {
    ({ agencyId } = await createTestAgency(service.sql));
    moved = await createTestRelease(service.sql, agencyId, { title: "Aus dem alten Newsroom" });
  });
  afterAll(() => service.stop());

  const localDay = async (back: number) => {
    const [row] = await service.sql`
      select ((now() at time zone 'Europe/Berlin')::date - ${back}::integer)::text as day
    `;
    return String(row?.day);
  };
  /** It appeared elsewhere so many days ago, and moved in so many days ago, both at noon. */
  const move = async (published: number, movedIn: number | null) => {
    const noon = (back: number | null) => service.sql`
      ((now() at time zone 'Europe/Berlin')::date - ${back}::integer + time '12:00') at time zone 'Europe/Berlin'
    `;
    await service.sql`
      update release
      set published_at = ${noon(published)}, moved_in_at = ${noon(movedIn)}
      where agency_id = ${agencyId} and id = ${moved.pressReleaseId}
    `;
  };
  const addViews = async (releaseId: number, day: string, views: number) => {
    await service.sql`
      insert into hit_day (
        agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
        scroll_25, scroll_50, scroll_75, scroll_100, levels
      )
      values (${agencyId}, ${releaseId}, ${day}::date, 0, ${views}, 1, 1, 0, 0, 0, 0, 0, 0, 0, 4)
    `;
    await forgetSums(service.sql, agencyId);
  };
  const ids = () => [moved.pressReleaseId];

  test("is nothing that another one is better than, and better than none", async () => {
    const { sql } = service;
    const [own] = await sql<{ id: number }[]>`
      insert into release (agency_id, client_id, slug, title, body_markdown, status, published_at)
      values (${agencyId}, ${moved.clientId}, 'neu', 'Neu', 'x', 'published', now() - interval '3 days')
      returning id
    `;
    const old = (movedIn: boolean) => sql`
      insert into release (agency_id, client_id, slug, title, body_markdown, status, published_at, moved_in_at)
      select
        ${agencyId}, ${moved.clientId}, ${`alt-${movedIn}-`} || n, 'Alt', 'x', 'published',
        now() - (100 + n) * interval '1 day', case when ${movedIn} then now() - interval '90 days' end
      from generate_series(1, 8) as n
    `;
    const releaseId = own?.id ?? 0;
    await addViews(releaseId, await localDay(3), 5);
    await old(true);
    // Levels are those of the newsroom where nobody read: all would be alike, with no views.
    await sql`update newsroom set level = 'L2' where agency_id = ${agencyId}`;
    expect(await selectBenchmarks(sql, agencyId, releaseId)).toEqual([]);
    await old(false);
    expect(await selectBenchmarks(sql, agencyId, releaseId)).toEqual([
      { day: 1, views: 5, better: 8, of: 8 },
    ]);
    await sql`update release set moved_in_at = now() where agency_id = ${agencyId} and id = ${releaseId}`;
    expect(await selectBenchmarks(sql, agencyId, releaseId)).toEqual([]);
  });

  test("begins with the day on which it moved in: nobody measured before", async () => {
    const { sql } = service;
    await move(400, 20);
    const day = await localDay(20);
    expect(await findFirstDay(sql, agencyId, ids())).toBe(day);
    expect(await findPublicationDay(sql, agencyId, moved.pressReleaseId)).toBe(day);
    await move(20, null);
    expect(await findFirstDay(sql, agencyId, ids())).toBe(day);
    expect(await findPublicationDay(sql, agencyId, moved.pressReleaseId)).toBe(day);
  });

  test("its earlier days count as days without measurement in a report, which says when it moved in", async () => {
    const { sql } = service;
    await move(400, 19);
    const read = async () => {
      const figures: ReportFigures = await readReportFigures(sql, agencyId, {
        scope: { type: "article", id: String(moved.pressReleaseId) },
        // On the last day of a month 30 days can be all of it, and the month before has another length.
        asked: { days: 20 },
        comparison: "previous_period",
        publicUrl: undefined,
      });
      return figures;
    };
    const figures = await read();
    expect(figures.comparison?.daysWithoutMeasurement).toBe(20);
    expect(figures.release?.movedInAt).toStartWith(await localDay(19));
    expect(figures.release?.publishedAt).toStartWith(await localDay(400));
    await move(400, null);
    const own = await read();
    expect(own.comparison?.daysWithoutMeasurement).toBe(0);
    expect(Object.keys(own.release ?? {})).not.toContain("movedInAt");
  });

  test("is no publication among the marks, but moved in", async () => {
    await move(5, 2);
    const input = {
      releaseIds: ids(),
      clientIds: [],
      days: { from: await localDay(6), to: await localDay(0) },
    };
    const marks = await selectMarks(service.sql, agencyId, input);
    expect(marks.map(({ day, kind: what }) => [day, what])).toEqual([[await localDay(2), "moved_in"]]);
  });

  test("has no first hours", async () => {
    const { sql } = service;
    expect(await selectFirstHours(sql, agencyId, moved.pressReleaseId)).not.toBeNull();
    await sql`update release set moved_in_at = now() where agency_id = ${agencyId}`;
    expect(await selectFirstHours(sql, agencyId, moved.pressReleaseId)).toBeNull();
  });

  test("is no news for the team, and mails nobody", async () => {
    const { sql } = service;
    const { personId } = await createDashboardUser(service, agencyId);
    const wish = { personId, kinds: ["first_clipping", "first_views"] } as const;
    await chooseAlertMails(sql, agencyId, wish, { type: "operator", id: null });
    const mails = async () => await sql`select from mail where agency_id = ${agencyId} and kind = 'alert'`;
    const look = async () => {
      await sql`
        update alert_state set checked_at = now() - interval '5 minutes' where agency_id = ${agencyId}
      `;
      await lookForAlerts(sql, agencyId);
      return (await listAlerts(sql, agencyId, null)).map((entry) => entry.kind).toSorted();
    };
    await look();
    await sql`update release set moved_in_at = now() where agency_id = ${agencyId}`;
    await addViews(moved.pressReleaseId, await localDay(0), 200);
    await insertMention(sql, agencyId, { release_id: moved.pressReleaseId });
    expect(await look()).toEqual([]);
    expect(await mails()).toHaveLength(0);
    await sql`update release set moved_in_at = null where agency_id = ${agencyId}`;
    expect(await look()).toEqual(["first_clipping", "first_views"]);
    expect(await mails()).toHaveLength(1);
  });

  test("is not in the news sitemap", async () => {
    const { sql } = service;
    const slugs = async () => (await listNews(sql, null)).map(({ clientSlug }) => clientSlug);
    expect(await slugs()).toContain(moved.clientSlug);
    await sql`update release set moved_in_at = now() where agency_id = ${agencyId}`;
    expect(await slugs()).not.toContain(moved.clientSlug);
  });

  test("has its picture among those of the period only where it appeared and moved in within it", async () => {
    const { sql } = service;
    const assetId = randomUUID();
    await insertTestAssets(sql, { agencyId, clientId: moved.clientId }, [assetId]);
    const window = { from: await localDay(10), to: await localDay(0), timezone: "Europe/Berlin" };
    const isNew = async () =>
      (await findReleasePictures(sql, agencyId, { releaseIds: ids(), window })).map((each) => each.isNew);
    await sql`update release set image_asset_id = ${assetId} where agency_id = ${agencyId}`;
    await move(5, null);
    expect(await isNew()).toEqual([true]);
    await move(5, 3);
    expect(await isNew()).toEqual([true]);
    await move(50, 3);
    expect(await isNew()).toEqual([false]);
  });
});

describe("a report on a release that moved in", () => {
  const month = sampleMonth();
  const [first] = month.releases ?? [];
  if (first === undefined) throw new Error("The sample month has no release.");
  const reportOf = (publishedAt: string, movedInAt?: string) => ({
    ...month,
    releases: [
      {
        ...first,
        release: { ...first.release, publishedAt, ...(movedInAt === undefined ? {} : { movedInAt }) },
      },
    ],
  });
  const shown = (report: typeof month) => publishedReleases(report, germanWording)?.shown.length;

  test("does not count what appeared elsewhere before the period, or moved in after it, as published in it", () => {
    const inMonth = "2026-10-05T08:00:00.000Z";
    expect(shown(reportOf(inMonth))).toBe(1);
    expect(shown(reportOf(inMonth, "2026-10-31T22:59:59.000Z"))).toBe(1);
    expect(shown(reportOf(inMonth, "2026-10-31T23:00:00.000Z"))).toBe(0);
    expect(shown(reportOf("2024-10-05T08:00:00.000Z", "2026-10-20T08:00:00.000Z"))).toBe(0);
  });

  test("says when it moved in, and where its chart begins", () => {
    const report = reportOf("2026-10-05T08:00:00.000Z", "2026-10-20T08:00:00.000Z");
    const [entry] = report.releases;
    if (entry === undefined) throw new Error("There is no release.");
    expect(releaseFacts(entry, report, germanWording)).toContain("05.10.2026 · übernommen am 20.10.2026");
    const page = renderHtml(renderSections(report, { words: germanWording, path: null }));
    expect(page.match(/übernommen am 20\.10\.2026/g)).toHaveLength(2);
    const unread = {
      ...report,
      performance: {
        ...report.performance,
        series: report.performance.series.map((each) => ({
          ...each,
          views: each.day < "2026-10-20" ? 0 : 1,
        })),
      },
    };
    expect(shownSeries(unread).left).toEqual({ firstDay: "2026-10-20", isMovedIn: true, days: 19 });
    expect(
      [...csvRows(report, "https://x.example/pruefen")].filter(([, , metric]) => metric === "movedInAt"),
    ).toHaveLength(1);
  });
});
