import { describe, expect, test } from "bun:test";
import { verifyReport } from "../../../../sdk/src/index.ts";
import { insertCampaign } from "../../../../service/features/reporting/campaigns/sql.ts";
import { insertPortfolio } from "../../../../service/features/reporting/portfolios/sql.ts";
import { given, serviceScene } from "../../../support/cast.ts";
import { exportCalls } from "../../../support/export-calls.ts";
import { createTestAgency, serviceKinds } from "../../../support/service.ts";

const unknownId = "01981234-5678-7abc-8def-0123456789ab";

for (const kind of serviceKinds) {
  describe(`exports on the ${kind} database`, () => {
    const { service, agency, release } = serviceScene(kind, { LOOPS: "on" });
    const calls = given(async () => exportCalls(service, agency));
    const strangers = given(async () => exportCalls(service, await createTestAgency(service.sql)));

    test("a new key answers 202 with the address of the job, and the key once more 200 with the same job", async () => {
      const first = await calls.create(article(), "monthly-1");
      expect(first.status).toBe(202);
      const queued = (await first.json()) as { id: string; status: string; statusUrl: string };
      expect(queued).toEqual({
        id: expect.any(String),
        status: "queued",
        statusUrl: `${service.url}/api/reporting/v1/exports/${queued.id}`,
      });
      const second = await calls.create(article(), "monthly-1");
      expect(second.status).toBe(200);
      expect(await second.json()).toEqual({ ...queued, status: "existing" });
    });

    test("a used key answers with its job whatever the body asks, unknown scopes too, but never an invalid body", async () => {
      const { id } = (await (await calls.create(article(), "twice")).json()) as { id: string };
      for (const body of [
        article({ format: "pdf", days: 7 }),
        article({ scopeId: 2_000_000_000 }),
        { scopeType: "campaign", scopeId: "no uuid", format: "csv" },
      ]) {
        const response = await calls.create(body, "twice");
        expect(response.status).toBe(200);
        expect(await response.json()).toMatchObject({ id, status: "existing" });
      }
      expect((await calls.create(article({ scopeId: "x" }), "twice")).status).toBe(400);
    });

    test("the same key of another agency is another key", async () => {
      await calls.create(article(), "shared");
      const response = await strangers.create(article(), "shared");
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ error: "scope_not_found" });
    });

    test("50 equal requests at once make one job: one answers 202, the others 200", async () => {
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => calls.create(article(), "at once")),
      );
      const statuses = responses.map((response) => response.status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([...Array.from({ length: 49 }, () => 200), 202]);
      const bodies = (await Promise.all(responses.map((response) => response.json()))) as { id: string }[];
      expect(new Set(bodies.map((body) => body.id)).size).toBe(1);
      const [row] = await service.sql`
        select count(*) as jobs from export_job where agency_id = ${agency.agencyId} and idempotency_key = 'at once'
      `;
      expect(row?.jobs).toBe(1);
    });

    test("a request without a key, with a joined or a too long one is told so before its body is looked at", async () => {
      for (const key of [null, "a, b", "a,b", "x".repeat(101)]) {
        const response = await calls.create("{", key);
        expect(response.status).toBe(400);
        expect(await response.json()).toEqual({ error: "idempotency_key_required" });
      }
      expect((await calls.create(article(), "x".repeat(100))).status).toBe(202);
    });

    test("a body that does not fit is 400 with the field that does not", async () => {
      const refused: [body: unknown, field: string][] = [
        [article({ scopeType: "release" }), "scopeType"],
        [article({ scopeId: 0 }), "scopeId"],
        [article({ scopeId: 1.5 }), "scopeId"],
        [article({ scopeId: "" }), "scopeId"],
        [article({ scopeId: "1e3" }), "scopeId"],
        [article({ scopeId: "-1" }), "scopeId"],
        [article({ scopeId: "0" }), "scopeId"],
        [article({ scopeId: 2_147_483_648 }), "scopeId"],
        [article({ scopeId: "2147483648" }), "scopeId"],
        [{ scopeType: "campaign", scopeId: "x".repeat(101), format: "csv" }, "scopeId"],
        [article({ days: 0 }), "days"],
        [article({ days: 366 }), "days"],
        [article({ days: "30" }), "days"],
        [article({ format: "xlsx" }), "format"],
      ];
      for (const [body, field] of refused) {
        const response = await calls.create(body);
        expect(response.status).toBe(400);
        const answer = (await response.json()) as { error: string; details: { fieldErrors: object } };
        expect(answer.error).toBe("invalid_body");
        expect(Object.keys(answer.details.fieldErrors)).toEqual([field]);
      }
      for (const body of ["", "{", "[]", "null"]) {
        expect(await (await calls.create(body)).json()).toMatchObject({ error: "invalid_body" });
      }
    });

    test("bounds are allowed at their edges, and a release may be named in digits", async () => {
      for (const more of [
        { days: 1 },
        { days: 365 },
        { scopeId: `00${release.pressReleaseId}` },
        { more: 1 },
      ]) {
        const response = await calls.create(article(more));
        expect(response.status).toBe(202);
        const { id } = (await response.json()) as { id: string };
        const { job } = await calls.ended(id);
        expect(job).toMatchObject({ status: "completed", scopeId: String(release.pressReleaseId) });
      }
      expect((await calls.create(article({ scopeId: 2_147_483_647 }))).status).toBe(404);
    });

    test("a scope that is not there, not a UUID or another agency's is not found", async () => {
      const campaignId = await insertCampaign(service.sql, agency.agencyId, {
        name: "Frühjahr",
        releaseIds: [release.pressReleaseId],
      });
      const portfolioId = await insertPortfolio(service.sql, agency.agencyId, {
        name: "Maschinenbau",
        clientIds: [release.clientId],
        campaignIds: [],
      });
      const scopes = [
        article(),
        { scopeType: "campaign", scopeId: campaignId, format: "csv" },
        { scopeType: "portfolio", scopeId: portfolioId, format: "csv" },
      ];
      for (const scope of scopes) {
        expect((await calls.create(scope)).status).toBe(202);
        const response = await strangers.create(scope);
        expect(response.status).toBe(404);
        expect(await response.json()).toEqual({ error: "scope_not_found" });
      }
      for (const scope of [
        { scopeType: "campaign", scopeId: portfolioId },
        { scopeType: "portfolio", scopeId: campaignId },
        { scopeType: "portfolio", scopeId: 7 },
        { scopeType: "campaign", scopeId: "Frühjahr" },
      ]) {
        expect((await calls.create({ ...scope, format: "csv" })).status).toBe(404);
      }
    });

    test("a body over 16 KiB is 413, one of exactly 16 KiB is read", async () => {
      const bodyOf = (bytes: number) => {
        const body = JSON.stringify(article({ padding: "" }));
        return body.replace('"padding":""', `"padding":"${"x".repeat(bytes - body.length)}"`);
      };
      expect((await calls.create(bodyOf(16_384))).status).toBe(202);
      const response = await calls.create(bodyOf(16_385));
      expect(response.status).toBe(413);
      expect(await response.json()).toEqual({ error: "payload_too_large" });
    });

    test("every format becomes a file of its type and name, made from the report that the job names", async () => {
      const types = { pdf: "application/pdf", csv: "text/csv; charset=utf-8", json: "application/json" };
      for (const [format, contentType] of Object.entries(types)) {
        const { job, downloadUrl } = await calls.finished(article({ format, days: 7 }));
        expect(job).toEqual({
          id: expect.any(String),
          format: expect.stringMatching(format),
          scopeType: "article",
          scopeId: String(release.pressReleaseId),
          status: "completed",
          reportId: expect.any(String),
          error: null,
          expiresAt: expect.any(String),
          createdAt: expect.any(String),
          completedAt: expect.any(String),
        });
        const keptMs = Date.parse(job.expiresAt ?? "") - Date.parse(job.completedAt ?? "");
        expect(keptMs).toBe(30 * 24 * 3600 * 1000);
        expect(downloadUrl).toBe(`${service.url}/api/reporting/v1/exports/${job.id}/download`);
        const response = await calls.download(job.id);
        expect(response.status).toBe(200);
        expect(response.headers.get("content-type")).toBe(contentType);
        expect(response.headers.get("content-disposition")).toMatch(
          new RegExp(
            `^attachment; filename="report-article-${release.pressReleaseId}-\\d{4}-\\d\\d-\\d\\d-\\d{4}-\\d\\d-\\d\\d\\.${format}"$`,
          ),
        );
        expect(response.headers.get("cache-control")).toBe("private, no-store");
        const bytes = Buffer.from(await response.arrayBuffer());
        expect(response.headers.get("content-length")).toBe(String(bytes.length));
        const text = bytes.toString();
        if (format === "pdf") expect(text).toStartWith("%PDF-");
        if (format === "csv") expect(text).toContain(String(job.reportId));
        if (format === "json") {
          const report: unknown = JSON.parse(text);
          expect(report).toMatchObject({ id: job.reportId, createdBy: `api_key:${agency.keyId}` });
          expect(await verifyReport(report)).toMatchObject({ isValid: true });
        }
      }
    });

    test("every download is recorded with key, bytes and hashes; one that fails, and a look at its head, is not", async () => {
      const { job } = await calls.finished(article({ format: "csv" }));
      const bytes = new Uint8Array(await (await calls.download(job.id)).arrayBuffer());
      await calls.download(job.id);
      await strangers.download(job.id);
      const looked = await fetch(`${service.url}/api/reporting/v1/exports/${job.id}/download`, {
        method: "HEAD",
        headers: { "x-api-key": agency.key },
      });
      expect([looked.status, looked.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
      const rows = await service.sql`
        select actor_type, actor_id, subject_id, details, request_id
        from audit
        where agency_id = ${agency.agencyId} and action = 'export.downloaded' and subject_id = ${job.id}
      `;
      expect(rows).toHaveLength(2);
      expect(rows[0]).toMatchObject({ actor_type: "api_key", actor_id: agency.keyId, subject_id: job.id });
      expect(rows[0]?.details).toEqual({
        format: "csv",
        reportId: job.reportId,
        contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        fileHash: new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
        bytes: bytes.length,
      });
      expect(rows[0]?.request_id).not.toBe(rows[1]?.request_id);
    });

    test("a job that is queued, processing or failed has no file yet: 409", async () => {
      const { job } = await calls.finished(article());
      for (const status of ["queued", "processing", "failed"] as const) {
        await service.sql`
          update export_job
          set
            status = ${status},
            error = ${status === "failed" ? "rendering_failed" : null},
            due_at = ${status === "failed" ? null : new Date(Date.now() + 3_600_000)},
            completed_at = null,
            expires_at = null
          where id = ${job.id}
        `;
        const response = await calls.download(job.id);
        expect(response.status).toBe(409);
        expect(await response.json()).toEqual({ error: "export_not_ready" });
        expect(await (await calls.get(job.id)).json()).toMatchObject({
          job: { status, error: status === "failed" ? "rendering_failed" : null },
          downloadUrl: null,
        });
      }
    });

    test("a file is gone 30 days after its completion: 410, while the job and the report stay", async () => {
      const { job } = await calls.finished(article());
      await service.sql`update export_job set expires_at = now() + interval '2 seconds' where id = ${job.id}`;
      expect((await calls.download(job.id)).status).toBe(200);
      await service.sql`update export_job set expires_at = now() - interval '1 second' where id = ${job.id}`;
      const response = await calls.download(job.id);
      expect(response.status).toBe(410);
      expect(await response.json()).toEqual({ error: "export_expired" });
      expect((await calls.get(job.id)).status).toBe(200);
    });

    test("jobs that are unknown, malformed or another agency's are not found", async () => {
      const { job } = await calls.finished(article());
      const foreign = [await strangers.get(job.id), await strangers.download(job.id)];
      const unknown = [await calls.get(unknownId), await calls.get("x"), await calls.download("x")];
      for (const response of [...foreign, ...unknown]) {
        expect(response.status).toBe(404);
        expect(await response.json()).toEqual({ error: "not_found" });
      }
    });

    const article = (more: object = {}) => ({
      scopeType: "article",
      scopeId: release.pressReleaseId,
      format: "json",
      ...more,
    });
  });
}
