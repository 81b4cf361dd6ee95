import { ServiceError } from "../../../errors.ts";
import type { Queryable } from "../../../floor/db/open.ts";
import { refusal } from "../../../floor/web/refuse-fields.ts";
import { uuidPattern } from "../../../schema.ts";
import { refuseInactiveClient } from "../../clients/refuse-inactive-client.ts";
import { heldDraftOf } from "../drafts/find-draft.ts";
import type { ApprovalRow } from "./approval-row-sql.ts";
import { listApprovers } from "./approver-sql.ts";
import { findApproval } from "./sql.ts";

/**
 * An approval of the agency that waits for its answer; its draft is held until the transaction ends.
 * Throws `not_found`, and `approval_expired` or `validation_error` for one that waits no more, and of an archived client.
 */
export async function heldPendingApproval(
  transaction: Queryable,
  agencyId: number,
  approvalId: string,
): Promise<ApprovalRow> {
  const known = uuidPattern.test(approvalId) ? await findApproval(transaction, agencyId, approvalId) : null;
  if (known === null) throw new ServiceError("not_found", "The agency has no such approval.");
  const { clientId } = await heldDraftOf(transaction, agencyId, known.draftId);
  const approval = await findApproval(transaction, agencyId, approvalId);
  if (approval?.status === "pending") {
    // The page of its link is closed: a mail or a link would lead to nothing.
    await refuseInactiveClient(transaction, agencyId, clientId);
    return approval;
  }
  if (approval?.status === "expired") {
    throw new ServiceError("approval_expired", "The approval has expired. Send a new request for it.");
  }
  throw refusal("validation_error", {
    german: "Diese Anfrage wartet nicht mehr auf eine Antwort.",
    english: `The approval is ${approval?.status ?? "missing"} and waits for no answer.`,
  });
}

/**
 * One who is asked in an open approval: the named contact, or the first. Throws `not_found` for a contact who is not asked (any more,
 * or yet).
 */
export async function askedOf(
  transaction: Queryable,
  agencyId: number,
  { approval, contactId }: { approval: ApprovalRow; contactId: string | undefined },
): Promise<{ id: string; name: string }> {
  const { id, approverId, approverName } = approval;
  const only = { id: approverId, name: approverName };
  const approvers = approval.awaited === null ? null : await listApprovers(transaction, agencyId, id);
  const asked =
    approvers === null
      ? [only]
      : approvers
          .filter(({ status }) => status === "asked")
          .map((each) => ({ id: each.contactId, name: each.name }));
  const found = contactId === undefined ? asked[0] : asked.find((each) => each.id === contactId);
  if (found !== undefined) return found;
  throw new ServiceError("not_found", "The contact is not asked in this approval. See `approval list`.");
}
