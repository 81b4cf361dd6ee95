import { afterAll, beforeAll } from "bun:test";
import { createExport } from "../../../../../service/features/reporting/exports/create-export.ts";
import { createDatabaseArtifactStore } from "../../../../../service/features/reporting/exports/database-artifact-store.ts";
import { createRenderPool } from "../../../../../service/features/reporting/exports/render-pool.ts";
import { findExportJob } from "../../../../../service/features/reporting/exports/sql.ts";
import { createLog } from "../../../../../service/log.ts";
import { announceAll } from "../../../../support/announce-all.ts";
import { databaseScene, given } from "../../../../support/cast.ts";
import type { OpenFresh } from "../../../../support/databases.ts";
import { testSeal } from "../../../../support/seal.ts";

export const never = new AbortController().signal;

const log = createLog("silent", () => {});

/** An agency that orders files of its release and is told of each, with all that makes them. */
export function exportScene(open: OpenFresh) {
  const { sql, agency, release } = databaseScene(open);
  const seal = given(() => testSeal());
  const renderer = given(async () => createRenderPool());
  const artifactStore = createDatabaseArtifactStore(sql);

  beforeAll(async () => {
    await sql`
      insert into webhook (agency_id, id, endpoint_url, endpoint_hash, events, secret_encrypted)
      values (
        ${agency.agencyId}, gen_random_uuid(), 'https://receiver.invalid/', decode(repeat('00', 32), 'hex'),
        '{export.completed,export.failed}', ''
      )
    `;
  });

  afterAll(() => renderer.close());

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

  return {
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
  };
}
