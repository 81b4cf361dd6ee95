import { expect, test } from "bun:test";
import { createExport } from "../../../../service/features/reporting/exports/create-export.ts";
import { createDatabaseArtifactStore } from "../../../../service/features/reporting/exports/database-artifact-store.ts";
import { createRenderPool } from "../../../../service/features/reporting/exports/render-pool.ts";
import { findExportJob } from "../../../../service/features/reporting/exports/sql.ts";
import { openDatabase } from "../../../../service/floor/db/open.ts";
import { createFairSeats } from "../../../../service/floor/limits/fair-seats.ts";
import { createLog } from "../../../../service/log.ts";
import { announceAll } from "../../../support/announce-all.ts";
import { testSeal } from "../../../support/seal.ts";
import { createMigratedDatabase, createTestAgency, createTestRelease } from "../../../support/service.ts";
import { processNextExport } from "./process-next-export.ts";

const never = new AbortController().signal;

test("a job whose agency has no room for a further long read goes back to its queue, however often, and is made later", async () => {
  const databaseUrl = await createMigratedDatabase();
  const { sql, close } = await openDatabase({ databaseUrl, dataDirectory: "", connectionsMax: 2 });
  const { agencyId } = await createTestAgency(sql);
  const { pressReleaseId } = await createTestRelease(sql, agencyId);
  const { id } = await createExport(sql, agencyId, {
    request: { scopeType: "article", scopeId: pressReleaseId, format: "csv" },
    idempotencyKey: "busy",
    createdBy: "operator",
  });
  const heavyReads = createFairSeats({
    what: "reports",
    seats: 1,
    seatsPerAgency: 1,
    waitingPerAgencyMax: 0,
    waitMs: 1,
    retryAfterSeconds: 5,
  });
  const renderer = createRenderPool();
  const deps = {
    sql,
    heavyReads,
    renderer,
    log: createLog("silent", () => {}),
    seal: await testSeal(),
    artifactStore: createDatabaseArtifactStore(sql),
    publicUrl: "https://pr.example",
  };
  const makeNext = async () => {
    await sql`update export_job set due_at = now() - interval '1 second'`;
    await announceAll(sql);
    expect(await processNextExport(deps, never)).toBe(true);
  };
  const leave = await heavyReads.enter(agencyId);
  // One more than the attempts that a fault has.
  for (let round = 1; round <= 6; round += 1) {
    await makeNext();
    expect(await findExportJob(sql, agencyId, id)).toMatchObject({ status: "queued" });
    const [row] = await sql`select attempts, due_at > now() + interval '3 seconds' as waits from export_job`;
    expect(row).toEqual({ attempts: 0, waits: true });
  }
  leave();
  await makeNext();
  expect(await findExportJob(sql, agencyId, id)).toMatchObject({ status: "completed" });
  await renderer.close();
  await close();
});
