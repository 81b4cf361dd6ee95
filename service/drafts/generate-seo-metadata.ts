import type { Sql } from "../db/open.ts";
import { ServiceError } from "../errors.ts";
import type { WorkflowContext } from "../workflow-context.ts";
import type { GenerateSeoMetadataInput, GenerateSeoMetadataOutput } from "./schema.ts";

export async function generateSeoMetadata(
  _sql: Sql,
  _agencyId: number,
  _input: GenerateSeoMetadataInput,
  _context: WorkflowContext,
): Promise<GenerateSeoMetadataOutput> {
  throw new ServiceError("service_unavailable", "generateSeoMetadata follows with its statements.");
}
