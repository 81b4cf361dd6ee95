import type { Sql } from "../../../floor/db/open.ts";
import { type GetAgencyCreditsInput, type GetAgencyCreditsOutput, publicationCredits } from "./schema.ts";
import { readCredits } from "./sql.ts";

/** What the agency has, what is held for scheduled publications, and what things cost. */
export async function getAgencyCredits(
  sql: Sql,
  agencyId: number,
  _input: GetAgencyCreditsInput,
): Promise<GetAgencyCreditsOutput> {
  const { balance, reserved, asOf } = await readCredits(sql, agencyId);
  return {
    balance,
    reserved,
    available: balance - reserved,
    prices: [{ action: "publish_release", credits: publicationCredits }],
    asOf: asOf.toISOString(),
  };
}
