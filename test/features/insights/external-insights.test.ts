import { beforeAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { readExternalInsights } from "../../../service/features/insights/read-external-insights.ts";
import { reportedMentionsMax } from "../../../service/features/insights/sql.ts";
import {
  type ArticleReport,
  ArticleReport as ArticleReportSchema,
} from "../../../service/features/reporting/articles/schema.ts";
import { serviceScene } from "../../support/cast.ts";
import { callConversions, conversionBody } from "../../support/conversion-call.ts";
import { createTestAgency, createTestRelease, serviceKinds } from "../../support/service.ts";
import {
  createTestImport,
  createTestProvider,
  insertMention,
  insertSample,
  insertSearch,
} from "./support.ts";

const dayMs = 86_400_000;

for (const kind of serviceKinds) {
  describe(`external insights on the ${kind} database`, () => {
    const { service, agency } = serviceScene(kind);
    let importId: string;

    beforeAll(async () => {
      importId = await createTestImport(service.sql, agency.agencyId);
    });

    test("a report without any has no externalInsights at all", async () => {
      expect(await report(await release())).not.toHaveProperty("externalInsights");
    });

    test("an imported mention stands with its provenance, and its reach as an estimate of its own", async () => {
      const release_id = await release();
      const before = await report(release_id);
      await insertMention(service.sql, agency.agencyId, {
        release_id,
        import_id: importId,
        reach: 1_200_000,
        reach_origin: "estimated",
      });
      await insertMention(service.sql, agency.agencyId, {
        release_id,
        import_id: importId,
        medium: "WESER-KURIER",
      });
      const after = await report(release_id);
      expect(after.externalInsights?.mediaMentions).toMatchObject({ count: 2, distinctMedia: 1 });
      const withReach = after.externalInsights?.mediaMentions?.items.find((item) => item.reach !== undefined);
      expect(withReach?.provenance).toMatchObject({
        origin: "imported",
        source: "Clipping-Dienst",
        importId,
      });
      expect(withReach?.reach).toMatchObject({
        value: 1_200_000,
        unit: "Kontakte",
        provenance: { origin: "estimated", confidence: "low", importId },
      });
      const { window: _, ...measured } = before.performance;
      expect(after.performance).toMatchObject(measured);
    });

    test("an observed mention names no import", async () => {
      const release_id = await release();
      const provider_id = await createTestProvider(
        service.sql,
        agency.agencyId,
        `https://feed.example/${kind}`,
      );
      await insertMention(service.sql, agency.agencyId, { release_id, provider_id, origin: "observed" });
      const [item] = (await report(release_id)).externalInsights?.mediaMentions?.items ?? [];
      expect(item?.provenance.origin).toBe("observed");
      expect(item?.provenance).not.toHaveProperty("importId");
    });

    test("samples of one question are added up to one share with its Wilson interval, and no rank", async () => {
      const release_id = await release();
      for (const day of [1, 2]) {
        await insertSample(service.sql, agency.agencyId, {
          release_id,
          import_id: importId,
          observed_at: new Date(Date.now() - day * dayMs),
          cited_urls: ["https://newsroom.example/werk", `https://newsroom.example/${day}`],
        });
      }
      const [entry] = (await report(release_id)).externalInsights?.aiVisibility ?? [];
      expect(entry).toMatchObject({
        engine: "ChatGPT",
        runs: 40,
        mentioned: 16,
        cited: 10,
        rate: { value: 0.4, interval: { low: 0.2635, high: 0.554, level: 0.95 } },
        provenance: { origin: "imported", sampleSize: 40, confidence: "medium", importId },
      });
      expect(entry?.citedUrls).toHaveLength(3);
      expect(entry).not.toHaveProperty("rank");
    });

    test("search figures count in every report that their own period touches, and carry it", async () => {
      const release_id = await release();
      await insertSearch(service.sql, agency.agencyId, {
        release_id,
        import_id: importId,
        period_from: new Date(Date.now() - 60 * dayMs),
        period_to: new Date(Date.now() - 10 * dayMs),
      });
      const [query] = (await report(release_id)).externalInsights?.searchVisibility?.queries ?? [];
      expect(query).toMatchObject({
        query: "werk bremen",
        clicks: 12,
        impressions: 480,
        ctr: 0.025,
        position: 3.4,
      });
      expect(query?.periodFrom).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(await report(release_id, 5)).not.toHaveProperty("externalInsights");
    });

    test("conversions are summed exactly per currency, and values without one under XXX", async () => {
      const pressReleaseId = await release();
      const values = [
        { value: 0.1, currency: "EUR" },
        { value: 0.2, currency: "EUR" },
        { value: 1_000_000, currency: "CHF" },
        { value: 3, currency: undefined },
        { value: undefined, currency: undefined },
      ];
      for (const value of values) {
        const body = conversionBody(pressReleaseId, { kind: "lead", ...value });
        await callConversions({ url: service.url, key: agency.key, body });
      }
      const [leads, ...others] = (await report(pressReleaseId)).externalInsights?.conversions ?? [];
      expect(others).toEqual([]);
      expect(leads).toMatchObject({
        kind: "lead",
        count: 5,
        value: [
          { amount: "1000000", currency: "CHF" },
          { amount: "0.3", currency: "EUR" },
          { amount: "3", currency: "XXX" },
        ],
        provenance: { origin: "observed", confidence: "high" },
      });
    });

    test("a day belongs to the report by the agency's calendar, at both ends", async () => {
      const release_id = await release();
      const publish = (published_at: string) =>
        insertMention(service.sql, agency.agencyId, { release_id, import_id: importId, published_at });
      // Berlin is two hours ahead in July: its 1st begins at 22:00 UTC of June 30th.
      await publish("2026-06-30T21:59:59.999Z");
      await publish("2026-06-30T22:00:00Z");
      await publish("2026-07-02T21:59:59.999Z");
      await publish("2026-07-02T22:00:00Z");
      const insights = await readExternalInsights(service.sql, agency.agencyId, {
        releaseIds: [release_id],
        clientIds: [],
        window: { from: "2026-07-01", to: "2026-07-02" },
      });
      expect(insights?.mediaMentions?.items.map((item) => item.publishedAt)).toEqual([
        "2026-07-02T21:59:59.999Z",
        "2026-06-30T22:00:00.000Z",
      ]);
    });

    test("of many mentions the newest 500 are listed and all are counted", async () => {
      const release_id = await release();
      const insertMany = (first: number, last: number) => service.sql`
        insert into media_mention (
          agency_id, id, release_id, item_hash, medium, media_type, headline, url, published_at, match_type, origin, source,
          method, observed_at, confidence, import_id
        )
        select
          ${agency.agencyId}, gen_random_uuid(), ${release_id}, sha256(n::text::bytea), 'Weser-Kurier', 'online', n::text, '',
          now() - n * interval '1 minute', 'mention', 'imported', 'x', 'x', now(), 'high', ${importId}
        from generate_series(${first}::integer, ${last}::integer) as n
      `;
      await insertMany(1, reportedMentionsMax);
      const full = (await report(release_id)).externalInsights?.mediaMentions;
      expect([full?.count, full?.items.length]).toEqual([reportedMentionsMax, reportedMentionsMax]);
      await insertMany(reportedMentionsMax + 1, reportedMentionsMax + 1);
      const more = (await report(release_id)).externalInsights?.mediaMentions;
      expect([more?.count, more?.items.length]).toEqual([reportedMentionsMax + 1, reportedMentionsMax]);
      expect(more?.items.at(-1)?.headline).toBe(String(reportedMentionsMax));
    });

    test("nothing of another agency's release is read, whoever names it", async () => {
      const release_id = await release();
      await insertMention(service.sql, agency.agencyId, { release_id, import_id: importId });
      const stranger = await createTestAgency(service.sql);
      const insights = await readExternalInsights(service.sql, stranger.agencyId, {
        releaseIds: [release_id],
        clientIds: [],
        window: { from: "2026-01-01", to: "2099-01-01" },
      });
      expect(insights).toBeUndefined();
    });

    async function report(pressReleaseId: number, days = 30): Promise<ArticleReport> {
      const response = await fetch(
        `${service.url}/api/reporting/v1/articles/${pressReleaseId}?days=${days}`,
        {
          headers: { "x-api-key": agency.key },
        },
      );
      expect(response.status).toBe(200);
      const body = (await response.json()) as ArticleReport;
      expect(Value.Check(ArticleReportSchema, body)).toBe(true);
      return body;
    }

    const release = async () => (await createTestRelease(service.sql, agency.agencyId)).pressReleaseId;
  });
}
