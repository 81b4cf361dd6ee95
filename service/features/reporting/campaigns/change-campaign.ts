import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { lineProblem } from "../../../floor/web/field-rules.ts";
import { refuseFields } from "../../../floor/web/refuse-fields.ts";
import { refuseChangedSince, stampOf } from "../../../floor/web/seen-stamp.ts";
import { lockAgency } from "../../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { readCampaign } from "./list-campaigns-sql.ts";
import { campaignReleasesMax, insertCampaign, lockCampaign, replaceReleases } from "./sql.ts";

export type CampaignFields = { name: string; releaseIds: readonly number[] };

const nameCharacters = { min: 1, max: 200 };

/** Creates a campaign of an agency's releases. Throws `validation_error` by field, and `release_not_found`. */
export async function addCampaign(
  sql: Sql,
  agencyId: number,
  fields: CampaignFields & { id?: string },
  actor: AuditActor,
): Promise<string> {
  const { name, releaseIds } = checked(fields);
  return await sql.begin(async (transaction) => {
    const known = fields.id;
    // Copies of a form take turns.
    await lockAgency(transaction, agencyId);
    if (known !== undefined && (await lockCampaign(transaction, agencyId, known))) return known;
    const id = await insertCampaign(transaction, agencyId, {
      ...(known !== undefined && { id: known }),
      name,
      releaseIds,
    });
    await insertAudit(transaction, agencyId, {
      actor,
      action: "campaign.created",
      subject: { type: "campaign", id },
      details: { name, releases: releaseIds.length },
    });
    return id;
  });
}

/**
 * Gives a campaign this name and these releases. Frozen reports stay as they are.
 * Throws `validation_error` by field, `release_not_found`, `not_found`, and `version_conflict` where somebody has changed it since
 * `seenStamp` (`campaignStamp`).
 */
export async function changeCampaign(
  sql: Sql,
  agencyId: number,
  input: CampaignFields & { campaignId: string; seenStamp?: string | undefined },
  actor: AuditActor,
): Promise<void> {
  const { name, releaseIds } = checked(input);
  const { campaignId, seenStamp } = input;
  await sql.begin(async (transaction) => {
    await lockCampaign(transaction, agencyId, campaignId);
    const before = seenOf(await readCampaign(transaction, agencyId, campaignId));
    const wanted = seenOf({ name, releaseIds });
    refuseChangedSince(before, { wanted, seenStamp, untold: ["releaseIds"] });
    const releases = await replaceReleases(transaction, agencyId, { campaignId, name, releaseIds });
    if (releases !== releaseIds.length)
      throw new ServiceError("release_not_found", `Agency ${agencyId} lacks some of these releases.`);
    await insertAudit(transaction, agencyId, {
      actor,
      action: "campaign.changed",
      subject: { type: "campaign", id: campaignId },
      details: { name, releases: releaseIds.length },
    });
  });
}

/** Of a campaign's name and releases, for `changeCampaign`. */
export const campaignStamp = (fields: CampaignFields): string => stampOf(seenOf(fields));

const seenOf = ({ name, releaseIds }: CampaignFields): CampaignFields => ({
  ...{ name, releaseIds: releaseIds.toSorted((one, other) => one - other) },
});

function checked(fields: CampaignFields): CampaignFields {
  const releaseIds = [...new Set(fields.releaseIds)];
  refuseFields([
    lineProblem("name", fields.name, nameCharacters),
    releaseIds.length >= 1 && releaseIds.length <= campaignReleasesMax
      ? null
      : {
          field: "releaseIds",
          german: `Bitte wählen Sie 1 bis ${campaignReleasesMax} Meldungen aus.`,
          english: `a campaign has 1 to ${campaignReleasesMax} releases.`,
        },
  ]);
  return { name: fields.name.trim(), releaseIds };
}
