import type { Queryable } from "../../../floor/db/open.ts";
import type { PrivateFile } from "../../media/private-file.ts";

export type RecordedApproval = {
  draftId: string;
  draftVersion: number;
  contactId: string;
  givenAt: Date;
  how: "telephone" | "meeting" | "paper" | "other";
  note: string;
  /** What proves it, such as a signed sheet. */
  file?: PrivateFile | null;
};

export type NewRecord = RecordedApproval & {
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

/** Writes the answer of one of a round that came another way, if that person is asked; false where not. The round is a recorded one. */
export async function recordSeat(
  transaction: Queryable,
  agencyId: number,
  input: NewRecord,
): Promise<boolean> {
  const rows = await transaction`
    update approval_approver
    set
      status = 'approved',
      decided_at = ${input.givenAt},
      recorded_by = ${input.recordedBy},
      recorded_how = ${input.how},
      recorded_note = ${input.note}
    where agency_id = ${agencyId}
      and approval_id = ${input.approvalId}
      and contact_id = ${input.contact.id}
      and status = 'asked'
    returning 1
  `;
  if (rows.length === 0) return false;
  await transaction`
    update approval
    set
      kind = 'recorded',
      recorded_by = coalesce(recorded_by, ${input.recordedBy}),
      recorded_how = coalesce(recorded_how, ${input.how}),
      recorded_note = coalesce(recorded_note, ${input.note})
    where agency_id = ${agencyId}
      and id = ${input.approvalId}
      and status = 'pending'
  `;
  return true;
}

/** Keeps what proves a recorded approval of a contact. */
export async function insertApprovalFile(
  transaction: Queryable,
  agencyId: number,
  { approvalId, contact, file }: Pick<NewRecord, "approvalId" | "contact"> & { file: PrivateFile },
): Promise<void> {
  await transaction`
    insert into approval_file (agency_id, approval_id, contact_id, file_id, file_name, media_type, bytes, sha256)
    values (
      ${agencyId}, ${approvalId}, ${contact.id}, ${file.fileId}, ${file.fileName}, ${file.mediaType}, ${file.bytes},
      ${Buffer.from(file.sha256, "hex")}
    )
  `;
}

/** The file beside a recorded approval of a draft, or null. */
export async function findApprovalFile(
  sql: Queryable,
  agencyId: number,
  { draftId, approvalId, contactId }: { draftId: string; approvalId: string; contactId: string },
): Promise<Omit<PrivateFile, "sha256"> | null> {
  const [row] = await sql<Omit<PrivateFile, "sha256">[]>`
    select f.bytes, f.file_id as "fileId", f.file_name as "fileName", f.media_type as "mediaType"
    from approval_file f
    join approval a on a.agency_id = f.agency_id and a.id = f.approval_id
    where f.agency_id = ${agencyId}
      and f.approval_id = ${approvalId}
      and f.contact_id = ${contactId}
      and a.draft_id = ${draftId}
  `;
  return row ?? null;
}

/** Files beside approvals, for the agency's archive, behind `after`. */
export async function listApprovalFiles(
  sql: Queryable,
  agencyId: number,
  { after, limit }: { after: { approvalId: string; contactId: string }; limit: number },
): Promise<{ approvalId: string; contactId: string; fileId: string; fileName: string; bytes: number }[]> {
  return await sql<
    { approvalId: string; contactId: string; fileId: string; fileName: string; bytes: number }[]
  >`
    select
      bytes,
      approval_id as "approvalId",
      contact_id as "contactId",
      file_id as "fileId",
      file_name as "fileName"
    from approval_file
    where agency_id = ${agencyId}
      and (approval_id, contact_id) > (${after.approvalId}, ${after.contactId})
    order by approval_id, contact_id
    limit ${limit}
  `;
}
