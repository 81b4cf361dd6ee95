import { expect, test } from "bun:test";
import type { ArtifactStore } from "../../../../service/features/reporting/exports/artifact-store.ts";
import { exportExpiryLoop } from "../../../../service/features/reporting/exports/loops.ts";
import { forEachDatabase } from "../../../support/databases.ts";
import { thrownBy } from "../../../support/error-of.ts";
import { processNextExport } from "./process-next-export.ts";
import { exportScene, never } from "./support/export-scene.ts";

forEachDatabase((_name, open) => {
  const { sql, artifactStore, deps, orderArticle, job, chunks } = exportScene(open);

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
});
