import type { Queryable } from "../../../floor/db/open.ts";
import { releasePrivateFiles } from "../../media/private-file.ts";

export type ApprovedVersion = { version: number; contentHash: string; decidedAt: string };

/** More approvals than a text has; the log of its deletion names no more. */
const approvedMax = 20;

/** The versions of a draft that a contact has approved, whatever became of the approval later. */
export async function listApprovedVersions(
  sql: Queryable,
  agencyId: number,
  draftId: string,
): Promise<ApprovedVersion[]> {
  const rows = await sql<{ version: number; contentHash: string; decidedAt: Date }[]>`
    select draft_version as version, encode(content_hash, 'hex') as "contentHash", decided_at as "decidedAt"
    from approval
    where agency_id = ${agencyId}
      and draft_id = ${draftId}
      and decided_at is not null
      and status in ('approved', 'superseded')
    order by decided_at desc, id
    limit ${approvedMax}
  `;
  return rows.map(({ decidedAt, ...row }) => ({ ...row, decidedAt: decidedAt.toISOString() }));
}

/**
 * Whether conversions, clippings or other figures name a release that was planned. Locked until the transaction ends, so that none
 * comes in between.
 */
export async function isReleaseReferred(
  transaction: Queryable,
  agencyId: number,
  releaseId: number,
): Promise<boolean> {
  await transaction`select id from release where agency_id = ${agencyId} and id = ${releaseId} for update`;
  const [row] = await transaction<{ isReferred: boolean }[]>`
    select
      exists (select from conversion where agency_id = ${agencyId} and release_id = ${releaseId})
      or exists (select from media_mention where agency_id = ${agencyId} and release_id = ${releaseId})
      or exists (select from search_visibility where agency_id = ${agencyId} and release_id = ${releaseId})
      or exists (select from ai_visibility_run where agency_id = ${agencyId} and release_id = ${releaseId})
      as "isReferred"
  `;
  return row?.isReferred === true;
}

/**
 * Removes a draft that the transaction holds, with its versions, approvals and links, and the release of a publication that was
 * stopped. Unsaved states go with it by themselves.
 */
export async function deleteDraftRows(
  transaction: Queryable,
  agencyId: number,
  { draftId, releaseId }: { draftId: string; releaseId: number | null },
): Promise<void> {
  const approvals = transaction`select id from approval where agency_id = ${agencyId} and draft_id = ${draftId}`;
  await transaction`delete from approval_link where agency_id = ${agencyId} and approval_id in (${approvals})`;
  await transaction`delete from approval_mail where agency_id = ${agencyId} and approval_id in (${approvals})`;
  await transaction`delete from approval_comment where agency_id = ${agencyId} and approval_id in (${approvals})`;
  const files = await transaction<{ fileId: string; bytes: number }[]>`
    delete from approval_file
    where agency_id = ${agencyId} and approval_id in (${approvals})
    returning file_id as "fileId", bytes
  `;
  await releasePrivateFiles(transaction, agencyId, files);
  await transaction`delete from approval_approver where agency_id = ${agencyId} and approval_id in (${approvals})`;
  await transaction`delete from approval where agency_id = ${agencyId} and draft_id = ${draftId}`;
  await transaction`delete from embargo_link where agency_id = ${agencyId} and draft_id = ${draftId}`;
  await transaction`delete from draft_version where agency_id = ${agencyId} and draft_id = ${draftId}`;
  await transaction`delete from draft where agency_id = ${agencyId} and id = ${draftId}`;
  if (releaseId === null) return;
  await transaction`
    delete from release
    where agency_id = ${agencyId}
      and id = ${releaseId}
      and status = 'approved'
  `;
}
