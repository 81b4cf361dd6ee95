import type { Sql } from "../db/open.ts";
import { ServiceError } from "../errors.ts";
import type { GetAgencyCreditsInput, GetAgencyCreditsOutput } from "./schema.ts";

export async function getAgencyCredits(
  _sql: Sql,
  _agencyId: number,
  _input: GetAgencyCreditsInput,
): Promise<GetAgencyCreditsOutput> {
  throw new ServiceError("service_unavailable", "getAgencyCredits follows with its statements.");
}
