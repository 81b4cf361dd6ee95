import type { Sql } from "../db/open.ts";
import { ServiceError } from "../errors.ts";
import type { ListDraftsInput, ListDraftsOutput } from "./schema.ts";

export async function listDrafts(
  _sql: Sql,
  _agencyId: number,
  _input: ListDraftsInput,
): Promise<ListDraftsOutput> {
  throw new ServiceError("service_unavailable", "listDrafts follows with its statements.");
}
