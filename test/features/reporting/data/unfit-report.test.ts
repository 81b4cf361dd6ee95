import { beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { verifyReportChain } from "../../../../sdk/src/index.ts";
import { ReportingData } from "../../../../service/features/reporting/data/schema.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import type { Queryable } from "../../../../service/floor/db/open.ts";
import { serviceScene } from "../../../support/cast.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestRelease, serviceKinds } from "../../../support/service.ts";
import { setTriggersAside } from "../../../support/triggers.ts";

describe.each([...serviceKinds])("on the %s database", (kind) => {
  const { service, agency } = serviceScene(kind);
  const ids: string[] = [];

  beforeAll(async () => {
    const { pressReleaseId } = await createTestRelease(service.sql, agency.agencyId);
    for (let number = 1; number <= 4; number += 1) {
      const report = await createPublicationReport(service.sql, agency.agencyId, {
        ...{ scopeType: "article", scopeId: pressReleaseId, createdBy: "operator", seal: await testSeal() },
      });
      ids.push(report.id);
    }
  });

  test("an export in which every report fits names none", async () => {
    const data = await getData();
    expect(data.reports.map(({ id }) => id)).toEqual(ids);
    expect(data).not.toHaveProperty("reportsLeftOut");
  });

  test("one report that does not fit its hash is left out and named, and all the rest is exported", async () => {
    const [first, second, third, fourth] = ids;
    await tamper(
      (sql) => sql`
        update publication_report set content = replace(content, '"views":0', '"views":9') where id = ${second ?? ""}
      `,
    );
    const data = await getData();
    expect(data.reports.map(({ id }) => id)).toEqual([first, third, fourth]);
    expect(data.reportsLeftOut).toEqual([{ id: second ?? "", number: 2 }]);
    expect(data.conversions).toEqual([]);
    // Whoever does not read the name finds the gap by the chain.
    const keys = (await (await fetch(`${service.url}/.well-known/pr-service-keys.json`)).json()).keys;
    const verdict = await verifyReportChain(data.reports, { keys, head: data.chainHead });
    expect(verdict).toMatchObject({ isValid: false, reason: "middle_missing" });
    expect(service.logged.filter((line) => line.includes('"report_does_not_fit"'))).toHaveLength(1);
  });

  test("so is one whose content is no JSON any more, though nobody can say which it was", async () => {
    await tamper((sql) => sql`update publication_report set content = 'gone' where id = ${ids[2] ?? ""}`);
    const data = await getData();
    expect(data.reports.map(({ id }) => id)).toEqual([ids[0], ids[3]]);
    expect(data.reportsLeftOut).toEqual([
      { id: ids[1] ?? "", number: 2 },
      { id: null, number: null },
    ]);
  });

  const tamper = (change: (sql: Queryable) => Promise<unknown>) =>
    service.sql.begin(async (transaction) => {
      await setTriggersAside(transaction);
      await change(transaction);
    });
  const getData = async () => {
    const headers = { authorization: `Bearer ${agency.key}` };
    const answer = await fetch(`${service.url}/api/reporting/v1/data`, { headers });
    const data: ReportingData = await answer.json();
    expect(Value.Errors(ReportingData, data).First()).toBeUndefined();
    return data;
  };
});
