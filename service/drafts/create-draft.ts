import type { Sql } from "../db/open.ts";
import { ServiceError } from "../errors.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import type { CreateDraftInput, Draft } from "./schema.ts";

export async function createDraft(
  _sql: Sql,
  _agencyId: number,
  _input: CreateDraftInput,
  _context: WorkflowContext,
): Promise<Draft> {
  throw new ServiceError("service_unavailable", "createDraft follows with its statements.");
}
