import { beforeAll, describe, expect, test } from "bun:test";
import { createClient, verifyReport } from "../../../../sdk/src/index.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { serviceScene } from "../../../support/cast.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency } from "../../../support/service.ts";

describe("an export of a frozen report", () => {
  const { service, agency, release } = serviceScene("server", { LOOPS: "on" });
  let reportId: string;

  beforeAll(async () => {
    const report = await createPublicationReport(service.sql, agency.agencyId, {
      scopeType: "article",
      scopeId: release.pressReleaseId,
      days: 7,
      createdBy: "operator",
      seal: await testSeal(),
    });
    reportId = report.id;
  });

  test("needs the format only, or a scope that agrees", async () => {
    const agreeing = [
      {},
      { scopeType: "article" },
      { scopeId: String(release.pressReleaseId) },
      { scopeType: "article", scopeId: `00${release.pressReleaseId}`, days: 7 },
      { reportId: reportId.toUpperCase() },
    ];
    for (const more of agreeing)
      expect((await order({ reportId, format: "json", ...more })).status).toBe(202);
  });

  test("refuses a scope that is not the report's, and names the field", async () => {
    const contradicting = [
      ["scopeType", { scopeType: "campaign" }],
      ["scopeId", { scopeType: "article", scopeId: release.pressReleaseId + 1 }],
      ["scopeId", { scopeType: "article", scopeId: "x" }],
      ["days", { days: 8 }],
    ] as const;
    for (const [field, more] of contradicting) {
      const { status, answer } = await order({ reportId, format: "csv", ...more });
      expect([status, answer.error], field).toEqual([400, "invalid_body"]);
      expect(answer.details).toMatchObject({ fieldErrors: { [field]: [expect.any(String)] } });
    }
    expect(await order({ reportId: "x", format: "csv" })).toMatchObject({ status: 400 });
    expect(await order({ format: "csv" })).toMatchObject({ status: 400, answer: { error: "invalid_body" } });
    expect(await order({ scopeType: "article", format: "csv" })).toMatchObject({ status: 400 });
  });

  test("does not know another agency's report, but its own key", async () => {
    const other = await createTestAgency(service.sql);
    const { status, answer } = await order({ reportId, format: "csv" }, { key: other.key });
    expect([status, answer.error]).toEqual([404, "scope_not_found"]);
    expect((await order({ reportId, format: "csv" }, { name: "mine" })).status).toBe(202);
    expect((await order({ reportId, format: "csv", days: 9 }, { name: "mine" })).answer.status).toBe(
      "existing",
    );
    const unknown = { reportId: crypto.randomUUID(), format: "csv" };
    expect((await order(unknown, { name: "mine" })).answer.status).toBe("existing");
  });

  test("gives the same report as PDF, CSV and JSON; the JSON verifies as it is, the CSV names hash, number and page", async () => {
    const client = createClient({ baseUrl: service.url, apiKey: agency.key });
    const texts: Record<string, string> = {};
    for (const format of ["pdf", "csv", "json"] as const) {
      const { data } = await client.exports.createExport({ reportId, format });
      const { data: state } = await client.exports.waitForExport(data.id);
      expect(state.job.reportId).toBe(reportId);
      const { data: file } = await client.exports.downloadExport(data.id);
      texts[format] = await new Response(file.stream).text();
    }
    const keys = await (await fetch(`${service.url}/.well-known/pr-service-keys.json`)).json();
    const { isValid, contentHash } = await verifyReport(texts.json, { keys });
    expect(isValid).toBe(true);
    expect(texts.pdf).toStartWith("%PDF");
    for (const row of [
      `report,,id,,${reportId},uuid,`,
      "report,,number,,1,number,",
      `report,,contentHash,,${contentHash},sha256,`,
      `report,,verifyAt,,${service.url}/pruefen,url,`,
    ])
      expect(texts.csv).toContain(row);
    const [count] =
      await service.sql`select count(*) as reports from publication_report where agency_id = ${agency.agencyId}`;
    expect(Number(count?.reports)).toBe(1);
  });

  async function order(body: object, { key = agency.key, name = crypto.randomUUID() as string } = {}) {
    const response = await fetch(`${service.url}/api/reporting/v1/exports`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${key}`,
        "Idempotency-Key": name,
        "Content-Type": "application/json",
      },
      body: JSON.stringify(body),
    });
    const answer: { error?: string; status?: string; details?: unknown } = await response.json();
    return { status: response.status, answer };
  }
});
