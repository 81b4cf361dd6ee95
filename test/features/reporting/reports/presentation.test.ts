import { beforeAll, describe, expect, test } from "bun:test";
import { verifyReport } from "../../../../sdk/src/index.ts";
import { readLogo } from "../../../../service/features/agencies/settings/read-logo.ts";
import { updateAgency } from "../../../../service/features/agencies/settings/update-agency.ts";
import { readReportFonts } from "../../../../service/features/reporting/exports/read-report-fonts.ts";
import { createPdfRenderer } from "../../../../service/features/reporting/exports/render-pdf.ts";
import type { ReportSeal } from "../../../../service/features/reporting/integrity/report-seal.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { getPublicationReport } from "../../../../service/features/reporting/reports/get-publication-report.ts";
import { readReportPictures } from "../../../../service/features/reporting/reports/read-pictures.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { errorOf } from "../../../support/error-of.ts";
import { samplePng } from "../../../support/sample-png.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { insertPicture } from "../../media/support/insert-picture.ts";

const actor = { type: "operator", id: null } as const;

forEachDatabase((_name, open) => {
  let sql: Sql;
  let seal: ReportSeal;
  let agencyId: number;
  let releaseId: number;
  let clientId: number;

  beforeAll(async () => {
    sql = (await open()).database.sql;
    seal = await testSeal();
    ({ agencyId } = await createTestAgency(sql));
    ({ pressReleaseId: releaseId, clientId } = await createTestRelease(sql, agencyId));
  });

  describe("a report's look", () => {
    test("is frozen with it: another logo and colour change no byte of its PDF", async () => {
      const logo = samplePng(60, 20);
      await updateAgency(sql, agencyId, { update: { colorPrimary: "#14427a", logo }, actor });
      const assetId = await insertPicture(sql, agencyId, { clientId, caption: "Werk" });
      const picture = { ...readLogo(samplePng(30, 20)), assetId, alt: "Werk", credit: null };
      await sql`update release set image_asset_id = ${assetId} where agency_id = ${agencyId} and id = ${releaseId}`;
      const made = await create({ comment: "  Gut.\r\nSehr gut.  ", readPictures: async () => [picture] });
      expect(await verifyReport(made)).toMatchObject({ isValid: true });
      expect(made.presentation?.releaseUrl).toMatch(
        /^https:\/\/presse\.example\.com\/newsroom\/[a-z0-9-]+\/[a-z0-9-]+$/,
      );
      expect(made).toMatchObject({
        comment: "Gut.\nSehr gut.",
        presentation: {
          language: "de",
          colorPrimary: "#14427a",
          logo: { sha256: readLogo(logo).sha256, width: 60, height: 20 },
          picture: { sha256: picture.sha256, alt: "Werk" },
        },
      });
      const render = createPdfRenderer({ fonts: await readReportFonts() });
      const first = await render(made, { pictures: await readReportPictures(sql, agencyId, made) });
      await updateAgency(sql, agencyId, {
        update: { colorPrimary: "#5a0a0a", logo: samplePng(50, 50) },
        actor,
      });
      const read = await getPublicationReport(sql, agencyId, { reportId: made.id, seal });
      const pictures = await readReportPictures(sql, agencyId, read);
      expect(Object.keys(pictures)).toHaveLength(2);
      expect(Buffer.compare(first, await render(read, { pictures }))).toBe(0);
      expect((await create()).presentation?.colorPrimary).toBe("#5a0a0a");
    });

    test("is English where the newsroom is, its method too", async () => {
      const { agencyId: other } = await createTestAgency(sql);
      const { pressReleaseId } = await createTestRelease(sql, other);
      await sql`update newsroom set language = 'en' where agency_id = ${other}`;
      const report = await createPublicationReport(sql, other, {
        seal,
        scopeType: "article",
        scopeId: pressReleaseId,
        createdBy: "operator",
      });
      expect(report.presentation).toEqual({ language: "en", layout: 2, edition: 2 });
      expect(report.methodology.rules[0]).toStartWith("A view is");
    });
  });

  describe("a comment", () => {
    test("has up to 4,000 characters, counted as people do", async () => {
      expect((await create({ comment: "🙂".repeat(4_000) })).comment).toHaveLength(8_000);
      for (const comment of ["x".repeat(4_001), "a\0b", "\ud800", "> ".repeat(60)]) {
        expect(await errorOf(create({ comment }))).toMatchObject({
          code: "validation_error",
          details: { fieldErrors: { comment: [expect.any(String)] } },
        });
      }
      expect((await create({ comment: "  \n " })).comment).toBeUndefined();
    });

    test("belongs to the call that its idempotency key names", async () => {
      const asked = { idempotencyKey: "with-comment", comment: "Eins" };
      const first = await create(asked);
      expect((await create(asked)).id).toBe(first.id);
      expect(await errorOf(create({ ...asked, comment: "Zwei" }))).toMatchObject({
        code: "idempotency_conflict",
      });
    });
  });

  const create = (more: object = {}) =>
    createPublicationReport(sql, agencyId, {
      seal,
      scopeType: "article",
      scopeId: releaseId,
      createdBy: "operator",
      publicUrl: "https://presse.example.com",
      ...more,
    });
});
