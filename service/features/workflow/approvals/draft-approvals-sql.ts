import type { PendingQuery, Row } from "postgres";
import type { Queryable } from "../../../floor/db/open.ts";
import { approvalStatus, recordersOf } from "./approval-row-sql.ts";
import { type ApproverStatus, unableApprover } from "./approver-sql.ts";
import { isHandedOver, isReminded } from "./reached-sql.ts";
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
  /** Who asked, or for whom an assistant did; null for an API key and an operator. */
  requesterName: string | null;
  /** Whose answer an open request awaits, and who may not approve any more; null where there is none. */
  unable: string | null;
  kind: "link" | "recorded";
  /** The persons of the agency who recorded it, or a part of it. */
  recorders: string[];
  /** Who is asked in a round, in the order of their turns; empty for an approval of one person. */
  approvers: ApproverOfDraft[];
} & RecordedFacts &
  AskedByMail;

/** Who of the agency recorded an answer, how it came, and what was said; null where the contact decided by a link. */
export type RecordedFacts = {
  recorderName: string | null;
  recordedHow: "telephone" | "meeting" | "paper" | "other" | null;
  recordedNote: string | null;
  /** The name of the file that proves it. */
  recordedFile: string | null;
};

/** Of one who is asked. */
export type AskedByMail = {
  /** What became of the mail; `none` where there is none. */
  mail: ApprovalMailState;
  /** The contact has a mail address. */
  hasAddress: boolean;
};

export type ApproverOfDraft = RecordedFacts &
  AskedByMail & {
    contactId: string;
    name: string;
    turn: number;
    status: ApproverStatus;
    /** Moments as JSON has them. */
    decidedAt: string | null;
    comment: string | null;
  };

/** `handed_over` where an operator handed over a link in place of the mail, which may have been cancelled by that. */
type ApprovalMailState = "none" | "waiting" | "delayed" | "sent" | "cancelled" | "handed_over" | "failed";

/** A text that was sent for approval more often has an older history than a page shows. */
const approvalsMax = 50;

/** The newest approval requests of a draft. Each table by the number of the agency: a cluster refuses the look at a round by the request's. */
export async function listApprovalsOfDraft(
  sql: Queryable,
  agencyId: number,
  draftId: string,
): Promise<ApprovalOfDraft[]> {
  return await sql<ApprovalOfDraft[]>`
    select
      a.message, a.comment,
      a.id as "approvalId",
      a.draft_version as "draftVersion",
      a.contact_id as "contactId",
      a.contact_name as "contactName",
      ${approvalStatus(sql)} as status,
      a.respond_by as "respondBy",
      a.requested_at as "requestedAt",
      a.expires_at as "expiresAt",
      a.decided_at as "decidedAt",
      coalesce(p.name, p.email) as "requesterName",
      ${mailState(sql, agencyId, sql`a.contact_id`)} as mail,
      k.email is not null as "hasAddress",
      ${unableApprover(sql, agencyId)} as unable,
      a.kind,
      ${recordersOf(sql, sql`${agencyId}`)} as recorders,
      coalesce(recorder.name, recorder.email) as "recorderName",
      a.recorded_how as "recordedHow",
      a.recorded_note as "recordedNote",
      f.file_name as "recordedFile",
      coalesce(
        (
          select json_agg(
            json_build_object(
              'contactId', seat.contact_id, 'name', seat.contact_name, 'turn', seat.turn, 'status', seat.status,
              'decidedAt', seat.decided_at, 'comment', seat.comment, 'recordedHow', seat.recorded_how,
              'recordedNote', seat.recorded_note, 'recorderName', coalesce(by.name, by.email), 'recordedFile', proof.file_name,
              'mail', ${mailState(sql, agencyId, sql`seat.contact_id`)}, 'hasAddress', contact.email is not null
            )
            order by seat.turn, seat.status = 'passed_on' desc, seat.contact_name
          )
          from approval_approver seat
          join client_contact contact on contact.agency_id = ${agencyId} and contact.id = seat.contact_id
          left join mail m
            on m.agency_id = ${agencyId}
            and m.about_id = seat.approval_id
            and m.kind = 'approval_request'
            and m.once = seat.contact_id::text
          left join person by on by.id = seat.recorded_by
          left join approval_file proof
            on proof.agency_id = ${agencyId} and proof.approval_id = seat.approval_id and proof.contact_id = seat.contact_id
          where seat.agency_id = ${agencyId}
            and seat.approval_id = a.id
        ),
        '[]'
      ) as approvers
    from approval a
    join client_contact k on k.agency_id = ${agencyId} and k.id = a.contact_id
    left join mail m
      on m.agency_id = ${agencyId}
      and m.about_id = a.id
      and m.kind = 'approval_request'
      and m.once = case when a.awaited is null then '' else a.contact_id::text end
    left join person p on p.id = a.requested_by
    left join person recorder on recorder.id = a.recorded_by
    left join approval_file f on f.agency_id = ${agencyId} and f.approval_id = a.id and f.contact_id = a.contact_id
    where a.agency_id = ${agencyId}
      and a.draft_id = ${draftId}
    order by a.requested_at desc, a.id desc
    limit ${approvalsMax}
  `;
}

/** Of the mail `m` that asks this contact for the approval `a`. A reminder that went out later took its place. */
function mailState(sql: Queryable, agencyId: number, contactId: PendingQuery<Row[]>) {
  const once = sql`m.once`;
  return sql`
    case
      when m.status is null then 'none'
      when m.status = 'waiting' and m.last_error is not null then 'delayed'
      when m.status not in ('failed', 'cancelled') then m.status
      when ${isReminded(sql, agencyId, once)} then 'sent'
      when ${isHandedOver(sql, agencyId, { contactId, once })} then 'handed_over'
      else m.status
    end
  `;
}
