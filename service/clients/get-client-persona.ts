import type { Sql } from "../db/open.ts";
import { ServiceError } from "../errors.ts";
import type { GetClientPersonaInput, GetClientPersonaOutput } from "./schema.ts";

export async function getClientPersona(
  _sql: Sql,
  _agencyId: number,
  _input: GetClientPersonaInput,
): Promise<GetClientPersonaOutput> {
  throw new ServiceError("service_unavailable", "getClientPersona follows with its statements.");
}
