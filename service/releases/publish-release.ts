import type { Sql } from "../db/open.ts";
import { ServiceError } from "../errors.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import type { PublishReleaseInput, PublishReleaseOutput } from "./schema.ts";

export async function publishRelease(
  _sql: Sql,
  _agencyId: number,
  _input: PublishReleaseInput,
  _context: WorkflowContext,
): Promise<PublishReleaseOutput> {
  throw new ServiceError("service_unavailable", "publishRelease follows with its statements.");
}
