import { ServiceError } from "../../errors.ts";
import type { Sql } from "../../floor/db/open.ts";
import { createToken } from "../../floor/secret-links/random-token.ts";
import { lockAgency } from "../agencies/sql.ts";
import { type AuditActor, insertAudit } from "../audit/sql.ts";
import { deleteInvitations, isAtHome } from "./invitation-sql.ts";
import { findMember } from "./membership-sql.ts";
import { printedLinkValidMinutes } from "./rules.ts";
import { insertLink } from "./sign-in-link-sql.ts";

/**
 * Makes a link that an owner hands to a colleague where no mail can go. Whoever opens it is signed in as that colleague: so it works
 * once, opens this agency alone whatever others the person works for, makes no passkey, connects no program, and stands in the log with
 * who made it. An older one stops working, and so does what it opened. Both end when the colleague comes in by itself, and when an owner
 * leaves: who made a link may have kept it.
 * Null for a colleague who gets in by other ways. Throws `not_found` for somebody of another agency.
 */
export async function handOverLink(
  sql: Sql,
  agencyId: number,
  personId: string,
  actor: AuditActor,
): Promise<{ token: string; email: string; expiresAt: Date } | null> {
  return await sql.begin(async (transaction) => {
    const isKnown = await lockAgency(transaction, agencyId);
    const member = isKnown ? await findMember(transaction, agencyId, personId) : null;
    if (member === null) throw new ServiceError("not_found", "The agency has no such person.");
    if (await isAtHome(transaction, agencyId, personId)) return null;
    await deleteInvitations(transaction, agencyId, personId);
    const { token, tokenHash } = createToken();
    const expiresAt = await insertLink(transaction, {
      tokenHash,
      personId,
      validMinutes: printedLinkValidMinutes,
      confirmsSessionId: null,
      onlyAgencyId: agencyId,
    });
    const subject = { type: "person", id: personId };
    await insertAudit(transaction, agencyId, { actor, action: "person.link_printed", subject });
    return { token, email: member.email, expiresAt };
  });
}
