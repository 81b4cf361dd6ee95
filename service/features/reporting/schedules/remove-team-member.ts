import type { Sql } from "../../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { removeMember } from "../../people/change-member.ts";
import { removeRecipient } from "./sql.ts";

/**
 * Removes a person from an agency's team, and from the recipients of its scheduled reports. Throws `not_found` and `last_owner`.
 */
export async function removeTeamMember(
  sql: Sql,
  agencyId: number,
  personId: string,
  actor: AuditActor,
): Promise<{ email: string; schedules: number }> {
  return await sql.begin(async (transaction) => {
    const { email } = await removeMember(transaction, agencyId, personId, actor);
    const schedules = await removeRecipient(transaction, agencyId, email);
    if (schedules > 0)
      await insertAudit(transaction, agencyId, {
        actor,
        action: "schedule.recipient_removed",
        subject: { type: "person", id: personId },
        details: { schedules },
      });
    return { email, schedules };
  });
}
