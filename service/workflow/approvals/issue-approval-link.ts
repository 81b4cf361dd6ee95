import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import type { Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { uuidPattern } from "../../schema.ts";
import { heldPendingApproval } from "./held-approval.ts";
import { findAgencyOfApproval, replaceLink } from "./link-sql.ts";
import { approvalUrl, createLinkToken } from "./link-token.ts";
import { cancelMail } from "./mail/sql.ts";

export type IssuedLink = { approvalId: string; url: string; expiresAt: string };

/** `issueLinkOf` for an operator, who names an approval by its id alone. */
export async function issueApprovalLink(
  sql: Sql,
  approvalId: string,
  publicUrl: string,
): Promise<IssuedLink> {
  const place = uuidPattern.test(approvalId) ? await findAgencyOfApproval(sql, approvalId) : null;
  if (place === null)
    throw new ServiceError("not_found", "There is no such approval. `approval list` shows the ids.");
  const actor = { type: "operator", id: null } as const;
  return await issueLinkOf(sql, place.agencyId, { approvalId, publicUrl, actor });
}

/**
 * Makes a fresh link to hand over; the older one stops working, and a mail that waits is not sent.
 * Throws `not_found`, and `approval_expired` or `validation_error` for one that waits for no answer any more.
 */
export async function issueLinkOf(
  sql: Sql,
  agencyId: number,
  { approvalId, publicUrl, actor }: { approvalId: string; publicUrl: string; actor: AuditActor },
): Promise<IssuedLink> {
  return await sql.begin(async (transaction) => {
    const approval = await heldPendingApproval(transaction, agencyId, approvalId);
    const { token, tokenHash } = createLinkToken();
    // Locks in the same order as the sender of mails, which holds the mail when it makes its link.
    await cancelMail(transaction, agencyId, { approvalId: approval.id, kinds: ["request"] });
    await replaceLink(transaction, agencyId, { approvalId: approval.id, tokenHash });
    await insertAudit(transaction, agencyId, {
      actor,
      action: "approval.link_issued",
      subject: { type: "approval", id: approval.id },
    });
    return {
      approvalId: approval.id,
      url: approvalUrl(publicUrl, token),
      expiresAt: approval.expiresAt.toISOString(),
    };
  });
}
