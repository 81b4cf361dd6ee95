import { expect, test } from "bun:test";
import { insertCampaign } from "../../../../service/features/reporting/campaigns/sql.ts";
import { createRecordConversion } from "../../../../service/features/reporting/conversions/record-conversion.ts";
import { insertPortfolio } from "../../../../service/features/reporting/portfolios/sql.ts";
import { serviceScene } from "../../../support/cast.ts";
import { callConversions, conversionBody } from "../../../support/conversion-call.ts";
import { exportCalls } from "../../../support/export-calls.ts";
import { pdfText } from "../../../support/pdf-tools.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";

const { service } = serviceScene("server", { LOOPS: "on" });

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
    pdf: ["Herkunft: beobachtet", "probefahrt_gebucht 1 49,90 EUR", "Regeln der Zählung"],
    csv: ["conversions,,value,probefahrt_gebucht,49.90000,EUR,observed"],
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

test("the largest values that a number can have add up exactly in every scope and format, and one past them is refused", async () => {
  const agency = await createTestAgency(service.sql);
  const { agencyId } = agency;
  const calls = exportCalls(service, agency);
  const { pressReleaseId, clientId } = await createTestRelease(service.sql, agencyId);
  const send = (value: string) => {
    const body = JSON.stringify(conversionBody(pressReleaseId, { value: 0 })).replace(
      '"value":0',
      `"value":${value}`,
    );
    return callConversions({ url: service.url, key: agency.key, body });
  };
  const largest = ["1e308", "1e308", String(Number.MAX_VALUE), "0.1"];
  for (const value of largest) expect((await send(value)).ok).toBe(true);
  for (const value of ["1e309", "1.8e308", "-1e-9"]) {
    const refused = await send(value);
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: "invalid_payload" }]);
  }
  // As a program before this one stored the largest number.
  await send("1");
  await service.sql`update conversion set value = 'Infinity' where agency_id = ${agencyId} and value = 1`;
  // Of the largest number 15 digits are kept: 179769313486231 with 294 zeros.
  const sum = `${2n * 10n ** 308n + 179769313486231n * 10n ** 294n}.1`;
  const data = await fetch(`${service.url}/api/reporting/v1/data`, { headers: { "x-api-key": agency.key } });
  const { conversions } = (await data.json()) as { conversions: { value: number | null }[] };
  expect(conversions.map(({ value }) => value).toSorted((a, b) => Number(a) - Number(b))).toEqual([
    null,
    0.1,
    1e308,
    1e308,
    1.79769313486231e308,
  ]);
  const portfolio = { name: "Große Summen", clientIds: [clientId], campaignIds: [] };
  const portfolioId = await insertPortfolio(service.sql, agencyId, portfolio);
  const digits = sum.slice(0, 15);
  const shown = {
    pdf: digits.replace(/(?<=\d)(?=(\d{3})+$)/g, "."),
    csv: `conversions,,value,lead,${sum},EUR,observed`,
    json: `"amount":"${sum}"`,
  };
  for (const [scopeType, scopeId] of Object.entries({ article: pressReleaseId, portfolio: portfolioId }))
    for (const [format, words] of Object.entries(shown)) {
      const { job } = await calls.finished({ scopeType, scopeId, format, days: 1 });
      const bytes = new Uint8Array(await (await calls.download(job.id)).arrayBuffer());
      const text = format === "pdf" ? pdfText(bytes) : new TextDecoder().decode(bytes);
      expect({ format, shown: text.includes(words) || text.slice(0, 3000) }).toEqual({ format, shown: true });
      expect(text).not.toMatch(/Infinity|NaN|∞|undefined/);
    }
});
