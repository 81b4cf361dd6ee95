import type { PendingQuery, Row } from "postgres";
import type { Queryable } from "../../../floor/db/open.ts";
import type { ApprovalStatus } from "./schema.ts";

export type ApprovalRow = {
  agencyId: number;
  id: string;
  draftId: string;
  draftVersion: number;
  contentHash: Uint8Array;
  approverId: string;
  approverName: string;
  /** `expired` as soon as its time is over, whether or not the loop has noted it yet. */
  status: ApprovalStatus;
  message: string | null;
  respondBy: Date | null;
  requestedAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
  comment: string | null;
  requestHash: Uint8Array | null;
  /** The person who asked, or for whom an assistant did; null for an API key and an operator. */
  requestedBy: string | null;
  /** Whether its mail was sent or waits for its turn. */
  hasMail: boolean;
  /** How many answers of a round of several are missing; null for an approval of one person. */
  awaited: number | null;
  /** `recorded` by the agency, instead of by the contact's own link. */
  kind: "link" | "recorded";
  /** Who recorded it, or the answers of some in a round. */
  recorders: string[];
};

/** The status of `approval a`: `expired` as soon as its time is over, whether or not the loop has noted it yet. */
export function approvalStatus(sql: Queryable) {
  return sql`case when a.status = 'pending' and a.expires_at <= now() then 'expired' else a.status end`;
}

/** The columns of an `ApprovalRow`, of the table `approval a`. */
export function approvalColumns(sql: Queryable) {
  return sql`
    a.id, a.message, a.comment, a.awaited, a.kind,
    ${recordersOf(sql, sql`a.agency_id`)} as recorders,
    a.agency_id as "agencyId",
    a.draft_id as "draftId",
    a.draft_version as "draftVersion",
    a.content_hash as "contentHash",
    a.contact_id as "approverId",
    a.contact_name as "approverName",
    ${approvalStatus(sql)} as status,
    a.respond_by as "respondBy",
    a.requested_at as "requestedAt",
    a.expires_at as "expiresAt",
    a.decided_at as "decidedAt",
    a.request_hash as "requestHash",
    a.requested_by as "requestedBy",
    exists (
      select
      from mail sent
      where sent.agency_id = a.agency_id
        and sent.about_id = a.id
        and sent.kind = 'approval_request'
        and sent.status in ('waiting', 'sent')
    ) as "hasMail"
  `;
}

/** Who recorded the approval `a` of the agency, or the answers of some in a round. */
export function recordersOf(sql: Queryable, agencyId: PendingQuery<Row[]>) {
  return sql`
    array_remove(
      a.recorded_by::text || array(
        select seat.recorded_by::text
        from approval_approver seat
        where seat.agency_id = ${agencyId}
          and seat.approval_id = a.id
      ),
      null
    )
  `;
}
