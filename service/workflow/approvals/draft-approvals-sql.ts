import type { Queryable } from "../../db/open.ts";
import type { ApprovalStatus } from "./schema.ts";

export type ApprovalOfDraft = {
  approvalId: string;
  draftVersion: number;
  contactId: string;
  contactName: string;
  status: ApprovalStatus;
  message: string | null;
  comment: string | null;
  respondBy: Date | null;
  requestedAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
};

/** A text that was sent for approval more often has an older history than a page shows. */
const approvalsMax = 50;

/** The newest approval requests of a draft. */
export async function listApprovalsOfDraft(
  sql: Queryable,
  agencyId: number,
  draftId: string,
): Promise<ApprovalOfDraft[]> {
  return await sql<ApprovalOfDraft[]>`
    select
      message, comment,
      id as "approvalId",
      draft_version as "draftVersion",
      contact_id as "contactId",
      contact_name as "contactName",
      case when status = 'pending' and expires_at <= now() then 'expired' else status end as status,
      respond_by as "respondBy",
      requested_at as "requestedAt",
      expires_at as "expiresAt",
      decided_at as "decidedAt"
    from approval
    where agency_id = ${agencyId}
      and draft_id = ${draftId}
    order by requested_at desc, id desc
    limit ${approvalsMax}
  `;
}
