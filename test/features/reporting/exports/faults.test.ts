import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { insertCampaign } from "../../../../service/features/reporting/campaigns/sql.ts";
import { deleteAll } from "../../../../service/features/reporting/data/delete-sql.ts";
import type { ArtifactStore } from "../../../../service/features/reporting/exports/artifact-store.ts";
import { exportQueue } from "../../../../service/features/reporting/exports/claim-sql.ts";
import { createExport } from "../../../../service/features/reporting/exports/create-export.ts";
import { createDatabaseArtifactStore } from "../../../../service/features/reporting/exports/database-artifact-store.ts";
import { exportExpiryLoop } from "../../../../service/features/reporting/exports/loops.ts";
import {
  createRenderPool,
  type RenderPool,
} from "../../../../service/features/reporting/exports/render-pool.ts";
import { findExportJob } from "../../../../service/features/reporting/exports/sql.ts";
import type { ReportSeal } from "../../../../service/features/reporting/integrity/report-seal.ts";
import type { Sql } from "../../../../service/floor/db/open.ts";
import { claimRow } from "../../../../service/floor/queues/leased-rows.ts";
import { createLog } from "../../../../service/log.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { databaseScene } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { errorOf, thrownBy } from "../../../support/error-of.ts";
import { testSeal } from "../../../support/seal.ts";
import { processNextExport } from "./process-next-export.ts";

const never = new AbortController().signal;
const log = createLog("silent", () => {});

