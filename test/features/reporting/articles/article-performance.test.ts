import { expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { insertAgency } from "../../../../service/features/agencies/sql.ts";
import { insertClient } from "../../../../service/features/clients/sql.ts";
import { getArticlePerformance } from "../../../../service/features/reporting/articles/get-article-performance.ts";
import {
  dayWindow,
  readPerformance,
  readReleaseFigures,
} from "../../../../service/features/reporting/articles/read-performance.ts";
import { ArticleReport } from "../../../../service/features/reporting/articles/schema.ts";
import { publishAtOnce } from "../../../../service/features/workflow/releases/sql.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { registerFormats } from "../../../../service/schema.ts";
import { berlinDay, dayMs, noonInBerlin } from "../../../support/berlin-days.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { testImprint } from "../../../support/service.ts";
import { beacon, interaction, pageView } from "../../measurement/sample-hits.ts";
import { writeHits } from "./support/write-hits.ts";

let slugs = 0;

forEachDatabase((_, open) => {
  test("the figures of a release are those of its hits, each day and each dimension", async () => {
    const { sql } = (await open()).database;
    const { agencyId, releaseId } = await createRelease(sql);
    const today = noonInBerlin();
    const yesterday = new Date(today.getTime() - dayMs);
    const own = { agencyId, releaseId, occurredAt: today };
    const google = {
      source: "google.de",
      domain: "google.de",
      path: "/",
      channel: "search",
      utm: null,
      aiOperator: null,
      isListed: true,
    } as const;
    const chatgpt = {
      source: "chatgpt.com",
      domain: "chatgpt.com",
      path: "/",
      channel: "ai_assistant",
      utm: null,
      aiOperator: "OpenAI",
      isListed: true,
    } as const;
    const mailing = {
      source: "mailing",
      domain: null,
      path: null,
      channel: "newsletter",
      aiOperator: null,
      isListed: true,
    } as const;
    await writeHits(sql, [
      pageView({ ...own, source: google, viewId: "view-0001" }),
      pageView({ ...own, source: google, occurredAt: new Date(today.getTime() + 1_800_001) }),
      pageView({ ...own, source: chatgpt, visitorId: 2n, device: "mobile" }),
      pageView({
        ...own,
        visitorId: 3n,
        source: { ...mailing, utm: { source: "mailing", medium: "email", campaign: "März" } },
      }),
      pageView({ ...own, occurredAt: yesterday, visitorId: 4n }),
      pageView({ ...own, trafficClass: "ai_crawler", operator: "OpenAI", visitorId: 5n }),
      pageView({ ...own, trafficClass: "ai_assistant_fetch", operator: "Anthropic", visitorId: 6n }),
      pageView({ ...own, trafficClass: "internal", visitorId: 7n }),
      interaction({ ...own, target: { label: "Werk", url: "https://example.org/werk" } }),
      interaction({ ...own, target: { label: "Werk", url: "https://example.org/werk" }, visitorId: 2n }),
      interaction({ ...own, interactionKind: "contact_click" }),
      interaction({ ...own, trafficClass: "search_engine", visitorId: 8n }),
      beacon({ ...own, engagedMs: 4_000, scrollPercent: 25 }),
      beacon({ ...own, engagedMs: 42_400, scrollPercent: 75 }),
      beacon({ ...own, engagedMs: 20_000, scrollPercent: 50 }),
    ]);
    const report = await getArticlePerformance(sql, agencyId, { pressReleaseId: releaseId, days: 7 });
    registerFormats();
    expect([...Value.Errors(ArticleReport, report)]).toEqual([]);
    expect(report.externalInsights).toBeUndefined();
    const { performance } = report;
    expect(performance).toMatchObject({
      origin: "measured",
      level: "L1",
      views: 5,
      uniqueVisitors: { value: 4, basis: "sum-of-daily-uniques" },
      visits: 5,
      engagement: { averageEngagedSeconds: 42.4, scroll: { p25: 1, p50: 1, p75: 1, p100: 0 }, coverage: 0.2 },
      aiOperators: [
        { operator: "OpenAI", crawls: 1, assistantFetches: 0, referredVisits: 1 },
        { operator: "Anthropic", crawls: 0, assistantFetches: 1, referredVisits: 0 },
      ],
      interactions: [
        {
          kind: "outbound_link",
          count: 2,
          uniqueVisitors: 2,
          targets: [{ label: "Werk", url: "https://example.org/werk", count: 2 }],
        },
        { kind: "contact_click", count: 1, uniqueVisitors: 1, targets: [] },
      ],
      referrers: [
        { source: "google.de", domain: "google.de", channel: "search", views: 2, visitors: 1 },
        { source: "chatgpt.com", domain: "chatgpt.com", channel: "ai_assistant", views: 1, visitors: 1 },
        { source: "direct", domain: null, channel: "direct", views: 1, visitors: 1 },
        { source: "mailing", domain: null, channel: "newsletter", views: 1, visitors: 1 },
      ],
      campaigns: [{ source: "mailing", medium: "email", campaign: "März", views: 1 }],
      devices: [
        { type: "desktop", views: 4 },
        { type: "mobile", views: 1 },
      ],
      comparison: { basis: "previous-equal-period", views: { value: 0, changePercent: null } },
    });
    expect(performance.channels[0]).toEqual({ channel: "search", views: 2, visitors: 1 });
    expect(performance.series).toHaveLength(7);
    expect(performance.series.slice(4)).toEqual([
      { day: berlinDay(-2), views: 0, uniqueVisitors: 0, visits: 0, interactions: 0, bots: 0 },
      { day: berlinDay(-1), views: 1, uniqueVisitors: 1, visits: 1, interactions: 0, bots: 0 },
      { day: berlinDay(0), views: 4, uniqueVisitors: 3, visits: 4, interactions: 3, bots: 2 },
    ]);
    expect(performance.trafficClasses.map(({ requests }) => requests)).toEqual([
      5, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0,
    ]);
    expect(performance.trafficClasses.reduce((sum, { share }) => sum + share, 0)).toBe(1);
    expect(Math.abs(Date.parse(performance.window.dataThrough) - Date.now())).toBeLessThan(60_000);
  });

  test("at L0 interactions are null and not 0, also on each day and for the release", async () => {
    const { sql } = (await open()).database;
    const { agencyId, releaseId } = await createRelease(sql);
    await sql`update newsroom set level = 'L0' where agency_id = ${agencyId}`;
    await writeHits(sql, [pageView({ agencyId, releaseId, occurredAt: noonInBerlin(), level: "L0" })]);
    const report = await getArticlePerformance(sql, agencyId, { pressReleaseId: releaseId, days: 2 });
    expect(report.performance).toMatchObject({ level: "L0", levels: ["L0"], views: 1, interactions: null });
    expect(report.performance.series.map(({ interactions }) => interactions)).toEqual([null, null]);
    expect([...Value.Errors(ArticleReport, report)]).toEqual([]);
    const window = await dayWindow(sql, agencyId, 2);
    const [figures] = await readReleaseFigures(sql, agencyId, { releaseIds: [releaseId], window });
    expect(figures).toMatchObject({ views: 1, interactions: null, levels: ["L0"] });
  });

  test("a level that changed within the window is named, and the days of L0 alone have no interactions", async () => {
    const { sql } = (await open()).database;
    const { agencyId, clientId, releaseId } = await createRelease(sql);
    const quiet = await publish(sql, clientId);
    const occurredAt = noonInBerlin();
    const yesterday = new Date(occurredAt.getTime() - dayMs);
    await writeHits(sql, [
      pageView({ agencyId, releaseId, occurredAt: yesterday, level: "L0" }),
      pageView({ agencyId, releaseId, occurredAt, level: "L2" }),
      interaction({ agencyId, releaseId, occurredAt, level: "L2" }),
    ]);
    const releaseIds = [releaseId, quiet];
    const window = await dayWindow(sql, agencyId, 3);
    const performance = await readPerformance(sql, agencyId, { releaseIds, window });
    // The release without a hit stands with what its newsroom measures now.
    expect(performance).toMatchObject({ level: "L0", levels: ["L0", "L1", "L2"] });
    expect(performance.series.map(({ interactions }) => interactions)).toEqual([0, null, 1]);
    expect(performance.interactions).toMatchObject([{ kind: "outbound_link", count: 1, repeated: 0 }]);
    const figures = await readReleaseFigures(sql, agencyId, { releaseIds, window });
    expect(figures.map(({ levels, interactions }) => [levels, interactions])).toEqual([
      [["L1"], 0],
      [["L0", "L2"], 1],
    ]);
  });

  test("days of before levels were kept count as measured at the newsroom's level", async () => {
    const { sql } = (await open()).database;
    const { agencyId, releaseId } = await createRelease(sql);
    await writeHits(sql, [pageView({ agencyId, releaseId, occurredAt: noonInBerlin() })]);
    await sql`update hit_day set levels = 0 where agency_id = ${agencyId}`;
    const read = async () =>
      (await getArticlePerformance(sql, agencyId, { pressReleaseId: releaseId, days: 1 })).performance;
    expect(await read()).toMatchObject({ levels: ["L1"], interactions: [], series: [{ interactions: 0 }] });
    await sql`update newsroom set level = 'L0' where agency_id = ${agencyId}`;
    expect(await read()).toMatchObject({
      levels: ["L0"],
      interactions: null,
      series: [{ interactions: null }],
    });
    // What was counted was measured, whatever the newsroom measures now.
    await sql`update hit_day set interactions = 3 where agency_id = ${agencyId}`;
    expect(await read()).toMatchObject({ interactions: [], series: [{ interactions: 3 }] });
  });

  test("compares with the equal period before, to the day", async () => {
    const { sql } = (await open()).database;
    const { agencyId, releaseId } = await createRelease(sql);
    // Of a window of two days: 0 and -1 are inside, -2 and -3 are the period before, -4 is out.
    const viewsByOffset = [2, 1, 1, 1, 5];
    await writeHits(
      sql,
      viewsByOffset.flatMap((views, offset) =>
        Array.from({ length: views }, () =>
          pageView({ agencyId, releaseId, occurredAt: new Date(noonInBerlin().getTime() - offset * dayMs) }),
        ),
      ),
    );
    const { performance } = await getArticlePerformance(sql, agencyId, {
      pressReleaseId: releaseId,
      days: 2,
    });
    expect(performance.views).toBe(3);
    expect(performance.comparison.views).toEqual({ value: 2, changePercent: 50 });
    expect(performance.window).toMatchObject({
      from: berlinDay(-1),
      to: berlinDay(0),
      days: 2,
      timezone: "Europe/Berlin",
    });
  });
});

async function createRelease(sql: Sql) {
  const agencyId = await insertAgency(sql, { name: "Nordlicht", plan: "agency", hourlyLimit: null });
  slugs += 1;
  const { clientId } = await insertClient(sql, agencyId, {
    name: "Müller",
    slugs: [`kunde-${slugs}`],
    contactEmail: null,
    imprint: testImprint,
  });
  return { agencyId, clientId, releaseId: await publish(sql, clientId) };
}

async function publish(sql: Sql, clientId: number): Promise<number> {
  slugs += 1;
  const input = { title: "Neues Werk", bodyMarkdown: "Bremen.", slugs: [`werk-${slugs}`], publishedAt: null };
  return (await publishAtOnce(sql, clientId, input)).pressReleaseId;
}
