import { describe, expect, test } from "bun:test";
import { insertRefusals } from "../../../../service/features/refusals/sql.ts";
import { serviceScene } from "../../../support/cast.ts";
import { createTestAgency } from "../../../support/service.ts";
import { createDashboardUser } from "../support.ts";

const path = "/app/einstellungen/anfragen";

describe("the page of refused calls", () => {
  const { service, agency, owner } = serviceScene();

  test("says kindly that nothing was refused", async () => {
    expect(await textOf(path)).toContain("Alles angenommen");
  });

  test("shows call, code, hint and key, filters, and pages", async () => {
    await fill(120);
    const text = await textOf(path);
    expect(text).toContain("value: must be a number of at least 0.");
    expect(text).toContain("/api/mcp create_draft");
    expect(text.match(/<tr role="row">/g)).toHaveLength(51);
    const filtered = await textOf(`${path}?code=validation_error&schluessel=${agency.keyId}`);
    expect(filtered.match(/<code>validation_error<\/code>/g)).toHaveLength(50);
    expect(filtered).not.toContain("<code>invalid_payload</code>");
    const next = /href="([^"]*cursor=[^"]*)"/.exec(filtered)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await textOf(next)).match(/<code>validation_error<\/code>/g)).toHaveLength(10);
    expect(await textOf(`${path}?code=%3Cscript%3E`)).toContain("Nichts gefunden");
    expect((await owner.get(`${path}?schluessel=x`)).status).toBe(200);
    expect((await owner.get(`${path}?code=a%00b`)).status).toBe(200);
    expect((await owner.get(`${path}?cursor=x`)).status).toBeLessThan(500);
  });

  test("is not shown to another agency", async () => {
    const stranger = await createDashboardUser(service, (await createTestAgency(service.sql)).agencyId);
    expect(await textOf(path, stranger)).toContain("Alles angenommen");
  });

  const textOf = async (at: string, user = owner) => await (await user.get(at)).text();

  async function fill(count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, number) => ({
      agency_id: agency.agencyId,
      id: `019aa000-0000-7000-8000-${String(number).padStart(12, "0")}`,
      age_ms: 0,
      key_id: agency.keyId,
      method: "POST",
      route: number % 2 === 0 ? "/api/reporting/v1/conversions" : "/api/mcp create_draft",
      status: 400,
      code: number % 2 === 0 ? "invalid_payload" : "validation_error",
      hint: "value: must be a number of at least 0.",
      request_id: "019aa000-0000-7000-8000-000000000000",
    }));
    await insertRefusals(service.sql, rows);
  }
});
