import { describe, expect, test } from "bun:test";
import { verifyReportChain } from "../../../../sdk/src/index.ts";
import { deleteAll } from "../../../../service/features/reporting/data/delete-sql.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { getPublicationReport } from "../../../../service/features/reporting/reports/get-publication-report.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { errorOf } from "../../../support/error-of.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { articleRequest } from "./article-request.ts";

forEachDatabase((_name, open) => {
  const { sql, agency: ours, release } = databaseScene(open);
  const seal = given(() => testSeal());

  const article = (more: object = {}) => articleRequest(release, seal, more);

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
});
