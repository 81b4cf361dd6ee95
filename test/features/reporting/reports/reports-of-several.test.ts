import { describe, expect, test } from "bun:test";
import { insertCampaign } from "../../../../service/features/reporting/campaigns/sql.ts";
import { releaseFacts } from "../../../../service/features/reporting/exports/shown-parts.ts";
import { wordingOf } from "../../../../service/features/reporting/exports/wording/wording.ts";
import { insertPortfolio } from "../../../../service/features/reporting/portfolios/sql.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { insertMention } from "../../insights/support.ts";

forEachDatabase((_name, open) => {
  const { sql, agency: ours, release } = databaseScene(open);
  const seal = given(() => testSeal());

  describe("a report", () => {
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
  });
});
