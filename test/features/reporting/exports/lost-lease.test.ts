import { describe, expect, test } from "bun:test";
import { deleteAll } from "../../../../service/features/reporting/data/delete-sql.ts";
import type { ArtifactStore } from "../../../../service/features/reporting/exports/artifact-store.ts";
import type { RenderPool } from "../../../../service/features/reporting/exports/render-pool.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { processNextExport } from "./process-next-export.ts";
import { exportScene, never } from "./support/export-scene.ts";

forEachDatabase((_name, open) => {
  const { sql, agency, renderer, artifactStore, deps, orderArticle, job, letTimePass, chunks, eventsOf } =
    exportScene(open);

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
});
