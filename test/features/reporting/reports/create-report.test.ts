import { describe, expect, test } from "bun:test";
import { verifyReport } from "../../../../sdk/src/index.ts";
import type { MeasurementLevel } from "../../../../service/features/measurement/vocabulary.ts";
import { createRecordConversion } from "../../../../service/features/reporting/conversions/record-conversion.ts";
import { createPublicationReport } from "../../../../service/features/reporting/reports/create-publication-report.ts";
import { getPublicationReport } from "../../../../service/features/reporting/reports/get-publication-report.ts";
import { summarizeReport } from "../../../../service/features/reporting/reports/rules.ts";
import { dayMs, noonInBerlin } from "../../../support/berlin-days.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { errorOf, thrownBy } from "../../../support/error-of.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { interaction, pageView } from "../../measurement/sample-hits.ts";
import { writeHits } from "../articles/support/write-hits.ts";
import { articleRequest } from "./article-request.ts";

forEachDatabase((_name, open) => {
  const { sql, agency: ours, release } = databaseScene(open);
  const seal = given(() => testSeal());

  const article = (more: object = {}) => articleRequest(release, seal, more);

  describe("a report", () => {
    test("says what it is about and verifies with the SDK, also after it was read back", async () => {
      const report = await createPublicationReport(sql, ours.agencyId, article({ days: 7 }));
      expect(report).toMatchObject({
        schemaVersion: "publication-report-v1",
        methodologyVersion: "first-party-v2",
        createdBy: "operator",
        agency: { id: ours.agencyId, name: "Nordlicht Kommunikation" },
        scope: {
          type: "article",
          id: String(release.pressReleaseId),
          title: "Neues Werk in Bremen eröffnet",
        },
        release: {
          id: release.pressReleaseId,
          client: { agencyId: ours.agencyId, name: "Müller Maschinenbau" },
        },
        performance: { origin: "measured", window: { days: 7 }, views: 0 },
        methodology: { level: "L1", lists: expect.arrayContaining([{ name: "isbot", version: "5.2.3" }]) },
        integrity: { version: 2, algorithm: "sha256", number: 1, previousChainHash: null },
      });
      expect(report.releases).toBeUndefined();
      const read = await getPublicationReport(sql, ours.agencyId, { reportId: report.id, seal });
      expect(read).toEqual(report);
      expect(await verifyReport(read)).toMatchObject({ isValid: true });
      expect(summarizeReport(read)).toEqual({
        reportId: report.id,
        scopeType: "article",
        scopeId: String(release.pressReleaseId),
        from: report.performance.window.from,
        to: report.performance.window.to,
        contentHash: report.integrity.contentHash,
        createdAt: report.createdAt,
        headline: { views: 0, uniqueVisitors: 0, visits: 0 },
      });
    });

    test("holds what others observed apart from what was measured", async () => {
      const mine = await createTestRelease(sql, ours.agencyId);
      await createRecordConversion(sql)(ours.agencyId, {
        eventId: "lead-1",
        pressReleaseId: mine.pressReleaseId,
        kind: "lead",
        value: 49.9,
        currency: "EUR",
        occurredAt: new Date().toISOString(),
      });
      const report = await createPublicationReport(
        sql,
        ours.agencyId,
        article({ scopeId: mine.pressReleaseId }),
      );
      expect(report.externalInsights?.conversions).toMatchObject([
        {
          kind: "lead",
          count: 1,
          value: [{ amount: "49.9", currency: "EUR" }],
          provenance: { origin: "observed" },
        },
      ]);
      expect(report.performance.views).toBe(0);
      expect(await verifyReport(report)).toMatchObject({ isValid: true });
    });

    test("compares interactions with no days of which some were not measured", async () => {
      const { agencyId } = ours;
      const today = noonInBerlin().getTime();
      const comparedFrom = async (levels: MeasurementLevel[]) => {
        const { pressReleaseId: releaseId } = await createTestRelease(sql, agencyId);
        // The last of them is today's, and two days are compared with the two before.
        const hits = levels.toReversed().flatMap((level, back) => {
          const hit = { agencyId, releaseId, level, occurredAt: new Date(today - back * dayMs) };
          return level === "L0" ? [pageView(hit)] : [pageView(hit), interaction(hit)];
        });
        await writeHits(sql, hits);
        const asked = article({ scopeId: releaseId, days: 2, comparison: "previous_period" });
        return (await createPublicationReport(sql, agencyId, asked)).comparison?.totals;
      };
      expect(await comparedFrom(["L1", "L1", "L1", "L1"])).toMatchObject({ views: 2, interactions: 2 });
      expect(await comparedFrom(["L0", "L1", "L1", "L1"])).toMatchObject({ views: 2, interactions: null });
    });

    test("is not made for a scope that is unknown, malformed or another agency's", async () => {
      const stranger = (await createTestAgency(sql)).agencyId;
      expect(await errorOf(createPublicationReport(sql, stranger, article()))).toMatchObject({
        code: "scope_not_found",
      });
      for (const scopeId of ["x", 0, 2_147_483_648, "2147483647"]) {
        const asked = createPublicationReport(sql, ours.agencyId, article({ scopeId }));
        expect(await errorOf(asked)).toMatchObject({ code: "scope_not_found" });
      }
      const [row] =
        await sql`select count(*) as reports from publication_report where agency_id = ${stranger}`;
      expect(row?.reports).toBe(0);
    });
  });

  describe("an idempotency key", () => {
    test("gives the same report again, also to equal calls at once, and refuses another request", async () => {
      const asked = article({ idempotencyKey: "weekly", days: 7 });
      const made = await Promise.all(
        Array.from({ length: 10 }, () => createPublicationReport(sql, ours.agencyId, asked)),
      );
      expect(new Set(made.map(({ id }) => id)).size).toBe(1);
      expect(await createPublicationReport(sql, ours.agencyId, asked)).toEqual(made[0] as (typeof made)[0]);
      const other = createPublicationReport(sql, ours.agencyId, { ...asked, days: 8 });
      expect(await errorOf(other)).toMatchObject({ code: "idempotency_conflict" });
    });
  });

  describe("what goes along with a report", () => {
    test("is undone with it, and undoes it: the event, and what the caller adds", async () => {
      await sql`
        insert into webhook (agency_id, id, endpoint_url, endpoint_hash, events, secret_encrypted)
        values (
          ${ours.agencyId}, gen_random_uuid(), 'https://receiver.invalid/', decode(repeat('00', 32), 'hex'),
          '{report.created}', ''
        )
      `;
      const events = async () =>
        await sql<
          { payload: string }[]
        >`select payload from webhook_message where agency_id = ${ours.agencyId}`;
      const refused = createPublicationReport(sql, ours.agencyId, {
        ...article({ idempotencyKey: "undone" }),
        alongside: () => Promise.reject(new Error("no")),
      });
      expect(await thrownBy(refused)).toThrow("no");
      expect(await events()).toHaveLength(0);
      const report = await createPublicationReport(sql, ours.agencyId, article({ idempotencyKey: "undone" }));
      const told = await events();
      expect(told).toHaveLength(1);

      const [event] = told;
      expect(JSON.parse(event?.payload ?? "")).toEqual({
        type: "report.created",
        timestamp: expect.any(String),
        data: {
          agencyId: ours.agencyId,
          reportId: report.id,
          scopeType: "article",
          scopeId: String(release.pressReleaseId),
          contentHash: report.integrity.contentHash,
          createdAt: report.createdAt,
          chainHead: expect.objectContaining({ number: expect.any(Number) }),
        },
      });
    });
  });
});
