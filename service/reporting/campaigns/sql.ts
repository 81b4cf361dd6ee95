import { v7 as uuidv7 } from "uuid";
import { integerArray } from "../../db/array-literals.ts";
import type { Queryable } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";

/** Releases of one campaign: far above any real one, and few enough for one statement and one report. */
export const campaignReleasesMax = 1_000;

/**
 * Creates a campaign of an agency's releases and returns its id.
 * Throws `invalid_parameters` for none or too many releases, and `release_not_found` unless all are the agency's.
 */
export async function insertCampaign(
  sql: Queryable,
  agencyId: number,
  input: { name: string; releaseIds: readonly number[] },
): Promise<string> {
  const releaseIds = [...new Set(input.releaseIds)];
  if (releaseIds.length === 0 || releaseIds.length > campaignReleasesMax) {
    throw new ServiceError("invalid_parameters", `A campaign has 1 to ${campaignReleasesMax} releases.`);
  }
  const id = uuidv7();
  const [row] = await sql<{ added: number }[]>`
    with own as (
      select id
      from release
      where agency_id = ${agencyId}
        and id = any(${integerArray(releaseIds)}::integer[])
    ),
    campaign as (
      insert into campaign (agency_id, id, name)
      select ${agencyId}::integer, ${id}::uuid, ${input.name}
      where (select count(*) from own) = ${releaseIds.length}
      returning agency_id, id
    ),
    added as (
      insert into campaign_release (agency_id, campaign_id, release_id)
      select campaign.agency_id, campaign.id, own.id
      from campaign, own
      returning release_id
    )
    select count(*) as added from added
  `;
  if (row?.added !== releaseIds.length) {
    throw new ServiceError(
      "release_not_found",
      `Agency ${agencyId} lacks some of the releases ${releaseIds.slice(0, 10).join(", ")}.`,
    );
  }
  return id;
}
