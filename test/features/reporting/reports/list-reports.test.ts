import { expect, test } from "bun:test";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { getPublicationReport } from "../../../../service/features/reporting/reports/get-publication-report.ts";
import { listPublicationReports } from "../../../../service/features/reporting/reports/list-publication-reports.ts";
import { databaseScene } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { errorOf } from "../../../support/error-of.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";

forEachDatabase((_name, open) => {
  const { sql } = databaseScene(open);

  test("the list of reports goes newest first through pages, by scope and by time, and never to another agency's", async () => {
    const mine = await createTestAgency(sql);
    const first = await createTestRelease(sql, mine.agencyId);
    const second = await createTestRelease(sql, mine.agencyId, { title: "Zweite" });
    const foreign = await createTestAgency(sql);
    const foreignRelease = await createTestRelease(sql, foreign.agencyId);
    const made: string[] = [];
    const seal = await testSeal();
    for (const { pressReleaseId } of [first, second, first, first, second]) {
      const report = await createPublicationReport(sql, mine.agencyId, {
        scopeType: "article",
        scopeId: pressReleaseId,
        createdBy: "operator",
        seal,
      });
      made.unshift(report.id);
    }
    const { id: foreignId } = await createPublicationReport(sql, foreign.agencyId, {
      scopeType: "article",
      scopeId: foreignRelease.pressReleaseId,
      createdBy: "operator",
      seal,
    });
    const list = async (input: Parameters<typeof listPublicationReports>[2]) => {
      const page = await listPublicationReports(sql, mine.agencyId, input);
      return { ids: page.reports.map(({ reportId }) => reportId), nextCursor: page.nextCursor };
    };
    const one = await list({ limit: 2 });
    const two = await list({ limit: 2, cursor: one.nextCursor ?? "" });
    const three = await list({ limit: 2, cursor: two.nextCursor ?? "" });
    expect([one, two, three].flatMap(({ ids }) => ids)).toEqual(made);
    expect(three.nextCursor).toBeNull();
    expect((await list({ limit: 5 })).nextCursor).toBeNull();
    const ofSecond = await list({ scopeType: "article", scopeId: second.pressReleaseId });
    expect(ofSecond.ids).toEqual([made[0], made[3]] as string[]);
    expect((await list({ scopeType: "campaign" })).ids).toEqual([]);
    expect((await list({ scopeId: "nothing" })).ids).toEqual([]);
    const since = (await getPublicationReport(sql, mine.agencyId, { reportId: made[1] ?? "", seal }))
      .createdAt;
    expect((await list({ createdSince: since })).ids).toEqual(made.slice(0, 2));
    const [listed] = (await listPublicationReports(sql, mine.agencyId, { limit: 1 })).reports;
    expect(listed).toEqual({
      reportId: made[0] ?? "",
      scopeType: "article",
      scopeId: String(second.pressReleaseId),
      title: "Zweite",
      from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      to: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      createdAt: expect.stringMatching(/Z$/),
      clientName: expect.any(String),
    });
    const foreignList = await listPublicationReports(sql, foreign.agencyId, {});
    expect(foreignList.reports.map(({ reportId }) => reportId)).toEqual([foreignId]);
    expect(await errorOf(list({ cursor: "x" }))).toMatchObject({ code: "invalid_cursor" });
  });
});
