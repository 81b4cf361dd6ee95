import type { Sql } from "../../floor/db/open.ts";
import { urlProblem } from "../../floor/web/field-rules.ts";
import { refuseFields } from "../../floor/web/refuse-fields.ts";
import { refuseChangedSince } from "../../floor/web/seen-stamp.ts";
import { lockAgency } from "../agencies/sql.ts";
import { insertAudit } from "../audit/sql.ts";
import type { ContactAct } from "./contacts.ts";
import type { ContactSettings } from "./schema.ts";
import { findContactSettings, takeBackShown, upsertContactSettings } from "./settings-sql.ts";

/** How long contacts stay that nobody writes to: shorter loses whom one writes to once a year, longer has no reason. */
export const retentionMonths = { min: 6, usual: 24, max: 36 } as const;

/**
 * Writes how long contacts stay, and where the agency's notice is. Throws `validation_error` with the fields that are wrong, and
 * `version_conflict` where somebody has changed it since `seenStamp`, which is `stampOf` the settings.
 */
export async function saveContactSettings(
  sql: Sql,
  agencyId: number,
  input: Omit<ContactAct, "scope"> & { settings: ContactSettings; seenStamp?: string | undefined },
): Promise<void> {
  const { settings, seenStamp, actor, requestId } = input;
  const { retentionMonths: months, noticeUrl } = settings;
  const { min, max } = retentionMonths;
  refuseFields([
    noticeUrl === null ? null : urlProblem("noticeUrl", noticeUrl),
    Number.isInteger(months) && months >= min && months <= max
      ? null
      : {
          field: "retentionMonths",
          german: `Möglich sind ${min} bis ${max} Monate.`,
          english: `expected ${min} to ${max} months.`,
        },
  ]);
  await sql.begin(async (transaction) => {
    await lockAgency(transaction, agencyId);
    const before = await findContactSettings(transaction, agencyId);
    refuseChangedSince(before, { wanted: settings, seenStamp });
    await upsertContactSettings(transaction, agencyId, settings);
    await takeBackShown(transaction, agencyId, months);
    await insertAudit(transaction, agencyId, {
      actor,
      action: "media_contacts.settings_changed",
      subject: { type: "agency", id: String(agencyId) },
      details: { before, after: settings },
      ...(requestId === undefined ? {} : { requestId }),
    });
  });
}
