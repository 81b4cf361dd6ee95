import type { Sql } from "../db/open.ts";
import { ServiceError } from "../errors.ts";
import type { CheckApprovalStatusInput, CheckApprovalStatusOutput } from "./schema.ts";

export async function checkApprovalStatus(
  _sql: Sql,
  _agencyId: number,
  _input: CheckApprovalStatusInput,
): Promise<CheckApprovalStatusOutput> {
  throw new ServiceError("service_unavailable", "checkApprovalStatus follows with its statements.");
}
