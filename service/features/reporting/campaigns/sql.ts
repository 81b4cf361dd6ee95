import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../errors.ts";
import { integerArray } from "../../../floor/db/array-literals.ts";
import { inTransaction } from "../../../floor/db/in-transaction.ts";
import { isForeignKeyViolation } from "../../../floor/db/is-foreign-key-violation.ts";
import type { Queryable } from "../../../floor/db/open.ts";

/** Releases of one campaign: far above any real one, and few enough for one statement and one report. */
export const campaignReleasesMax = 1_000;

/**
 * Creates a campaign of an agency's releases and returns its id.
 * Throws `invalid_parameters` for none or too many releases, and `release_not_found` unless all are the agency's.
 */
export async function insertCampaign(
  sql: Queryable,
  agencyId: number,
  input: { name: string; releaseIds: readonly number[]; id?: string },
): Promise<string> {
  const releaseIds = [...new Set(input.releaseIds)];
  if (releaseIds.length === 0 || releaseIds.length > campaignReleasesMax) {
    throw new ServiceError("invalid_parameters", `A campaign has 1 to ${campaignReleasesMax} releases.`);
  }
  const { id = uuidv7() } = input;
  return await inTransaction(sql, async (transaction) => {
    await transaction`
      insert into campaign (agency_id, id, name)
      values (${agencyId}, ${id}, ${input.name})
    `.catch((error: unknown) => {
      if (!isForeignKeyViolation(error)) throw error;
      throw new ServiceError("release_not_found", `There is no agency ${agencyId}.`, { cause: error });
    });
    const added = await addReleases(transaction, agencyId, { campaignId: id, releaseIds });
    if (added !== releaseIds.length) {
      throw new ServiceError(
        "release_not_found",
        `Agency ${agencyId} lacks some of the releases ${releaseIds.slice(0, 10).join(", ")}.`,
      );
    }
    return id;
  });
}

/** Adds those of the releases that the agency has and the campaign has not; returns how many. */
async function addReleases(
  transaction: Queryable,
  agencyId: number,
  { campaignId, releaseIds }: { campaignId: string; releaseIds: readonly number[] },
): Promise<number> {
  const added = await transaction`
    insert into campaign_release (agency_id, campaign_id, release_id)
    select release.agency_id, ${campaignId}::uuid, release.id
    from release
    where release.agency_id = ${agencyId}
      and release.id = any(${integerArray(releaseIds)}::integer[])
    on conflict do nothing
  `;
  return added.count;
}

/** Lets one at a time change a campaign until the transaction ends, so that what is read of it then still holds; false where there is none. */
export async function lockCampaign(
  transaction: Queryable,
  agencyId: number,
  campaignId: string,
): Promise<boolean> {
  const found = await transaction`
    select
    from campaign
    where agency_id = ${agencyId}
      and id = ${campaignId}
    for no key update
  `;
  return found.length > 0;
}

/** Gives a campaign, which `lockCampaign` holds, this name and these releases; returns how many it has then. */
export async function replaceReleases(
  transaction: Queryable,
  agencyId: number,
  input: { campaignId: string; name: string; releaseIds: readonly number[] },
): Promise<number> {
  const { campaignId, releaseIds } = input;
  await transaction`
    update campaign
    set name = ${input.name}
    where agency_id = ${agencyId}
      and id = ${campaignId}
  `;
  await transaction`
    delete from campaign_release
    where agency_id = ${agencyId}
      and campaign_id = ${campaignId}
      and release_id <> all(${integerArray(releaseIds)}::integer[])
  `;
  await addReleases(transaction, agencyId, { campaignId, releaseIds });
  const [row] = await transaction<{ releases: number }[]>`
    select count(*)::integer as releases
    from campaign_release
    where agency_id = ${agencyId}
      and campaign_id = ${campaignId}
  `;
  return row?.releases ?? 0;
}
