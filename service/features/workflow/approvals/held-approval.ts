import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { refusal } from "../../../floor/web/refuse-fields.ts";
import { uuidPattern } from "../../../schema.ts";
import { heldDraftOf } from "../drafts/find-draft.ts";
import { type ApprovalRow, findApproval } from "./sql.ts";

/**
 * An approval of the agency that waits for its answer; its draft is held until the transaction ends.
 * Throws `not_found`, and `approval_expired` or `validation_error` for one that waits no more.
 */
export async function heldPendingApproval(
  transaction: Queryable,
  agencyId: number,
  approvalId: string,
): Promise<ApprovalRow> {
  const known = uuidPattern.test(approvalId) ? await findApproval(transaction, agencyId, approvalId) : null;
  if (known === null) throw new ServiceError("not_found", "The agency has no such approval.");
  await heldDraftOf(transaction, agencyId, known.draftId);
  const approval = await findApproval(transaction, agencyId, approvalId);
  if (approval?.status === "pending") return approval;
  if (approval?.status === "expired") {
    throw new ServiceError("approval_expired", "The approval has expired. Send a new request for it.");
  }
  throw refusal("validation_error", {
    german: "Diese Anfrage wartet nicht mehr auf eine Antwort.",
    english: `The approval is ${approval?.status ?? "missing"} and waits for no answer.`,
  });
}
