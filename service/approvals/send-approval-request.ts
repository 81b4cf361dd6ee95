import type { Sql } from "../db/open.ts";
import { ServiceError } from "../errors.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import type { SendApprovalRequestInput, SendApprovalRequestOutput } from "./schema.ts";

export async function sendApprovalRequest(
  _sql: Sql,
  _agencyId: number,
  _input: SendApprovalRequestInput,
  _context: WorkflowContext,
): Promise<SendApprovalRequestOutput> {
  throw new ServiceError("service_unavailable", "sendApprovalRequest follows with its statements.");
}
