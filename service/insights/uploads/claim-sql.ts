import type { JSONValue } from "postgres";
import { inTransaction } from "../../db/in-transaction.ts";
import type { Queryable } from "../../db/open.ts";
import { writeWork } from "../../work/announce-work.ts";
import type { ImportMapping } from "../import/columns.ts";
import type { FileFault } from "../import/faults.ts";
import type { ImportKind } from "../import/kinds.ts";
import { forgetBytes } from "./bytes-sql.ts";
import { uploadQueue } from "./sql.ts";

export type ClaimedUpload = {
  agencyId: number;
  id: string;
  kind: ImportKind;
  fileName: string;
  mapping: ImportMapping;
  attempts: number;
  leaseToken: string;
};

/** Takes the agency's next file, or null; whoever dies with it loses it after the lease. */
export async function claimUpload(
  sql: Queryable,
  agencyId: number,
  input: { leaseToken: string; leaseMs: number },
): Promise<ClaimedUpload | null> {
  const [row] = await sql<ClaimedUpload[]>`
    with due as (
      select id
      from insight_upload
      where agency_id = ${agencyId}
        and due_at <= now()
      order by due_at, id
      limit 1
      for update skip locked
    )
    update insight_upload as upload
    set state = 'running', attempts = attempts + 1, lease_token = ${input.leaseToken},
      due_at = now() + ${input.leaseMs} * interval '1 millisecond'
    from due
    where upload.agency_id = ${agencyId}
      and upload.id = due.id
    returning
      upload.agency_id as "agencyId", upload.id, upload.kind, upload.file_name as "fileName", upload.mapping,
      upload.attempts, upload.lease_token as "leaseToken"
  `;
  return row ?? null;
}

/** Notes progress and keeps the lease; false where it is lost or the import was cancelled. */
export async function keepUpload(
  sql: Queryable,
  upload: ClaimedUpload,
  input: { progress: number; leaseMs: number },
): Promise<boolean> {
  const kept = await sql`
    update insight_upload
    set progress = ${input.progress}, due_at = now() + ${input.leaseMs} * interval '1 millisecond'
    where agency_id = ${upload.agencyId}
      and id = ${upload.id}
      and lease_token = ${upload.leaseToken}
  `;
  return kept.count === 1;
}

/** Notes how an import ended. What was taken in needs its bytes no more; what was refused may be mapped anew for a while. */
export async function finishUpload(
  sql: Queryable,
  upload: ClaimedUpload,
  end: { state: "imported" | "known" | "refused" | "failed"; result: JSONValue; fault: FileFault | null },
): Promise<boolean> {
  const isDone = end.state === "imported" || end.state === "known";
  return await inTransaction(sql, async (transaction) => {
    const finished = await transaction`
      update insight_upload
      set state = ${end.state}, progress = 1, due_at = null, lease_token = null, result = ${sql.json(end.result)},
        fault = ${end.fault === null ? null : sql.json(end.fault)}
      where agency_id = ${upload.agencyId}
        and id = ${upload.id}
        and lease_token = ${upload.leaseToken}
    `;
    if (finished.count === 0) return false;
    if (isDone) await forgetBytes(transaction, upload.agencyId, [upload.id]);
    return true;
  });
}

/** Gives a file back that the service itself put down, to be taken up again after `waitMs`. */
export async function releaseUpload(
  sql: Queryable,
  upload: ClaimedUpload,
  { waitMs }: { waitMs: number },
): Promise<void> {
  await writeWork(
    sql,
    { queue: uploadQueue, agencyId: upload.agencyId },
    (transaction) => transaction<{ dueAt: Date }[]>`
      update insight_upload
      set state = 'queued', lease_token = null, due_at = now() + ${waitMs} * interval '1 millisecond', attempts = attempts - 1
      where agency_id = ${upload.agencyId}
        and id = ${upload.id}
        and lease_token = ${upload.leaseToken}
      returning due_at as "dueAt"
    `,
  );
}
