import { ServiceError } from "../../../errors.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
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
 * Throws `validation_error` with the wrong fields, and `not_found`.
 */
export async function updateAgency(
  sql: Sql,
  agencyId: number,
  { update, actor }: { update: AgencyUpdate; actor: AuditActor },
): Promise<AgencySettings> {
  const details = findSettingErrors(update);
  if (details !== null) {
    const [field = "", [sentence = ""] = []] = Object.entries(details.fieldErrors)[0] ?? [];
    throw new ServiceError("validation_error", `${field}: ${sentence}`, { details });
  }
  const logo = update.logo === null || update.logo === undefined ? update.logo : readLogo(update.logo);
  const fields = Object.keys(update);
  return await sql.begin(async (transaction) => {
    await showAgency(transaction, agencyId);
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

function refusal(field: string, sentence: string): ServiceError {
  return new ServiceError("validation_error", `${field}: ${sentence}`, {
    details: { formErrors: [], fieldErrors: { [field]: [sentence] } },
  });
}
