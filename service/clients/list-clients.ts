import type { Sql } from "../db/open.ts";
import { ServiceError } from "../errors.ts";
import type { ListClientsInput, ListClientsOutput } from "./schema.ts";

export async function listClients(
  _sql: Sql,
  _agencyId: number,
  _input: ListClientsInput,
): Promise<ListClientsOutput> {
  throw new ServiceError("service_unavailable", "listClients follows with its statements.");
}
