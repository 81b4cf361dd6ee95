import { v7 as uuidv7 } from "uuid";
import { fieldReason, ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { reportDays } from "../articles/schema.ts";
import { normalizeScopeId } from "../reports/scope.ts";
import { findReportScope } from "../reports/sql.ts";
import type { ExportRequest } from "./schema.ts";
import { findByIdempotencyKey, insertExportJob, type NewExportJob } from "./sql.ts";

/**
 * Queues an export once per idempotency key and agency, under any concurrency. A known key answers `existing`, even where its report or
 * scope is gone by now; only a request that is wrong by itself is refused before the key is looked up.
 * With `reportId` the file is made of that frozen report. Throws `invalid_body` for a missing scope, a release id that is no number in
 * range, or a scope that is not the report's; then `scope_not_found`, and `export_creation_failed` where the job
 * of the key was deleted at this very moment: calling again creates it.
 */
export async function createExport(
  sql: Queryable,
  agencyId: number,
  input: { request: ExportRequest; idempotencyKey: string; createdBy: string },
): Promise<{ id: string; status: "queued" | "existing" }> {
  const { idempotencyKey, createdBy, request } = input;
  const asked = readScope(request);
  const target = request.reportId === undefined ? asked : await reportTarget(sql, agencyId, request, asked);
  if (target instanceof ServiceError) {
    const known = await findByIdempotencyKey(sql, agencyId, idempotencyKey);
    if (known.outcome === "existing") return { id: known.id, status: "existing" };
    throw target;
  }
  const result = await insertExportJob(sql, agencyId, {
    id: uuidv7(),
    idempotencyKey,
    format: request.format,
    createdBy,
    reportId: request.reportId ?? null,
    scopeType: target.scopeType ?? "article",
    scopeId: target.scopeId ?? null,
    days: target.days ?? reportDays.default,
  });
  if (result.outcome === "no_scope") {
    throw new ServiceError("scope_not_found", `The agency has no ${target.scopeType} of this id.`);
  }
  if (result.outcome === "lost") {
    throw new ServiceError("export_creation_failed", "The job was neither created nor found. Call again.");
  }
  return { id: result.id, status: result.outcome };
}

/** What a request says of its scope; with a report it may say nothing, or a part. */
type AskedScope = Partial<Pick<NewExportJob, "scopeType" | "scopeId" | "days">>;

function readScope({ reportId, scopeType, scopeId, days }: ExportRequest): AskedScope {
  if (reportId === undefined && (scopeType === undefined || scopeId === undefined))
    throw invalidBody(scopeType === undefined ? "scopeType" : "scopeId", "Required without reportId");
  const knownId = scopeId === undefined ? undefined : normalizeScopeId(scopeType ?? "article", scopeId);
  if (scopeType === "article" && knownId === null)
    throw invalidBody("scopeId", "Expected a release id from 1 to 2147483647");
  return {
    ...(scopeType === undefined ? {} : { scopeType }),
    ...(scopeId === undefined ? {} : { scopeId: knownId ?? normalizeScopeId("campaign", scopeId) }),
    ...(days === undefined ? {} : { days }),
  };
}

/** The scope of the named report, or why the request can't be fulfilled. */
async function reportTarget(
  sql: Queryable,
  agencyId: number,
  { reportId = "" }: ExportRequest,
  asked: AskedScope,
): Promise<AskedScope | ServiceError> {
  const report = await findReportScope(sql, agencyId, reportId);
  if (report === null) {
    const hint = "reportId: no report of this id belongs to the agency of the key.";
    return new ServiceError("scope_not_found", `The agency has no report ${reportId}.`, { hint });
  }
  for (const field of ["scopeType", "scopeId", "days"] as const) {
    if (asked[field] !== undefined && asked[field] !== report[field])
      return invalidBody(field, "Differs from that of the report: leave it out");
  }
  return report;
}

function invalidBody(field: string, problem: string): ServiceError {
  return new ServiceError("invalid_body", `${field}: ${problem}.`, fieldReason(field, problem));
}
