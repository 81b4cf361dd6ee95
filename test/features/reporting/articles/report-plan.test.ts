import { expect, test } from "bun:test";
import { insertAgency } from "../../../../service/features/agencies/sql.ts";
import { insertClient } from "../../../../service/features/clients/sql.ts";
import { getArticlePerformance } from "../../../../service/features/reporting/articles/get-article-performance.ts";
import { publishAtOnce } from "../../../../service/features/workflow/releases/sql.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { scansOf } from "../../../support/scans-of.ts";
import { testImprint } from "../../../support/service.ts";

/** Roll-ups of as many releases and days as make a scan of a whole table slower than one of its index. */
const releases = 100;
const days = 60;

forEachDatabase((_, open) => {
  test("a report of 30 days reads two roll-up tables by their primary keys, and raw hits never", async () => {
    const { sql } = (await open()).database;
    const { agencyId, releaseId } = await fillRollUps(sql);
    let reportedDays = 0;
    const scans = await scansOf(sql, async (transaction) => {
      const report = await getArticlePerformance(transaction, agencyId, {
        pressReleaseId: releaseId,
        days: 30,
      });
      reportedDays = report.performance.series.length;
    });
    expect(reportedDays).toBe(30);
    expect(scans.map(({ table }) => table)).not.toContain("hit");
    for (const { table, whole } of scans) {
      if (table === "hit_day" || table === "hit_day_dimension") expect([table, whole]).toEqual([table, 0]);
    }
    // 30 days of two classes, the people of the 30 days before, and one row that says there are any; 30 days of ten values.
    expect(scans.find(({ table }) => table === "hit_day")?.rows).toBeLessThanOrEqual(91);
    expect(scans.find(({ table }) => table === "hit_day_dimension")?.rows).toBe(300);
  });
});

async function fillRollUps(sql: Sql) {
  const agencyId = await insertAgency(sql, { name: "Nordlicht", plan: "agency", hourlyLimit: null });
  const { clientId } = await insertClient(sql, agencyId, {
    name: "Müller",
    slugs: ["mueller"],
    contactEmail: null,
    imprint: testImprint,
  });
  const input = { title: "Werk", bodyMarkdown: "Bremen.", slugs: ["werk"], publishedAt: null };
  const { pressReleaseId } = await publishAtOnce(sql, clientId, input);
  await sql`
    insert into hit_day (
      agency_id, release_id, day, class, requests, visitors, visits, interactions, beacons, engaged_ms,
      scroll_25, scroll_50, scroll_75, scroll_100
    )
    select
      ${agencyId}::integer, ${pressReleaseId}::integer + n, (now() at time zone 'Europe/Berlin')::date - back, class,
      1, 1, 1, 0, 0, 0, 0, 0, 0, 0
    from generate_series(0, ${releases - 1}::integer) as n,
      generate_series(0, ${days - 1}::integer) as back,
      generate_series(0, 1) as class
  `;
  await sql`
    insert into hit_day_dimension (agency_id, release_id, day, dimension, value_id, count, visitors, visits)
    select
      ${agencyId}::integer, ${pressReleaseId}::integer + n, (now() at time zone 'Europe/Berlin')::date - back,
      1, value, 1, 1, 1
    from generate_series(0, ${releases - 1}::integer) as n,
      generate_series(0, ${days - 1}::integer) as back,
      generate_series(1, 10) as value
  `;
  await sql`analyze`;
  return { agencyId, releaseId: pressReleaseId };
}
