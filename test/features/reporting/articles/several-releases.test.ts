import { expect, test } from "bun:test";
import { insertAgency } from "../../../../service/features/agencies/sql.ts";
import { insertClient } from "../../../../service/features/clients/sql.ts";
import { getArticlePerformance } from "../../../../service/features/reporting/articles/get-article-performance.ts";
import {
  dayWindow,
  readPerformance,
  readReleaseFigures,
} from "../../../../service/features/reporting/articles/read-performance.ts";
import { publishAtOnce } from "../../../../service/features/workflow/releases/sql.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { berlinDay, noonInBerlin } from "../../../support/berlin-days.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { errorOf } from "../../../support/error-of.ts";
import { testImprint } from "../../../support/service.ts";
import { interaction, pageView } from "../../measurement/sample-hits.ts";
import { writeHits } from "./support/write-hits.ts";

let slugs = 0;

forEachDatabase((_, open) => {
  test("another agency's release, an unknown one and an id beyond integers are equally not found", async () => {
    const { sql } = (await open()).database;
    const { agencyId, releaseId } = await createRelease(sql);
    const stranger = await createRelease(sql);
    for (const pressReleaseId of [stranger.releaseId, releaseId + 1_000, 2_147_483_648]) {
      expect(await errorOf(getArticlePerformance(sql, agencyId, { pressReleaseId, days: 30 }))).toMatchObject(
        {
          code: "not_found",
          message: `The agency has no release ${pressReleaseId}.`,
        },
      );
    }
    expect(
      await errorOf(getArticlePerformance(sql, 999_999, { pressReleaseId: releaseId, days: 30 })),
    ).toMatchObject({
      code: "not_found",
    });
  });

  test("an unpublished release has a report of zeros, with a day for each of 365", async () => {
    const { sql } = (await open()).database;
    const { agencyId, releaseId } = await createRelease(sql);
    await sql`update release set status = 'draft', published_at = null where agency_id = ${agencyId} and id = ${releaseId}`;
    const report = await getArticlePerformance(sql, agencyId, { pressReleaseId: releaseId, days: 365 });
    expect(report.release).toMatchObject({
      id: releaseId,
      status: "draft",
      publishedAt: null,
      client: { agencyId },
    });
    const { performance } = report;
    expect(performance.views).toBe(0);
    expect(performance.trafficClasses.every(({ share, requests }) => share === 0 && requests === 0)).toBe(
      true,
    );
    expect(performance.engagement).toEqual({ averageEngagedSeconds: null, scroll: null, coverage: 0 });
    expect(new Set(performance.series.map(({ day }) => day)).size).toBe(365);
  });

  test("several releases are the sum of their rows, newest first, and another agency's add nothing", async () => {
    const { sql } = (await open()).database;
    const { agencyId, clientId, releaseId } = await createRelease(sql);
    const second = await publish(sql, clientId);
    const stranger = await createRelease(sql);
    const occurredAt = noonInBerlin();
    await writeHits(sql, [
      pageView({ agencyId, releaseId, occurredAt }),
      pageView({ agencyId, releaseId: second, occurredAt }),
      interaction({ agencyId, releaseId: second, occurredAt }),
      pageView({ agencyId: stranger.agencyId, releaseId: stranger.releaseId, occurredAt }),
    ]);
    const window = await dayWindow(sql, agencyId, 1);
    expect(window).toEqual({ from: berlinDay(0), to: berlinDay(0), days: 1, timezone: "Europe/Berlin" });
    const releaseIds = [releaseId, second, stranger.releaseId];
    const performance = await readPerformance(sql, agencyId, { releaseIds, window });
    // One reader of two releases is two visitors: uniques are summed per release.
    expect(performance).toMatchObject({ views: 2, uniqueVisitors: { value: 2 }, visits: 2 });
    const figures = await readReleaseFigures(sql, agencyId, { releaseIds, window });
    expect(
      figures.map((row) => [row.release.id, row.views, row.uniqueVisitors, row.visits, row.interactions]),
    ).toEqual([
      [second, 1, 1, 1, 1],
      [releaseId, 1, 1, 1, 0],
    ]);
    expect(await readReleaseFigures(sql, agencyId, { releaseIds: [], window })).toEqual([]);
  });

  test("shows the 100 sources with most views and sums the 101st with what was past the cap", async () => {
    const { sql } = (await open()).database;
    const { agencyId, releaseId } = await createRelease(sql);
    const hits = Array.from({ length: 202 }, (_, n) => {
      const source = {
        source: `s${n}`,
        domain: null,
        path: null,
        channel: "referral",
        utm: null,
        aiOperator: null,
        isListed: false,
      } as const;
      // The first hundred have two views each.
      return Array.from({ length: n < 100 ? 2 : 1 }, () =>
        pageView({ agencyId, releaseId, source, occurredAt: noonInBerlin() }),
      );
    }).flat();
    await writeHits(sql, hits);
    const { referrers, views } = (
      await getArticlePerformance(sql, agencyId, { pressReleaseId: releaseId, days: 1 })
    ).performance;
    expect(referrers).toHaveLength(101);
    expect(referrers.at(-1)).toMatchObject({ source: "other", domain: null, channel: "other" });
    expect(referrers.reduce((sum, row) => sum + row.views, 0)).toBe(views);
    expect(views).toBe(302);
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
