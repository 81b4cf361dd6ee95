import { describe, expect, test } from "bun:test";
import { campaignReleasesMax, insertCampaign } from "../../../../service/features/reporting/campaigns/sql.ts";
import {
  insertPortfolio,
  portfolioMembersMax,
} from "../../../../service/features/reporting/portfolios/sql.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { errorOf } from "../../../support/error-of.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";

forEachDatabase((_name, open) => {
  const { sql, agency, release } = databaseScene(open);
  const foreign = given(async () => createTestRelease(sql, (await createTestAgency(sql)).agencyId));

  describe("a campaign", () => {
    test("holds each of its releases once", async () => {
      const second = await createTestRelease(sql, agency.agencyId);
      const releaseIds = [release.pressReleaseId, second.pressReleaseId, release.pressReleaseId];
      const id = await insertCampaign(sql, agency.agencyId, { name: "Ärger & Glück 🎉", releaseIds });
      const rows = await sql`
        select name, release_id as "releaseId"
        from campaign
        join campaign_release on campaign_release.agency_id = campaign.agency_id and campaign_id = id
        where id = ${id}
        order by release_id
      `;
      expect([...rows]).toEqual([
        { name: "Ärger & Glück 🎉", releaseId: release.pressReleaseId },
        { name: "Ärger & Glück 🎉", releaseId: second.pressReleaseId },
      ]);
    });

    test("of an agency that is not there is refused, and so is its portfolio", async () => {
      const campaign = insertCampaign(sql, 2_147_483_647, {
        name: "N",
        releaseIds: [release.pressReleaseId],
      });
      expect(await errorOf(campaign)).toMatchObject({ code: "release_not_found" });
      const portfolio = insertPortfolio(sql, 2_147_483_647, {
        name: "N",
        clientIds: [release.clientId],
        campaignIds: [],
      });
      expect(await errorOf(portfolio)).toMatchObject({ code: "not_found" });
    });

    test("is not created with a release that is unknown or another agency's, with none, or with too many", async () => {
      for (const other of [foreign.pressReleaseId, 2_147_483_647]) {
        const refused = insertCampaign(sql, agency.agencyId, {
          name: "N",
          releaseIds: [release.pressReleaseId, other],
        });
        expect(await errorOf(refused)).toMatchObject({ code: "release_not_found" });
      }
      const many = Array.from({ length: campaignReleasesMax + 1 }, (_, index) => index + 1);
      for (const releaseIds of [[], many]) {
        const refused = insertCampaign(sql, agency.agencyId, { name: "N", releaseIds });
        expect(await errorOf(refused)).toMatchObject({ code: "invalid_parameters" });
      }
      const atTheEdge = insertCampaign(sql, agency.agencyId, { name: "N", releaseIds: many.slice(1) });
      expect(await errorOf(atTheEdge)).toMatchObject({ code: "release_not_found" });
      expect(await sql`select from campaign where name = 'N'`).toHaveLength(0);
    });
  });

  describe("a portfolio", () => {
    test("holds clients and campaigns of its agency", async () => {
      const releaseIds = [release.pressReleaseId];
      const campaignId = await insertCampaign(sql, agency.agencyId, { name: "Kampagne", releaseIds });
      const clientIds = [release.clientId, release.clientId];
      const id = await insertPortfolio(sql, agency.agencyId, {
        name: "Portfolio",
        clientIds,
        campaignIds: [campaignId],
      });
      const [row] = await sql`
        select
          (select array_agg(client_id) from portfolio_client where portfolio_id = ${id}) as clients,
          (select array_agg(campaign_id) from portfolio_campaign where portfolio_id = ${id}) as campaigns
      `;
      expect(row).toEqual({ clients: [release.clientId], campaigns: [campaignId] });
    });

    test("is not created with a client or campaign that is unknown or another agency's, or without clients", async () => {
      const clientIds = [release.clientId];
      const campaignIds: string[] = [];
      const unknown = [
        { clientIds: [release.clientId, foreign.clientId], campaignIds },
        { clientIds, campaignIds: ["01981234-5678-7abc-8def-0123456789ab"] },
      ];
      for (const input of unknown) {
        const refused = insertPortfolio(sql, agency.agencyId, { name: "P", ...input });
        expect(await errorOf(refused)).toMatchObject({ code: "not_found" });
      }
      const many = Array.from({ length: portfolioMembersMax + 1 }, (_, index) => index + 1);
      for (const wrong of [[], many]) {
        const refused = insertPortfolio(sql, agency.agencyId, { name: "P", clientIds: wrong, campaignIds });
        expect(await errorOf(refused)).toMatchObject({ code: "invalid_parameters" });
      }
      expect(await sql`select from portfolio where name = 'P'`).toHaveLength(0);
    });
  });
});
