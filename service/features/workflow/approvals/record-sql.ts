import type { Queryable } from "../../../floor/db/open.ts";

export type RecordedApproval = {
  draftId: string;
  draftVersion: number;
  contactId: string;
  givenAt: Date;
  how: "telephone" | "meeting" | "paper" | "other";
  note: string;
};

type NewRecord = RecordedApproval & {
  approvalId: string;
  contact: { id: string; name: string };
  contentHash: Uint8Array;
  recordedBy: string;
};

/** Writes an approval that nobody had asked for by a link. */
export async function insertRecordedApproval(
  transaction: Queryable,
  agencyId: number,
  input: NewRecord,
): Promise<void> {
  await transaction`
    insert into approval (
      agency_id, id, draft_id, draft_version, content_hash, contact_id, contact_name, status, expires_at, decided_at,
      requested_by, kind, recorded_by, recorded_how, recorded_note
    )
    values (
      ${agencyId}, ${input.approvalId}, ${input.draftId}, ${input.draftVersion}, ${input.contentHash},
      ${input.contact.id}, ${input.contact.name}, 'approved', now(), ${input.givenAt},
      ${input.recordedBy}, 'recorded', ${input.recordedBy}, ${input.how}, ${input.note}
    )
  `;
}

/** Ends the open request of a text by the approval that came another way; its contact is who gave it. */
export async function recordOpenApproval(
  transaction: Queryable,
  agencyId: number,
  input: NewRecord,
): Promise<void> {
  await transaction`
    update approval
    set
      status = 'approved',
      decided_at = ${input.givenAt},
      contact_id = ${input.contact.id},
      contact_name = ${input.contact.name},
      kind = 'recorded',
      recorded_by = ${input.recordedBy},
      recorded_how = ${input.how},
      recorded_note = ${input.note}
    where agency_id = ${agencyId}
      and id = ${input.approvalId}
      and status = 'pending'
  `;
}
