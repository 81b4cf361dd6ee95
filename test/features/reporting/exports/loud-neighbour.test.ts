import { expect, test } from "bun:test";
import { createExport } from "../../../../service/features/reporting/exports/create-export.ts";
import { createDatabaseArtifactStore } from "../../../../service/features/reporting/exports/database-artifact-store.ts";
import { exportLoop } from "../../../../service/features/reporting/exports/loops.ts";
import { createRenderPool } from "../../../../service/features/reporting/exports/render-pool.ts";
import { createLog } from "../../../../service/log.ts";
import { databaseScene, given } from "../../../support/cast.ts";
import { testSeal } from "../../../support/seal.ts";
import { createTestAgency, createTestRelease } from "../../../support/service.ts";
import { until } from "../../../support/until.ts";

const loudJobs = 200;

const { sql, atEnd } = databaseScene();
const renderer = given(async () => createRenderPool());
atEnd(() => renderer.close());

test("200 exports of one agency do not delay the one of another", async () => {
  const loud = await createTestAgency(sql);
  const loudRelease = await createTestRelease(sql, loud.agencyId);
  const quiet = await createTestAgency(sql);
  const quietRelease = await createTestRelease(sql, quiet.agencyId);
  for (let job = 0; job < loudJobs; job += 1) await order(loud.agencyId, loudRelease.pressReleaseId);
  await order(quiet.agencyId, quietRelease.pressReleaseId);
  const stopping = new AbortController();
  const startedAt = performance.now();
  const loop = exportLoop({
    sql,
    seal: await testSeal(),
    renderer,
    log: createLog("silent", () => {}),
    artifactStore: createDatabaseArtifactStore(sql),
    publicUrl: "https://pr.example",
  });
  const run = loop.run(stopping.signal);
  await until("the quiet export is done", async () => (await completedOf(quiet.agencyId)) === 1, 60_000);
  const loudBefore = await completedOf(loud.agencyId);
  process.stderr.write(
    `quiet export after ${Math.round(performance.now() - startedAt)} ms and ${loudBefore} others\n`,
  );
  stopping.abort();
  await run;
  expect(loudBefore).toBeLessThan(20);
});

async function order(agencyId: number, pressReleaseId: number): Promise<string> {
  const request = {
    scopeType: "article" as const,
    scopeId: String(pressReleaseId),
    days: 30,
    format: "pdf" as const,
  };
  const idempotencyKey = crypto.randomUUID();
  return (await createExport(sql, agencyId, { request, idempotencyKey, createdBy: "test" })).id;
}

const completedOf = async (agencyId: number): Promise<number> => {
  const [row] = await sql`
    select count(*)::integer as jobs
    from export_job
    where agency_id = ${agencyId}
      and status = 'completed'
  `;
  return Number(row?.jobs);
};
