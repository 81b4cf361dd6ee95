import { describe, expect, test } from "bun:test";
import { verifyReport, verifyReportChain } from "../../../../sdk/src/index.ts";
import { insertCampaign } from "../../../../service/features/reporting/campaigns/sql.ts";
import { createRecordConversion } from "../../../../service/features/reporting/conversions/record-conversion.ts";
import { deleteAll } from "../../../../service/features/reporting/data/delete-sql.ts";
import { releaseFacts } from "../../../../service/features/reporting/exports/shown-parts.ts";
import { wordingOf } from "../../../../service/features/reporting/exports/wording/wording.ts";
import { insertPortfolio } from "../../../../service/features/reporting/portfolios/sql.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { getPublicationReport } from "../../../../service/features/reporting/reports/get-publication-report.ts";
import { summarizeReport } from "../../../../service/features/reporting/reports/rules.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { errorOf, thrownBy } from "../../../support/error-of.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { insertMention } from "../../insights/support.ts";

forEachDatabase((_name, open) => {
  const { sql, agency: ours, release } = databaseScene(open);
  const seal = given(() => testSeal());

  const article = (more: object = {}) => ({
    scopeType: "article" as const,
    scopeId: release.pressReleaseId,
    createdBy: "operator",
    seal,
    ...more,
  });

  describe("a report", () => {
    test("says what it is about and verifies with the SDK, also after it was read back", async () => {
      const report = await createPublicationReport(sql, ours.agencyId, article({ days: 7 }));
      expect(report).toMatchObject({
        schemaVersion: "publication-report-v1",
        methodologyVersion: "first-party-v2",
        createdBy: "operator",
        agency: { id: ours.agencyId, name: "Nordlicht Kommunikation" },
        scope: {
          type: "article",
          id: String(release.pressReleaseId),
          title: "Neues Werk in Bremen eröffnet",
        },
        release: {
          id: release.pressReleaseId,
          client: { agencyId: ours.agencyId, name: "Müller Maschinenbau" },
        },
        performance: { origin: "measured", window: { days: 7 }, views: 0 },
        methodology: { level: "L1", lists: expect.arrayContaining([{ name: "isbot", version: "5.2.3" }]) },
        integrity: { version: 2, algorithm: "sha256", number: 1, previousChainHash: null },
      });
      expect(report.releases).toBeUndefined();
      const read = await getPublicationReport(sql, ours.agencyId, { reportId: report.id, seal });
      expect(read).toEqual(report);
      expect(await verifyReport(read)).toMatchObject({ isValid: true });
      expect(summarizeReport(read)).toEqual({
        reportId: report.id,
        scopeType: "article",
        scopeId: String(release.pressReleaseId),
        from: report.performance.window.from,
        to: report.performance.window.to,
        contentHash: report.integrity.contentHash,
        createdAt: report.createdAt,
        headline: { views: 0, uniqueVisitors: 0, visits: 0 },
      });
    });

    test("holds what others observed apart from what was measured", async () => {
      const mine = await createTestRelease(sql, ours.agencyId);
      await createRecordConversion(sql)(ours.agencyId, {
        eventId: "lead-1",
        pressReleaseId: mine.pressReleaseId,
        kind: "lead",
        value: 49.9,
        currency: "EUR",
        occurredAt: new Date().toISOString(),
      });
      const report = await createPublicationReport(
        sql,
        ours.agencyId,
        article({ scopeId: mine.pressReleaseId }),
      );
      expect(report.externalInsights?.conversions).toMatchObject([
        {
          kind: "lead",
          count: 1,
          value: [{ amount: "49.9", currency: "EUR" }],
          provenance: { origin: "observed" },
        },
      ]);
      expect(report.performance.views).toBe(0);
      expect(await verifyReport(report)).toMatchObject({ isValid: true });
    });

    test("of a campaign or portfolio sums its releases, and lists each", async () => {
      const other = await createTestRelease(sql, ours.agencyId, { title: "Zweite Meldung" });
      for (const [id, views] of [
        [release.pressReleaseId, 40],
        [other.pressReleaseId, 2],
      ]) {
        await sql`
          insert into hit_day
          values (${ours.agencyId}, ${id ?? 0}, now(), 0, ${views ?? 0}, 2, 2, 1, 0, 0, 0, 0, 0, 0)
        `;
      }
      const releaseIds = [release.pressReleaseId, other.pressReleaseId];
      const campaignId = await insertCampaign(sql, ours.agencyId, { name: "Herbst", releaseIds });
      const clientIds = [release.clientId];
      const campaignIds = [campaignId];
      const portfolioId = await insertPortfolio(sql, ours.agencyId, {
        name: "Alles",
        clientIds,
        campaignIds,
      });
      for (const [scopeType, scopeId, title] of [
        ["campaign", campaignId, "Herbst"],
        ["portfolio", portfolioId.toUpperCase(), "Alles"],
      ] as const) {
        const report = await createPublicationReport(sql, ours.agencyId, {
          scopeType,
          scopeId,
          createdBy: "operator",
          seal,
        });
        expect(report.scope).toEqual({ type: scopeType, id: scopeId.toLowerCase(), title });
        expect(report.release).toBeUndefined();
        expect(report.performance).toMatchObject({ views: 42, uniqueVisitors: { value: 4 }, visits: 4 });
        expect(new Map(report.releases?.map((each) => [each.release.id, each.views]))).toEqual(
          new Map([
            [release.pressReleaseId, 40],
            [other.pressReleaseId, 2],
          ]),
        );
        expect(report.methodology.rules.join(" ")).toContain("wer zwei Meldungen liest, zählt in beiden");
      }
      // Of a client a portfolio takes what was published; what somebody put into a campaign it takes as it is.
      await sql`update release set status = 'draft' where id = ${other.pressReleaseId}`;
      const onlyClients = await insertPortfolio(sql, ours.agencyId, {
        name: "Kunden",
        clientIds: [release.clientId, other.clientId],
        campaignIds: [],
      });
      const count = async (scopeId: string) =>
        (
          await createPublicationReport(sql, ours.agencyId, {
            scopeType: "portfolio",
            scopeId,
            createdBy: "operator",
            seal,
          })
        ).releases?.length;
      expect(await count(onlyClients)).toBe(1);
      expect(await count(portfolioId)).toBe(2);
    });

    test("of one release says on its card how many clippings it has, as one of two does, and one on an article lists none", async () => {
      const { agencyId } = await createTestAgency(sql);
      const { pressReleaseId, clientId } = await createTestRelease(sql, agencyId);
      for (let index = 0; index < 3; index += 1)
        await insertMention(sql, agencyId, { release_id: pressReleaseId, client_id: clientId });
      const other = await createTestRelease(sql, agencyId);
      const make = (scope: { scopeType: "article" | "portfolio"; scopeId: string | number }) =>
        createPublicationReport(sql, agencyId, { ...scope, createdBy: "operator", seal });
      for (const clientIds of [[clientId], [clientId, other.clientId]]) {
        const scopeId = await insertPortfolio(sql, agencyId, { name: "Kunden", clientIds, campaignIds: [] });
        const report = await make({ scopeType: "portfolio", scopeId });
        expect(report.releases).toHaveLength(clientIds.length);
        const cards = report.releases?.map((entry) => releaseFacts(entry, report, wordingOf(report)));
        expect(cards?.filter((card) => card.endsWith(" · 3\u00a0Medienberichte"))).toHaveLength(1);
      }
      const article = await make({ scopeType: "article", scopeId: pressReleaseId });
      expect(article.externalInsights?.mediaMentions?.count).toBe(3);
      expect(article.externalInsights?.mediaMentions).not.toHaveProperty("byRelease");
    });

    test("is not made for a scope that is unknown, malformed or another agency's", async () => {
      const stranger = (await createTestAgency(sql)).agencyId;
      expect(await errorOf(createPublicationReport(sql, stranger, article()))).toMatchObject({
        code: "scope_not_found",
      });
      for (const scopeId of ["x", 0, 2_147_483_648, "2147483647"]) {
        const asked = createPublicationReport(sql, ours.agencyId, article({ scopeId }));
        expect(await errorOf(asked)).toMatchObject({ code: "scope_not_found" });
      }
      const [row] =
        await sql`select count(*) as reports from publication_report where agency_id = ${stranger}`;
      expect(row?.reports).toBe(0);
    });
  });

  describe("the chain of an agency", () => {
    test("numbers and links 50 reports made at once one after the other, and no other agency's", async () => {
      const mine = await createTestAgency(sql);
      const { pressReleaseId } = await createTestRelease(sql, mine.agencyId);
      const make = () =>
        createPublicationReport(sql, mine.agencyId, {
          scopeType: "article",
          scopeId: pressReleaseId,
          createdBy: "operator",
          seal,
        });
      const others = createPublicationReport(sql, ours.agencyId, article());
      const made = await Promise.all(Array.from({ length: 50 }, make));
      await others;
      const rows = await sql<{ id: string }[]>`
        select id from publication_report where agency_id = ${mine.agencyId} order by number
      `;
      expect(rows.map(({ id }) => id).toSorted()).toEqual(made.map(({ id }) => id).toSorted());
      const reports = await Promise.all(
        rows.map(({ id }) => getPublicationReport(sql, mine.agencyId, { reportId: id, seal })),
      );
      const { publicKeys } = await seal.keys();
      const keys = [...publicKeys.values()].map(({ jwk }) => jwk);
      expect(reports.map(({ integrity }) => ("version" in integrity ? integrity.number : 0))).toEqual(
        Array.from({ length: 50 }, (_, index) => index + 1),
      );
      expect(await verifyReportChain(reports, { keys })).toMatchObject({ isValid: true });
      const times = reports.map(({ createdAt }) => createdAt);
      expect(times.toSorted()).toEqual(times);
      expect(await verifyReportChain(reports.toSpliced(7, 1))).toMatchObject({ isValid: false, brokenAt: 7 });
    });

    test("refuses to be changed, shortened or emptied, and begins anew after the deletion of the reporting data", async () => {
      const report = await createPublicationReport(sql, ours.agencyId, article());
      const attempts = [
        () => sql`update publication_report set title = 'x' where id = ${report.id}`,
        () => sql`update publication_report set content = content where id = ${report.id}`,
        () => sql`delete from publication_report where id = ${report.id}`,
        () => sql`truncate publication_report cascade`,
        () =>
          sql.begin(async (transaction) => {
            await transaction`select set_config('pr_service.deletes_reports_of', ${String(ours.agencyId + 1)}, true)`;
            await transaction`delete from publication_report where id = ${report.id}`;
          }),
      ];
      for (const attempt of attempts) {
        const refusal = await attempt().then(
          () => null,
          (error: unknown) => error,
        );
        expect(refusal).toMatchObject({ code: "23001" });
      }
      const [kept] =
        await sql`select count(*) as reports from publication_report where agency_id = ${ours.agencyId}`;
      const { deleted } = await sql.begin((transaction) => deleteAll(transaction, ours.agencyId));
      expect(deleted.reports).toBe(Number(kept?.reports));
      expect(
        await errorOf(getPublicationReport(sql, ours.agencyId, { reportId: report.id, seal })),
      ).toMatchObject({
        code: "not_found",
      });
      const next = await createPublicationReport(sql, ours.agencyId, article());
      expect(next.integrity).toMatchObject({ version: 2, number: 1, previousChainHash: null });
      const refusal = await sql`delete from publication_report where id = ${next.id}`.catch(
        (error: unknown) => error,
      );
      expect(refusal).toMatchObject({ code: "23001" });
    });
  });

  describe("an idempotency key", () => {
    test("gives the same report again, also to equal calls at once, and refuses another request", async () => {
      const asked = article({ idempotencyKey: "weekly", days: 7 });
      const made = await Promise.all(
        Array.from({ length: 10 }, () => createPublicationReport(sql, ours.agencyId, asked)),
      );
      expect(new Set(made.map(({ id }) => id)).size).toBe(1);
      expect(await createPublicationReport(sql, ours.agencyId, asked)).toEqual(made[0] as (typeof made)[0]);
      const other = createPublicationReport(sql, ours.agencyId, { ...asked, days: 8 });
      expect(await errorOf(other)).toMatchObject({ code: "idempotency_conflict" });
    });
  });

  describe("what goes along with a report", () => {
    test("is undone with it, and undoes it: the event, and what the caller adds", async () => {
      await sql`
        insert into webhook (agency_id, id, endpoint_url, endpoint_hash, events, secret_encrypted)
        values (
          ${ours.agencyId}, gen_random_uuid(), 'https://receiver.invalid/', decode(repeat('00', 32), 'hex'),
          '{report.created}', ''
        )
      `;
      const events = async () =>
        await sql<
          { payload: string }[]
        >`select payload from webhook_message where agency_id = ${ours.agencyId}`;
      const refused = createPublicationReport(sql, ours.agencyId, {
        ...article({ idempotencyKey: "undone" }),
        alongside: () => Promise.reject(new Error("no")),
      });
      expect(await thrownBy(refused)).toThrow("no");
      expect(await events()).toHaveLength(0);
      const report = await createPublicationReport(sql, ours.agencyId, article({ idempotencyKey: "undone" }));
      const told = await events();
      expect(told).toHaveLength(1);

      const [event] = told;
      expect(JSON.parse(event?.payload ?? "")).toEqual({
        type: "report.created",
        timestamp: expect.any(String),
        data: {
          agencyId: ours.agencyId,
          reportId: report.id,
          scopeType: "article",
          scopeId: String(release.pressReleaseId),
          contentHash: report.integrity.contentHash,
          createdAt: report.createdAt,
          chainHead: expect.objectContaining({ number: expect.any(Number) }),
        },
      });
    });
  });
});
