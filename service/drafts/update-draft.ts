import type { Sql } from "../db/open.ts";
import { ServiceError } from "../errors.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import type { UpdateDraftInput, UpdateDraftOutput } from "./schema.ts";

export async function updateDraft(
  _sql: Sql,
  _agencyId: number,
  _input: UpdateDraftInput,
  _context: WorkflowContext,
): Promise<UpdateDraftOutput> {
  throw new ServiceError("service_unavailable", "updateDraft follows with its statements.");
}
