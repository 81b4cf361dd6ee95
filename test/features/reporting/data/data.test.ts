import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { verifyReportChain } from "../../../../sdk/src/index.ts";
import { reportingDataExample } from "../../../../service/features/reporting/data/examples.ts";
import { ReportingData } from "../../../../service/features/reporting/data/schema.ts";
import { completeJob, exportQueue } from "../../../../service/features/reporting/exports/claim-sql.ts";
import { claimRow, keepRow } from "../../../../service/floor/queues/leased-rows.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { callConversions, conversionBody } from "../../../support/conversion-call.ts";
import { createTestAgency, createTestRelease, databaseKinds } from "../../../support/service.ts";
import { fillAgency } from "./fill-agency.ts";
import { deleteData, getData } from "./support.ts";

const confirm = "DELETE REPORTING DATA";
const areas = [
  "reports",
  "audits",
  "campaigns",
  "portfolios",
  "schedules",
  "mediaMentions",
  "searchVisibility",
  "conversions",
  "exportJobs",
  "providerConnections",
  "webhooks",
  "webhookDeliveries",
  "aiVisibility",
  "timeStamps",
  "goals",
];

for (const kind of databaseKinds) {
  describe(`reporting data on the ${kind} database`, () => {
    const { service, agency, release: published } = serviceScene(kind);
    const secrets = given(() => fillAgency(service, agency, published.pressReleaseId));

    test("the export has exactly the collections of the contract, and each one its records", async () => {
      const response = await fetch(`${service.url}/api/reporting/v1/data`, {
        headers: { authorization: `Bearer ${agency.key}` },
      });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/json");
      expect(response.headers.get("x-service-api-version")).toBe("2026-07-22");
      expect(response.headers.get("x-ratelimit-limit")).toBe("100000");
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      const data = (await response.json()) as ReportingData;
      expect(Object.keys(data)).toEqual(["exportedAt", "agencyId", "chainHead", ...areas]);
      expect(Value.Check(ReportingData, data)).toBe(true);
      expect(data.agencyId).toBe(agency.agencyId);
      expect(Math.abs(Date.parse(data.exportedAt) - Date.now())).toBeLessThan(60_000);
      for (const [name, records] of Object.entries(data)) {
        if (Array.isArray(records))
          expect({ name, isEmpty: records.length === 0 }).toEqual({ name, isEmpty: false });
      }
      expect(data.campaigns[0]).toMatchObject({ name: "Herbst", releaseIds: [published.pressReleaseId] });
      expect(data.portfolios[0]).toMatchObject({
        clientIds: [expect.any(Number)],
        campaignIds: [data.campaigns[0]?.id],
      });
      expect(data.schedules[0]).toMatchObject({
        ...{ period: "month", comparison: "previous_year", isLookedThrough: true, isBusinessDay: true },
      });
      expect(data.conversions[0]).toMatchObject({
        kind: "lead",
        value: 49.9,
        currency: "EUR",
        origin: "observed",
      });
      // The example had a string where the service answers a number.
      expect(typesOf(reportingDataExample.conversions[0])).toEqual(typesOf(data.conversions[0]));
      expect(data.mediaMentions.map(({ origin, importFile }) => ({ origin, importFile }))).toEqual([
        { origin: "imported", importFile: "clippings.csv" },
        { origin: "observed", importFile: null },
      ]);
      expect(data.aiVisibility.summary.engines).toEqual([
        {
          engine: "ChatGPT",
          samples: 1,
          runs: 20,
          mentioned: 8,
          cited: 5,
          rate: { value: 0.4, interval: { low: 0.2188, high: 0.6134, level: 0.95 } },
        },
      ]);
      expect(data.providerConnections[0]).toMatchObject({
        kind: "rss",
        name: "Medienbeobachtung",
        state: "new",
      });
      expect(data.providerConnections[0]).not.toHaveProperty("url");
    });

    test("the reports are whole and in the order of their chain", async () => {
      const { reports, chainHead: head } = await getData(service.url, agency.key);
      expect(reports).toHaveLength(3);
      const keys = await (await fetch(`${service.url}/.well-known/pr-service-keys.json`)).json();
      expect(await verifyReportChain(reports, { keys, head })).toMatchObject({ isValid: true });
      expect(reports[0]).toMatchObject({ integrity: { number: 1, previousChainHash: null } });
      const cut = await verifyReportChain(reports.slice(0, 2), { keys, head });
      expect(cut).toMatchObject({ isValid: false, reason: "last_missing" });
      expect(await verifyReportChain(reports.toReversed())).toMatchObject({ isValid: false });
    });

    test("no credential, no hash of one and no token stands in the export", async () => {
      const text = JSON.stringify(await getData(service.url, agency.key));
      for (const [name, secret] of Object.entries(secrets)) {
        expect({ name, found: text.includes(secret) }).toEqual({ name, found: false });
      }
    });

    test("of another agency nothing is exported and nothing deleted", async () => {
      const stranger = await createTestAgency(service.sql);
      const {
        exportedAt: _,
        agencyId,
        chainHead,
        aiVisibility,
        ...collections
      } = await getData(service.url, stranger.key);
      expect(agencyId).toBe(stranger.agencyId);
      expect(chainHead).toBeNull();
      expect(aiVisibility).toEqual({ runs: [], summary: { engines: [] } });
      expect(Object.values(collections)).toEqual(Object.values(collections).map(() => []));
      const before = await getData(service.url, agency.key);
      const response = await deleteData(service.url, stranger.key, confirm);
      const { deleted } = (await response.json()) as { deleted: Record<string, number> };
      expect(Object.values(deleted)).toEqual(areas.map(() => 0));
      expect({ ...(await getData(service.url, agency.key)), exportedAt: "" }).toEqual({
        ...before,
        exportedAt: "",
      });
    });

    test.each([
      ["none", null],
      ["an empty one", ""],
      ["other case", "delete reporting data"],
      ["one word more", `${confirm} NOW`],
      ["another text", "yes"],
    ])("with %s as confirmation nothing is deleted", async (_name, text) => {
      const response = await deleteData(service.url, agency.key, text);
      expect({ status: response.status, ...(await response.json()) }).toEqual({
        status: 400,
        error: "confirmation_required",
      });
      expect((await getData(service.url, agency.key)).conversions).not.toHaveLength(0);
    });

    test("without a key nobody exports or deletes", async () => {
      expect((await fetch(`${service.url}/api/reporting/v1/data`)).status).toBe(401);
      expect((await deleteData(service.url, "svc_key_x", confirm)).status).toBe(401);
    });

    test("a deletion counts what the export showed, leaves what is the agency's own, and is logged", async () => {
      const other = await createTestAgency(service.sql);
      const otherRelease = (await createTestRelease(service.sql, other.agencyId)).pressReleaseId;
      await fillAgency(service, other, otherRelease);
      const before = await getData(service.url, other.key);
      // A worker holds a job of the agency at this moment.
      await service.sql`update export_job set due_at = now() - interval '1 second' where agency_id = ${other.agencyId}`;
      const job = await claimRow(service.sql, exportQueue, other.agencyId);
      expect(job?.agencyId).toBe(other.agencyId);
      if (job === null) return;

      const response = await deleteData(service.url, other.key, confirm);
      expect(response.status).toBe(200);
      const body = (await response.json()) as { deleted: Record<string, number> };
      const counts = Object.fromEntries(
        areas.map((name) => {
          const records = name === "aiVisibility" ? before.aiVisibility.runs : before[name as "reports"];
          return [name, records.length];
        }),
      );
      expect(body).toEqual({ deleted: counts });

      expect(await keepRow(service.sql, exportQueue, job)).toBe(false);
      expect(
        await completeJob(service.sql, job, { name: "x.csv", bytes: 1, hash: "0".repeat(64) }),
      ).toBeNull();
      const after = await getData(service.url, other.key);
      expect(
        areas.map((name) => (name === "aiVisibility" ? after.aiVisibility.runs : after[name as "reports"])),
      ).toEqual(areas.map(() => []));
      const [log] = await service.sql`
        select event, actor_id, details from operator_log where agency_id = ${other.agencyId}
      `;
      expect(log).toMatchObject({
        event: "reporting_data.deleted",
        actor_id: other.keyId,
        details: { deleted: counts, requestId: response.headers.get("x-request-id") },
      });
      const article = await fetch(`${service.url}/api/reporting/v1/articles/${otherRelease}`, {
        headers: { "x-api-key": other.key },
      });
      expect(await article.json()).not.toHaveProperty("externalInsights");
      expect((await getData(service.url, agency.key)).reports).toHaveLength(3);
    });

    test("after a deletion the agency goes on: events are known no more, and its chain starts anew", async () => {
      const other = await createTestAgency(service.sql);
      const otherRelease = (await createTestRelease(service.sql, other.agencyId)).pressReleaseId;
      await fillAgency(service, other, otherRelease);
      const body = conversionBody(otherRelease, { eventId: "again" });
      expect((await callConversions({ url: service.url, key: other.key, body })).status).toBe(201);
      await deleteData(service.url, other.key, confirm);
      expect((await callConversions({ url: service.url, key: other.key, body })).status).toBe(201);
      await fillAgency(service, other, otherRelease);
      const [first] = (await getData(service.url, other.key)).reports;
      expect(first).toMatchObject({ integrity: { number: 1, previousChainHash: null } });
      expect(await deleteData(service.url, other.key, confirm).then((response) => response.status)).toBe(200);
      expect((await deleteData(service.url, other.key, confirm)).status).toBe(200);
    });
  });
}

function typesOf(record: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, typeof value]));
}
