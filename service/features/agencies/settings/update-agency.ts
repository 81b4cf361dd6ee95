import { fieldReason, ServiceError } from "../../../errors.ts";
import { inTransaction } from "../../../floor/db/in-transaction.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { refuseChangedSince, type SeenValues, stampOf } from "../../../floor/web/seen-stamp.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { lockAgency } from "../sql.ts";
import { readLogo } from "./read-logo.ts";
import { findSettingErrors } from "./rules.ts";
import { type AgencySettings, type AgencyUpdate, labelsMax } from "./schema.ts";
import { findAgencySettings, insertPictures, updateAgencyRow, upsertBranding } from "./sql.ts";

/** An agency's settings. Throws `not_found`. */
export async function showAgency(sql: Queryable, agencyId: number): Promise<AgencySettings> {
  const settings = await findAgencySettings(sql, agencyId);
  if (settings === null) throw new ServiceError("not_found", `There is no agency ${agencyId}.`);
  return settings;
}

/**
 * Changes the settings that are given, all or none, and returns them as they are then. Frozen reports stay as they are.
 * Throws `validation_error` with the wrong fields, `not_found`, and `version_conflict` where somebody has changed them since `seenStamp`
 * (`agencyStamp`): a form sends all of them at once. Who may change the time zone calls `changeAgency`.
 */
export async function updateAgency(
  sql: Queryable,
  agencyId: number,
  { update, seenStamp, actor }: { update: AgencyUpdate; seenStamp?: string | undefined; actor: AuditActor },
): Promise<AgencySettings> {
  const details = findSettingErrors(update);
  if (details !== null) {
    const [field = "", [sentence = ""] = []] = Object.entries(details.fieldErrors)[0] ?? [];
    throw new ServiceError("validation_error", `${field}: ${sentence}`, { details });
  }
  const logo = update.logo === null || update.logo === undefined ? update.logo : readLogo(update.logo);
  const fields = Object.keys(update);
  return await inTransaction(sql, async (transaction) => {
    await lockAgency(transaction, agencyId);
    const before = await showAgency(transaction, agencyId);
    refuseChangedSince(seenOf(before), { wanted: seenOf(updated(before, update)), seenStamp });
    if (!(await updateAgencyRow(transaction, agencyId, update))) {
      throw refusal("timeZone", "The database does not know this time zone.");
    }
    if (logo !== null && logo !== undefined) await insertPictures(transaction, agencyId, [logo]);
    const { name: _name, timeZone: _zone, logo: _file, ...branding } = update;
    const logoSha256 = logo === undefined ? {} : { logoSha256: logo === null ? null : logo.sha256 };
    const labels = await upsertBranding(transaction, agencyId, { ...branding, ...logoSha256 });
    if (labels > labelsMax)
      throw refusal("conversionLabels", `There would be ${labels} labels; at most ${labelsMax} are allowed.`);
    await insertAudit(transaction, agencyId, {
      actor,
      action: "agency.updated",
      subject: { type: "agency", id: String(agencyId) },
      details: { fields },
    });
    return await showAgency(transaction, agencyId);
  });
}

/** Of an agency's settings, for `updateAgency`. */
export const agencyStamp = (settings: AgencySettings): string => stampOf(seenOf(settings));

function seenOf({ conversionLabels, ...settings }: AgencySettings): SeenValues {
  const { name, timeZone, colorPrimary, colorSecondary, senderName, replyTo } = settings;
  const labels = Object.entries(conversionLabels).map((each) => each.join(" = "));
  return {
    ...{ name, timeZone, colorPrimary, colorSecondary, senderName, replyTo },
    conversionLabels: labels.toSorted(),
  };
}

function updated(
  before: AgencySettings,
  { logo: _file, conversionLabels, ...update }: AgencyUpdate,
): AgencySettings {
  const labels = Object.entries({ ...before.conversionLabels, ...conversionLabels });
  const kept = labels.filter((each): each is [string, string] => each[1] !== null);
  return { ...before, ...update, conversionLabels: Object.fromEntries(kept) };
}

function refusal(field: string, sentence: string): ServiceError {
  return new ServiceError("validation_error", `${field}: ${sentence}`, fieldReason(field, sentence));
}
