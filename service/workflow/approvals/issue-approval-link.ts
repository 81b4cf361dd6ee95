import { insertAudit } from "../../audit/sql.ts";
import type { Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { uuidPattern } from "../../schema.ts";
import { heldDraftOf } from "../drafts/find-draft.ts";
import { findAgencyOfApproval, replaceLink } from "./link-sql.ts";
import { approvalUrl, createLinkToken } from "./link-token.ts";
import { cancelMail } from "./mail/sql.ts";
import { findApproval } from "./sql.ts";

/**
 * Makes a fresh link for the operator to hand over; the older one stops working, and a mail that waits is not sent.
 * Throws `not_found`, and `approval_expired` or `validation_error` for one that waits for no answer any more.
 */
export async function issueApprovalLink(
  sql: Sql,
  approvalId: string,
  publicUrl: string,
): Promise<{ approvalId: string; url: string; expiresAt: string }> {
  return await sql.begin(async (transaction) => {
    const place = uuidPattern.test(approvalId) ? await findAgencyOfApproval(transaction, approvalId) : null;
    if (place === null)
      throw new ServiceError("not_found", "There is no such approval. `approval list` shows the ids.");
    const { agencyId } = place;
    await heldDraftOf(transaction, agencyId, place.draftId);
    const approval = await findApproval(transaction, agencyId, approvalId);
    if (approval === null || approval.status !== "pending") throw refusalOf(approval?.status ?? "missing");
    const { token, tokenHash } = createLinkToken();
    // Locks in the same order as the sender of mails, which holds the mail when it makes its link.
    await cancelMail(transaction, agencyId, approval.id);
    await replaceLink(transaction, agencyId, { approvalId: approval.id, tokenHash });
    await insertAudit(transaction, agencyId, {
      actor: { type: "operator", id: null },
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

function refusalOf(status: string): ServiceError {
  if (status === "expired") {
    return new ServiceError("approval_expired", "The approval has expired. Send a new request for it.");
  }
  return new ServiceError("validation_error", `The approval is ${status} and waits for no answer.`);
}
