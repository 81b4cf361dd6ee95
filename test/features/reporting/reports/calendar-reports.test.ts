import { beforeAll, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { insertAgency } from "../../../../service/features/agencies/sql.ts";
import { insertClient } from "../../../../service/features/clients/sql.ts";
import { sumNextDays } from "../../../../service/features/measurement/client-sums.ts";
import { createRecorder } from "../../../../service/features/measurement/record.ts";
import { humanClass } from "../../../../service/features/measurement/vocabulary.ts";
import { portfolios } from "../../../../service/features/reporting/data/report-collections.ts";
import {
  selectClientFigures,
  selectReleaseRows,
} from "../../../../service/features/reporting/figures/figure-rows-sql.ts";
import { selectGroupFigures } from "../../../../service/features/reporting/figures/group-figures-sql.ts";
import { readFigures } from "../../../../service/features/reporting/figures/read-figures.ts";
import { changePortfolio } from "../../../../service/features/reporting/portfolios/change-portfolio.ts";
import { keptPortfolio } from "../../../../service/features/reporting/portfolios/kept-portfolio.ts";
import {
  listPortfolios,
  readPortfolio,
} from "../../../../service/features/reporting/portfolios/list-portfolios-sql.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import {
  comparedDays,
  comparedFacts,
  countDays,
  parsePeriod,
} from "../../../../service/features/reporting/reports/periods.ts";
import { PublicationReport } from "../../../../service/features/reporting/reports/schema.ts";
import { publishAtOnce } from "../../../../service/features/workflow/releases/sql.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { createLog } from "../../../../service/log.ts";
import { registerFormats } from "../../../../service/schema.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { errorOf, thrownBy } from "../../../support/error-of.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease, testImprint } from "../../../support/service.ts";
import { pageView } from "../../measurement/sample-hits.ts";
import { awkward, midnights } from "./awkward-periods.ts";

const actor = { type: "operator", id: null } as const;

