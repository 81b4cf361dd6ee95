import { v7 as uuidv7 } from "uuid";
import type { Queryable } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { reportDays } from "../articles/schema.ts";
import { normalizeScopeId } from "../reports/scope.ts";
import type { ExportRequest } from "./schema.ts";
import { insertExportJob } from "./sql.ts";

/**
 * Queues an export once per idempotency key and agency, under any concurrency; a known key answers `existing`, whatever is asked.
 * Throws `invalid_body` for a release id that is no number in range, then `scope_not_found`, and `export_creation_failed` where the job
 * of the key was deleted at this very moment: calling again creates it.
 */
export async function createExport(
  sql: Queryable,
  agencyId: number,
  input: { request: ExportRequest; idempotencyKey: string; createdBy: string },
): Promise<{ id: string; status: "queued" | "existing" }> {
  const { scopeType, scopeId, days, format } = input.request;
  const knownId = normalizeScopeId(scopeType, scopeId);
  if (scopeType === "article" && knownId === null) {
    const details = {
      formErrors: [],
      fieldErrors: { scopeId: ["Expected a release id from 1 to 2147483647"] },
    };
    throw new ServiceError("invalid_body", "The scopeId of an article is its release id.", { details });
  }
  const result = await insertExportJob(sql, agencyId, {
    id: uuidv7(),
    idempotencyKey: input.idempotencyKey,
    format,
    scopeType,
    scopeId: knownId,
    days: days ?? reportDays.default,
    createdBy: input.createdBy,
  });
  if (result.outcome === "no_scope") {
    throw new ServiceError("scope_not_found", `The agency has no ${scopeType} of this id.`);
  }
  if (result.outcome === "lost") {
    throw new ServiceError("export_creation_failed", "The job was neither created nor found. Call again.");
  }
  return { id: result.id, status: result.outcome };
}
