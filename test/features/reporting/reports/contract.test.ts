import { describe, expect, test } from "bun:test";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { serviceScene } from "../../../support/cast.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease, serviceKinds } from "../../../support/service.ts";

const unknownId = "01981234-5678-7abc-8def-0123456789ab";

for (const kind of serviceKinds) {
  describe(`reports on the ${kind} database`, () => {
    const { service, agency } = serviceScene(kind);

    const get = (reportId: string, key: string) =>
      fetch(`${service.url}/api/reporting/v1/reports/${reportId}`, {
        headers: { Authorization: `Bearer ${key}` },
      });

    test("a report is answered as it was issued, and stays so when its release changes", async () => {
      const { pressReleaseId } = await createTestRelease(service.sql, agency.agencyId);
      const report = await createPublicationReport(service.sql, agency.agencyId, {
        scopeType: "article",
        scopeId: pressReleaseId,
        createdBy: "operator",
        seal: await testSeal(),
      });
      await service.sql`update release set title = 'Anders' where id = ${pressReleaseId}`;
      for (const spelling of [report.id, report.id.toUpperCase()]) {
        const response = await get(spelling, agency.key);
        expect(response.status).toBe(200);
        expect(response.headers.get("x-service-api-version")).toBe("2026-07-22");
        expect(response.headers.get("x-ratelimit-limit")).toBe("100000");
        expect(await response.json()).toEqual({ report });
      }
      const stranger = await createTestAgency(service.sql);
      const foreign = await get(report.id, stranger.key);
      expect(foreign.status).toBe(404);
      expect(await foreign.json()).toEqual({ error: "not_found" });
    });

    test("an unknown or malformed id is not found, and without a key nothing is told", async () => {
      for (const id of [unknownId, "x", `${unknownId}0`, "%00"]) {
        const response = await get(id, agency.key);
        expect(response.status).toBe(404);
        expect(await response.json()).toEqual({ error: "not_found" });
      }
      const keyless = await fetch(`${service.url}/api/reporting/v1/reports/${unknownId}`);
      expect(keyless.status).toBe(401);
    });

    test("an agency of another plan and one over its limit are refused", async () => {
      const starter = await createTestAgency(service.sql, { plan: "starter" });
      expect((await get(unknownId, starter.key)).status).toBe(403);
      const limited = await createTestAgency(service.sql, { hourlyLimit: 1 });
      expect((await get(unknownId, limited.key)).status).toBe(404);
      expect((await get(unknownId, limited.key)).status).toBe(429);
    });
  });
}