forEachDatabase((_name, open) => {
  let sql: Sql;
  let agencyId: number;
  let clientId: number;
  let otherClientId: number;

  beforeAll(async () => {
    ({ sql } = (await open()).database);
    agencyId = await insertAgency(sql, { name: "Nordlicht", plan: "agency", hourlyLimit: null });
    [clientId, otherClientId] = [await addClient("müller"), await addClient("schulze")];
    const releases = [
      await publish(clientId),
      await publish(clientId),
      await publish(clientId),
      await publish(otherClientId),
      await publish(otherClientId),
    ];
    const moments = await sql<{ at: Date }[]>`
      select (day::date::timestamp at time zone 'Europe/Berlin') + side * interval '1 second' as at
      from unnest(${midnights}::text[]) as day, unnest(array[-1, 1]) as side
    `;
    const recorder = createRecorder({ sql, log: createLog("silent", () => {}) });
    for (const [index, releaseId] of releases.entries())
      for (const { at: occurredAt } of moments)
        recorder.recordPageView(pageView({ agencyId, releaseId, occurredAt, visitorId: BigInt(index + 1) }));
    // `close` alone gives up after 15 s, and each of these 38 days needs partitions of its own.
    await recorder.flush();
    expect(recorder.stats()).toMatchObject({ written: releases.length * moments.length, dropped: 0 });
    await recorder.close();
    const [first, archived, moved, came] = releases;
    await sql`update release set published_at = '2025-09-15 08:00+02' where agency_id = ${agencyId}`;
    await sql`update release set status = 'archived' where agency_id = ${agencyId} and id = ${archived ?? 0}`;
    await sql`update release set corrected_at = now(), correction_note = 'Berichtigt' where agency_id = ${agencyId} and id = ${first ?? 0}`;
    // The one goes, the other comes: each counts where it is now.
    await sql`update release set client_id = ${otherClientId} where agency_id = ${agencyId} and id = ${moved ?? 0}`;
    await sql`update release set client_id = ${clientId} where agency_id = ${agencyId} and id = ${came ?? 0}`;
  });

  test.each(awkward)(
    "a client's report over %s counts as its hits do: %s",
    async (period, _why, unmeasured) => {
      const scope = await keptPortfolio(sql, agencyId, clientId);
      const report = await createPublicationReport(sql, agencyId, {
        ...asked(scope),
        seal: await testSeal(),
        period,
        comparison: "previous_period",
      });
      registerFormats();
      expect([...Value.Errors(PublicationReport, report)]).toEqual([]);
      const range = parsePeriod(period);
      const { window, views } = report.performance;
      expect(range).toEqual({ from: window.from, to: window.to });
      expect(window.days).toBe(countDays(window));
      expect(views).toBe(await countHits(window));
      expect(report.performance.series.reduce((sum, day) => sum + day.views, 0)).toBe(views);
      expect(report.releases?.reduce((sum, entry) => sum + entry.views, 0)).toBe(views);
      expect(report.releases).toHaveLength(3);
      const { comparison } = report;
      if (comparison === undefined) throw new Error("nothing compared");
      expect(comparison.totals.views).toBe(await countHits(comparison));
      expect(comparison.daysWithoutMeasurement).toBe(unmeasured);
      const unequal =
        countDays(window) === countDays(comparison)
          ? undefined
          : { reported: countDays(window), compared: countDays(comparison) };
      expect(comparison.unequalDays).toEqual(unequal);
      expect(report.scope).toEqual({ ...scope, title: "Kunde müller", clientId });
    },
  );

  test.each(awkward)("Zahlen over %s count as the hits do, release by release: %s", expectZahlen);

  test("Zahlen over all of these periods are the same from sums of clients", async () => {
    while ((await sumNextDays(sql, agencyId)) !== null);
    const [row] = await sql<{ days: number }[]>`
      select count(distinct day)::integer as days from client_day where agency_id = ${agencyId}
    `;
    expect(row?.days).toBeGreaterThan(midnights.length);
    for (const [period, why, unmeasured] of awkward) await expectZahlen(period, why, unmeasured);
  });

  test("a client's portfolio is kept once, is no one's to edit, is told apart in the export, and is called as the client", async () => {
    const scopes = await Promise.all([1, 2, 3].map(() => keptPortfolio(sql, agencyId, otherClientId)));
    expect(new Set(scopes.map(({ id }) => id)).size).toBe(1);
    const { id: portfolioId } = scopes[0] ?? { id: "" };
    expect((await listPortfolios(sql, agencyId, {})).portfolios).toEqual([]);
    const change = { portfolioId, name: "Meins", clientIds: [otherClientId], campaignIds: [] };
    expect(await thrownBy(readPortfolio(sql, agencyId, portfolioId))).toThrow("There is no portfolio");
    expect(await errorOf(changePortfolio(sql, agencyId, change, actor))).toMatchObject({ code: "not_found" });
    await sql`update client set name = 'Schulze & Söhne' where agency_id = ${agencyId} and id = ${otherClientId}`;
    const records = (await portfolios.select(sql, agencyId)).map(({ json }) => JSON.parse(json));
    expect(records.find(({ id }) => id === portfolioId)).toMatchObject({
      name: "Schulze & Söhne",
      kept: true,
      clientIds: [otherClientId],
      campaignIds: [],
    });
  });

  test("a client of another agency is as unknown as none, and its portfolio too", async () => {
    const stranger = await createTestAgency(sql);
    const theirs = await createTestRelease(sql, stranger.agencyId);
    expect(await errorOf(keptPortfolio(sql, agencyId, theirs.clientId))).toMatchObject({
      code: "scope_not_found",
    });
    const scope = await keptPortfolio(sql, stranger.agencyId, theirs.clientId);
    const report = createPublicationReport(sql, agencyId, {
      ...asked(scope),
      seal: await testSeal(),
      period: "2026-10",
    });
    expect(await errorOf(report)).toMatchObject({ code: "scope_not_found" });
  });

  test("a key gives the same report again, and is refused for other days or another comparison", async () => {
    const scope = await keptPortfolio(sql, agencyId, clientId);
    const seal = await testSeal();
    const year = new Date().getUTCFullYear() - 1;
    const request = { ...asked(scope), seal, period: `${year}-H2`, idempotencyKey: "half" };
    const report = await createPublicationReport(sql, agencyId, request);
    expect(await createPublicationReport(sql, agencyId, request)).toEqual(report);
    for (const other of [{ period: `${year}-07` }, { comparison: "previous_year" as const }])
      expect(await errorOf(createPublicationReport(sql, agencyId, { ...request, ...other }))).toMatchObject({
        code: "idempotency_conflict",
      });
  });

  test.each(["2999-10", "2024", "next month", "first-7-days"])(
    "%s is no period of a client's report",
    async (period) => {
      const scope = await keptPortfolio(sql, agencyId, clientId);
      const report = createPublicationReport(sql, agencyId, {
        ...asked(scope),
        seal: await testSeal(),
        period,
      });
      expect(await errorOf(report)).toMatchObject({
        code: "validation_error",
        details: { fieldErrors: { period: [expect.any(String)] } },
      });
    },
  );

  test("a release's first week begins on the day of its publication", async () => {
    const [row] = await sql<{ id: number }[]>`
      select min(id)::integer as id from release where agency_id = ${agencyId}
    `;
    const scope = { type: "article" as const, id: String(row?.id) };
    const report = await createPublicationReport(sql, agencyId, {
      ...asked(scope),
      seal: await testSeal(),
      period: "first-7-days",
    });
    expect(report.performance.window).toMatchObject({ from: "2025-09-15", to: "2025-09-21", days: 7 });
  });

  function asked({ type, id }: { type: "article" | "portfolio" | "campaign"; id: string }) {
    return { scopeType: type, scopeId: id, createdBy: "operator" };
  }

  /** Views of the client by the raw hits. */
  async function expectZahlen(period: string, _why: string, unmeasured: number): Promise<void> {
    const scope = await keptPortfolio(sql, agencyId, clientId);
    const range = parsePeriod(period);
    if (range === null || !("from" in range)) throw new Error("no days");
    const before = comparedDays(range, "previous_period");
    const expected = await countHits(range);
    const wantedBefore = await countHits(before);
    for (const each of [{ type: "client", id: String(clientId) } as const, scope]) {
      const figures = await readFigures(sql, agencyId, { scope: each, days: range, before, clientIds: null });
      const { views, series } = figures.performance;
      expect([each.type, views]).toEqual([each.type, expected]);
      expect(series.reduce((sum, day) => sum + day.views, 0)).toBe(expected);
      expect(figures.viewsBefore.reduce((sum, count) => sum + count, 0)).toBe(wantedBefore);
      // The archived one is among them.
      expect(figures.releaseIds).toHaveLength(3);
      expect(comparedFacts(range, before, figures.firstDay).daysWithoutMeasurement).toBe(unmeasured);
    }
    const { rows } = await selectClientFigures(sql, agencyId, {
      ...{ clientIds: [clientId], days: range, query: null, sort: "name", after: null, rowsMax: 10 },
    });
    expect(rows.map(({ id, views }) => [id, views])).toEqual([[clientId, expected]]);
    const releases = await selectReleaseRows(sql, agencyId, {
      ...{
        releaseIds: (await readFigures(sql, agencyId, { scope, days: range, before: null, clientIds: null }))
          .releaseIds,
      },
      ...{ days: range, sort: "views", after: null, rowsMax: 10 },
    });
    expect(releases.reduce((sum, { views }) => sum + views, 0)).toBe(expected);
    const [group] = await selectGroupFigures(sql, agencyId, {
      type: "portfolio",
      ids: [scope.id],
      days: range,
    });
    expect(group?.views ?? 0).toBe(expected);
  }

  async function countHits({ from, to }: { from: string; to: string }): Promise<number> {
    const [row] = await sql<{ views: number }[]>`
      select count(*)::integer as views
      from hit
      where agency_id = ${agencyId}
        and class = ${humanClass}
        and occurred_at >= ${`${from} 00:00`}::timestamp at time zone 'Europe/Berlin'
        and occurred_at < (${to}::date + 1)::timestamp at time zone 'Europe/Berlin'
        and release_id in (
          select id from release
          where agency_id = ${agencyId} and client_id = ${clientId} and status in ('published', 'archived')
        )
    `;
    return row?.views ?? -1;
  }

  async function addClient(slug: string): Promise<number> {
    const client = {
      name: `Kunde ${slug}`,
      slugs: [slug.replace("ü", "ue")],
      contactEmail: null,
      imprint: testImprint,
    };
    return (await insertClient(sql, agencyId, client)).clientId;
  }

  async function publish(client: number): Promise<number> {
    const input = {
      title: "Neues Werk",
      bodyMarkdown: "Bremen.",
      slugs: [`w-${crypto.randomUUID()}`],
      publishedAt: null,
    };
    return (await publishAtOnce(sql, client, input)).pressReleaseId;
  }
});
