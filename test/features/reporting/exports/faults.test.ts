import { describe, expect, test } from "bun:test";
import { insertCampaign } from "../../../../service/features/reporting/campaigns/sql.ts";
import type { ArtifactStore } from "../../../../service/features/reporting/exports/artifact-store.ts";
import { exportQueue } from "../../../../service/features/reporting/exports/claim-sql.ts";
import { createExport } from "../../../../service/features/reporting/exports/create-export.ts";
import type { RenderPool } from "../../../../service/features/reporting/exports/render-pool.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { claimRow } from "../../../../service/floor/queues/leased-rows.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { errorOf } from "../../../support/error-of.ts";
import { processNextExport } from "./process-next-export.ts";
import { exportScene, never } from "./support/export-scene.ts";

forEachDatabase((_name, open) => {
  const {
    sql,
    agency,
    release,
    renderer,
    artifactStore,
    deps,
    order,
    orderArticle,
    job,
    letTimePass,
    chunks,
    eventsOf,
  } = exportScene(open);

  describe("a job ends in failed", () => {
    test("with scope_deleted when its scope went while it waited, and tells so", async () => {
      const campaignId = await insertCampaign(sql, agency.agencyId, {
        name: "Kurz",
        releaseIds: [release.pressReleaseId],
      });
      const id = await order({ scopeType: "campaign", scopeId: campaignId });
      await sql`delete from campaign where id = ${campaignId}`;
      expect(await processNextExport(deps(), never)).toBe(true);
      expect(await job(id)).toMatchObject({ status: "failed", error: "scope_deleted", reportId: null });
      expect(await eventsOf(id)).toEqual([
        {
          type: "export.failed",
          timestamp: expect.any(String),
          data: {
            agencyId: agency.agencyId,
            jobId: id,
            format: "csv",
            scopeType: "campaign",
            scopeId: campaignId,
            error: "scope_deleted",
          },
        },
      ]);
      expect(await processNextExport(deps(), never)).toBe(false);
    });

    test("with rendering_failed at once when its report can't be drawn, and leaves no bytes", async () => {
      const id = await orderArticle();
      const broken: RenderPool = {
        ...renderer,
        render: (report, format, signal) =>
          renderer.render(
            { ...report, performance: Object.assign({}, report.performance, { series: null }) },
            format,
            signal,
          ),
      };
      await processNextExport({ ...deps(), renderer: broken }, never);
      expect(await job(id)).toMatchObject({ status: "failed", error: "rendering_failed" });
      expect(await chunks(id)).toBe(0);
      // The thread lives on: the next job is drawn in it.
      const next = await orderArticle();
      await processNextExport(deps(), never);
      expect(await job(next)).toMatchObject({ status: "completed" });
    });

    test("with too_many_attempts at the fifth fault, after four waits and with one report in all", async () => {
      const id = await orderArticle();
      let attempts = 0;
      const poisonous: ArtifactStore = {
        ...artifactStore,
        async write(key, pieces) {
          attempts += 1;
          await artifactStore.write(key, pieces);
          throw new Error("The store is full.");
        },
      };
      const waits: (number | null)[] = [];
      for (let round = 1; round <= 5; round += 1) {
        // In tens of seconds: a busy machine looks a while later than it wrote.
        expect(await processNextExport({ ...deps(), artifactStore: poisonous }, never)).toBe(true);
        expect(await processNextExport(deps(), never)).toBe(false);
        expect(await chunks(id)).toBe(0);
        const [row] = await sql<{ seconds: number | null }[]>`
          select (ceil(extract(epoch from due_at - now()) / 10) * 10)::int as seconds from export_job where id = ${id}
        `;
        waits.push(row?.seconds ?? null);
        if (round < 5) await letTimePass(id);
      }
      expect(attempts).toBe(5);
      expect(waits).toEqual([30, 90, 270, 810, null]);
      expect(await job(id)).toMatchObject({ status: "failed", error: "too_many_attempts" });
      expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["export.failed"]);
      const reports =
        await sql`select from publication_report where scope_id = ${String(release.pressReleaseId)}`;
      expect(reports.length).toBe(3);
    });

    test("with too_many_attempts at the sixth claim, when five ended their process and told nobody", async () => {
      const id = await orderArticle();
      for (let claim = 1; claim <= 5; claim += 1) {
        expect((await claimRow(sql, { ...exportQueue, leaseMs: 0 }, agency.agencyId))?.id).toBe(id);
      }
      expect(await job(id)).toMatchObject({ status: "processing" });
      expect(await processNextExport(deps(), never)).toBe(true);
      expect(await job(id)).toMatchObject({ status: "failed", error: "too_many_attempts", reportId: null });
      expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["export.failed"]);
    });
  });

  test("a job that is deleted between the conflict with its key and the look for it is export_creation_failed, once", async () => {
    const input = {
      request: { scopeType: "article" as const, scopeId: release.pressReleaseId, format: "csv" as const },
      idempotencyKey: crypto.randomUUID(),
      createdBy: "operator",
    };
    const racing = new Proxy(sql, {
      // As a transaction has none, so that all statements come by here.
      has: (target, name) => name !== "begin" && name in target,
      apply(target, _this, [strings, ...values]: Parameters<Sql>) {
        // The insert met a job that no look before had shown; by the time of the look after it the job is gone.
        if (!String(strings).includes("insert into export_job")) return target(strings, ...values);
        return target`select now() as "dueAt" where false`;
      },
    });
    expect(await errorOf(createExport(racing, agency.agencyId, input))).toMatchObject({
      code: "export_creation_failed",
    });
    const again = await createExport(sql, agency.agencyId, input);
    expect(again.status).toBe("queued");
    await processNextExport(deps(), never);
  });
});
