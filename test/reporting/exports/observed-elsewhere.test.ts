import { afterAll, beforeAll, expect, test } from "bun:test";
import { insertCampaign } from "../../../service/reporting/campaigns/sql.ts";
import { createRecordConversion } from "../../../service/reporting/conversions/record-conversion.ts";
import { insertPortfolio } from "../../../service/reporting/portfolios/sql.ts";
import { exportCalls } from "../../support/export-calls.ts";
import { pdfText } from "../../support/pdf-tools.ts";
import {
  createTestAgency,
  createTestRelease,
  startTestService,
  type TestService,
} from "../../support/service.ts";

let service: TestService;

beforeAll(async () => {
  service = await startTestService("server");
});
afterAll(() => service.stop());

test("all scopes tell in all formats what was observed outside, under its own origin", async () => {
  const agency = await createTestAgency(service.sql);
  const { agencyId } = agency;
  const calls = exportCalls(service, agency);
  const observed = await createTestRelease(service.sql, agencyId);
  const releaseIds = [observed.pressReleaseId];
  await createRecordConversion(service.sql)(agencyId, {
    eventId: "probefahrt-1",
    pressReleaseId: observed.pressReleaseId,
    kind: "probefahrt_gebucht",
    value: 49.9,
    currency: "EUR",
    occurredAt: new Date().toISOString(),
  });
  const campaignId = await insertCampaign(service.sql, agencyId, { name: "Frühjahr", releaseIds });
  const clientIds = [observed.clientId];
  const portfolio = { name: "Äußere Wirkung", clientIds, campaignIds: [] };
  const portfolioId = await insertPortfolio(service.sql, agencyId, portfolio);
  const shown = {
    pdf: ["Externe Erkenntnisse – beobachtet", "probefahrt_gebucht 1 49,90 EUR", "Regeln der Zählung"],
    csv: ["conversions,,value,probefahrt_gebucht,49.9,EUR,observed"],
    json: ['"kind":"probefahrt_gebucht"', '"origin":"observed"', '"amount":"49.9"'],
  };
  const scopes = { article: observed.pressReleaseId, campaign: campaignId, portfolio: portfolioId };
  for (const [scopeType, scopeId] of Object.entries(scopes)) {
    for (const [format, words] of Object.entries(shown)) {
      const { job } = await calls.finished({ scopeType, scopeId, format, days: 1 });
      const bytes = new Uint8Array(await (await calls.download(job.id)).arrayBuffer());
      const text = format === "pdf" ? pdfText(bytes) : new TextDecoder().decode(bytes);
      expect(words.filter((word) => !text.includes(word))).toEqual([]);
    }
  }
});
