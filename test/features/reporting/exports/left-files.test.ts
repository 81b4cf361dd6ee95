import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { deleteReportingData } from "../../../../service/features/reporting/data/delete-reporting-data.ts";
import type {
  ArtifactKey,
  ArtifactStore,
} from "../../../../service/features/reporting/exports/artifact-store.ts";
import { createExport } from "../../../../service/features/reporting/exports/create-export.ts";
import { noteLeftFile } from "../../../../service/features/reporting/exports/left-files-sql.ts";
import { exportExpiryLoop } from "../../../../service/features/reporting/exports/loops.ts";
import {
  createRenderPool,
  type RenderPool,
} from "../../../../service/features/reporting/exports/render-pool.ts";
import { findExportJob } from "../../../../service/features/reporting/exports/sql.ts";
import { createLog } from "../../../../service/log.ts";
import { databaseScene } from "../../../support/cast.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { thrownBy } from "../../../support/error-of.ts";
import { testSeal } from "../../../support/seal.ts";
import { until } from "../../../support/until.ts";
import { processNextExport } from "./process-next-export.ts";

const never = new AbortController().signal;
const log = createLog("silent", () => {});

forEachDatabase((_name, open) => {
  const { sql, agency, release } = databaseScene(open);
  let renderer: RenderPool;
  let store: ReturnType<typeof outsideStore>;

  beforeAll(() => {
    renderer = createRenderPool();
  });
  beforeEach(() => {
    store = outsideStore();
  });
  afterAll(() => renderer.close());

  test("what a job that failed for good left in a store that was away is removed once it is back", async () => {
    const id = await order();
    const full: ArtifactStore = {
      ...store,
      async write(key, chunks) {
        await store.write(key, chunks);
        store.isAway = true;
        throw new Error("The store is full.");
      },
    };
    await sql`update export_job set attempts = 4 where id = ${id}`;
    await processNextExport({ ...(await deps()), artifactStore: full }, never);
    expect(await jobOf(id)).toMatchObject({ status: "failed", error: "too_many_attempts" });
    expect(store.files.size).toBe(1);
    expect(await thrownBy(runExpiry())).toThrow("away");
    store.isAway = false;
    await runExpiry();
    expect([store.files.size, await notedFiles()]).toEqual([0, 0]);
  });

  test("the files of deleted reporting data go at once, or when the store is back", async () => {
    for (const isAway of [false, true]) {
      await order();
      await processNextExport(await deps(), never);
      expect(store.files.size).toBe(1);
      store.isAway = isAway;
      await deleteReportingData(await deps(), agency.agencyId, { actorId: "key", requestId: "request" });
      if (!isAway) await until("the file is forgotten", async () => (await notedFiles()) === 0);
    }
    expect([store.files.size, await notedFiles()]).toEqual([1, 1]);
    store.isAway = false;
    await runExpiry();
    expect([store.files.size, await notedFiles()]).toEqual([0, 0]);
  });

  test("a completed job keeps its file where the answer to its commit was lost", async () => {
    const id = await order();
    let isLosing = false;
    const losing = new Proxy(sql, {
      get(target, name) {
        if (name !== "begin") return Reflect.get(target, name);
        return async (...given: unknown[]) => {
          const result = await Reflect.apply(target.begin, target, given);
          if (!isLosing) return result;
          isLosing = false;
          throw new Error("The connection is gone.");
        };
      },
    });
    const drawing: RenderPool = {
      ...renderer,
      async *render(report, format, signal) {
        yield* renderer.render(report, format, signal);
        isLosing = true;
      },
    };
    await processNextExport({ ...(await deps()), sql: losing, renderer: drawing }, never);
    expect(await jobOf(id)).toMatchObject({ status: "completed" });
    expect(store.files.size).toBe(1);
  });

  test("files that the store keeps by its own rules stop no other's removal", async () => {
    const kept = Array.from({ length: 50 }, () => crypto.randomUUID());
    for (const artifactId of kept) {
      store.locked.add(artifactId);
      await noteLeftFile(sql, { agencyId: agency.agencyId, jobId: crypto.randomUUID(), artifactId });
    }
    const id = await order();
    await processNextExport(await deps(), never);
    await sql`update export_job set expires_at = now() - interval '1 second' where id = ${id}`;
    expect(await thrownBy(runExpiry())).toThrow("locked");
    expect(store.files.size).toBe(1);
    expect(await thrownBy(runExpiry())).toThrow("locked");
    expect([store.files.size, await notedFiles()]).toEqual([0, 50]);
  });

  const deps = async () => ({
    sql,
    log,
    seal: await testSeal(),
    renderer,
    artifactStore: store,
    publicUrl: "https://pr.example",
  });
  const runExpiry = () => exportExpiryLoop({ sql, artifactStore: store }).run(never);
  const jobOf = (id: string) => findExportJob(sql, agency.agencyId, id);
  const notedFiles = async () => (await sql`select from export_file_left`).length;
  async function order(): Promise<string> {
    const request = { scopeType: "article", scopeId: release.pressReleaseId, format: "csv" } as const;
    const input = { request, idempotencyKey: crypto.randomUUID(), createdBy: "operator" };
    return (await createExport(sql, agency.agencyId, input)).id;
  }
});

/** A store outside of the database, as S3 is one, which may be away. */
function outsideStore() {
  const files = new Map<string, Uint8Array>();
  const store = {
    files,
    /** Names of files under a retention rule. */
    locked: new Set<string>(),
    isAway: false,
    async write(key: ArtifactKey, chunks: AsyncIterable<Uint8Array>) {
      files.set(key.artifactId, Buffer.concat(await Array.fromAsync(chunks)));
    },
    async *read(key: ArtifactKey) {
      yield files.get(key.artifactId) ?? new Uint8Array();
    },
    async remove(key: ArtifactKey) {
      if (store.isAway) throw new Error("The store is away.");
      if (store.locked.has(key.artifactId)) throw new Error("The file is locked.");
      files.delete(key.artifactId);
    },
  };
  return store;
}