forEachDatabase((_name, open) => {
  const { sql, agency, release } = databaseScene(open);
  let renderer: RenderPool;
  let artifactStore: ArtifactStore;
  let seal: ReportSeal;

  beforeAll(async () => {
    await sql`
      insert into webhook (agency_id, id, endpoint_url, endpoint_hash, events, secret_encrypted)
      values (
        ${agency.agencyId}, gen_random_uuid(), 'https://receiver.invalid/', decode(repeat('00', 32), 'hex'),
        '{export.completed,export.failed}', ''
      )
    `;
    seal = await testSeal();
    renderer = createRenderPool();
    artifactStore = createDatabaseArtifactStore(sql);
  });
  afterAll(() => renderer.close());

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

  describe("a job whose lease was lost", () => {
    test("is not touched by the attempt that lost it, whose bytes go", async () => {
      const id = await orderArticle();
      let other: Promise<boolean> | undefined;
      const slow: ArtifactStore = {
        ...artifactStore,
        async write(key, pieces) {
          await artifactStore.write(key, pieces);
          await letTimePass(id);
          // Meanwhile another replica takes the job and completes it.
          other = processNextExport(deps(), never);
          await other;
        },
      };
      await processNextExport({ ...deps(), artifactStore: slow }, never);
      expect(await other).toBe(true);
      expect(await job(id)).toMatchObject({ status: "completed", error: null });
      expect(await chunks(id)).toBe(1);
      expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["export.completed"]);
    });

    test("keeps one file, also where the attempt that was to remove the first one died before it could", async () => {
      const id = await orderArticle();
      const died: ArtifactStore = { ...artifactStore, remove: () => Promise.reject(new Error("killed")) };
      const writes: ArtifactStore = {
        ...died,
        async write(key, pieces) {
          await artifactStore.write(key, pieces);
          throw new Error("killed");
        },
      };
      for (const store of [writes, died]) {
        await processNextExport({ ...deps(), artifactStore: store }, never);
        await letTimePass(id);
      }
      expect(await chunks(id)).toBe(1);
      expect(await processNextExport(deps(), never)).toBe(true);
      expect(await job(id)).toMatchObject({ status: "completed" });
      expect(await chunks(id)).toBe(1);
    });

    test("is kept by its heartbeat for as long as it takes", async () => {
      const id = await orderArticle();
      // A busy machine has kept everybody waiting for a second and more.
      const leaseMs = 4_500;
      let isStolen = true;
      const long: RenderPool = {
        ...renderer,
        async *render(report, format, signal) {
          await Bun.sleep(leaseMs * 1.2);
          isStolen = await processNextExport(deps(), never);
          yield* renderer.render(report, format, signal);
        },
      };
      await processNextExport({ ...deps(), renderer: long, leaseMs }, never);
      expect(isStolen).toBe(false);
      expect(await job(id)).toMatchObject({ status: "completed" });
    });

    test("stops when the reporting data is deleted under it, and nothing of it comes back", async () => {
      await orderArticle();
      const deleting: RenderPool = {
        ...renderer,
        async *render(report, format, signal) {
          await sql.begin(async (transaction) => {
            await deleteAll(transaction, agency.agencyId);
          });
          yield* renderer.render(report, format, signal);
        },
      };
      await processNextExport({ ...deps(), renderer: deleting }, never);
      const [left] = await sql`
        select
          (select count(*) from export_job where agency_id = ${agency.agencyId}) as jobs,
          (select count(*) from export_chunk where agency_id = ${agency.agencyId}) as chunks,
          (select count(*) from publication_report where agency_id = ${agency.agencyId}) as reports
      `;
      expect(left).toEqual({ jobs: 0, chunks: 0, reports: 0 });
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

  test("a job in work when the service stops goes back to the queue as if nobody had taken it", async () => {
    const id = await orderArticle();
    const stopping = new AbortController();
    const stopped: RenderPool = {
      ...renderer,
      async *render(report, format, signal) {
        stopping.abort(new Error("The service stops."));
        yield* renderer.render(report, format, signal);
      },
    };
    await processNextExport({ ...deps(), renderer: stopped }, stopping.signal);
    const [row] = await sql`select status, attempts, due_at <= now() as due from export_job where id = ${id}`;
    expect(row).toEqual({ status: "queued", attempts: 0, due: true });
    await processNextExport(deps(), never);
    expect(await job(id)).toMatchObject({ status: "completed" });
  });

  test("the bytes of an expired file are removed, those of another stay", async () => {
    const [expired, kept] = [await orderArticle(), await orderArticle()];
    while (await processNextExport(deps(), never)) {
      // Both of them.
    }
    await sql`update export_job set expires_at = now() - interval '1 second' where id = ${expired}`;
    expect(await exportExpiryLoop(deps()).run(never)).toBe(false);
    expect([await chunks(expired), await chunks(kept)]).toEqual([0, 1]);
    expect(await job(expired)).toMatchObject({ status: "completed" });
  });

  test("an expired file that its store won't remove does not keep those behind it", async () => {
    const [stuck, expired] = [await orderArticle(), await orderArticle()];
    while (await processNextExport(deps(), never)) {
      // Both of them.
    }
    await sql`update export_job set expires_at = now() - interval '1 day' where id = ${stuck}`;
    await sql`update export_job set expires_at = now() - interval '1 second' where id = ${expired}`;
    const stubborn: ArtifactStore = {
      ...artifactStore,
      async remove(key) {
        if (key.jobId === stuck) throw new Error("The store is away.");
        await artifactStore.remove(key);
      },
    };
    expect(await thrownBy(exportExpiryLoop({ sql, artifactStore: stubborn }).run(never))).toThrow("away");
    expect([await chunks(stuck), await chunks(expired)]).toEqual([1, 0]);
    await exportExpiryLoop(deps()).run(never);
    expect(await chunks(stuck)).toBe(0);
  });

  const deps = () => ({ sql, log, seal, renderer, artifactStore, publicUrl: "https://pr.example" });

  async function order(scope: {
    scopeType: "article" | "campaign";
    scopeId: string | number;
  }): Promise<string> {
    const request = { ...scope, format: "csv" as const };
    const input = { request, idempotencyKey: crypto.randomUUID(), createdBy: "operator" };
    return (await createExport(sql, agency.agencyId, input)).id;
  }
  const orderArticle = () => order({ scopeType: "article", scopeId: release.pressReleaseId });
  const job = async (id: string) => await findExportJob(sql, agency.agencyId, id);
  async function letTimePass(id: string): Promise<void> {
    await sql`update export_job set due_at = now() - interval '1 second' where id = ${id}`;
    await announceAll(sql);
  }
  const chunks = async (id: string) =>
    (await sql`select distinct artifact_id from export_chunk where job_id = ${id}`).length;
  const eventsOf = async (id: string) =>
    (
      await sql<{ payload: string }[]>`select payload from webhook_message where payload like ${`%${id}%`}`
    ).map(({ payload }) => JSON.parse(payload));
});
