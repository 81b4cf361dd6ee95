import { v7 as uuidv7 } from "uuid";
import { ServiceError } from "../../../errors.ts";
import { deleteOld } from "../../../floor/db/delete-old.ts";
import { inTransaction } from "../../../floor/db/in-transaction.ts";
import type { Queryable, Sql } from "../../../floor/db/open.ts";
import { writeWork } from "../../../floor/queues/announce-work.ts";
import { leasedTable } from "../../../floor/queues/leased-rows.ts";
import { lockAgency } from "../../agencies/sql.ts";
import { insertImportUpload } from "../../media/uploads-sql.ts";
import type { ImportMapping } from "../import/columns.ts";
import type { ImportKind } from "../import/kinds.ts";
import { forgetBytes } from "./bytes-sql.ts";
import { type FileShape, openUploadsMax, refusedUploadsMax, type Upload, uploadDaysMax } from "./schema.ts";

/** Old files that one statement deletes: their pieces go with them. */
const removedAtOnce = 100;

/** Files that wait to be imported, or for the end of a lease. */
export const uploadQueue = leasedTable({
  name: "imports",
  table: "insight_upload",
  due: "due_at",
  // Renewed each second. After a crash the file is taken up again this much later.
  leaseMs: 60_000,
  onClaim: (sql) => sql`state = 'running', attempts = claimed.attempts + 1`,
  columns: (sql) => sql`claimed.kind, claimed.file_name as "fileName", claimed.mapping, claimed.attempts`,
});

function columns(sql: Queryable) {
  return sql`
    id, kind, file_name as "fileName", state, bytes, shape, mapping, progress, result, fault, created_at as "createdAt"
  `;
}

/** Opens an upload and returns its id; null where too many of the agency are open. */
export async function insertUpload(
  sql: Sql,
  agencyId: number,
  input: { kind: ImportKind; fileName: string; bytes: number },
): Promise<string | null> {
  return await sql.begin(async (transaction) => {
    // Openings of one agency take turns, so that no two count the same seat as free.
    await lockAgency(transaction, agencyId);
    await giveUpRefused(transaction, agencyId);
    const [row] = await transaction<{ id: string }[]>`
      insert into insight_upload (agency_id, id, kind, file_name, bytes)
      select ${agencyId}, ${uuidv7()}, ${input.kind}, ${input.fileName}, ${input.bytes}
      where (
        select count(*)
        from insight_upload
        where agency_id = ${agencyId}
          and state in ('receiving', 'received', 'queued', 'running')
      ) < ${openUploadsMax}
      returning id
    `;
    if (row !== undefined)
      await insertImportUpload(transaction, agencyId, { ...input, id: row.id, days: uploadDaysMax });
    return row?.id ?? null;
  });
}

/** Whoever hands a mended file over needs the earlier ones no more; without this each would keep its bytes for a week. */
async function giveUpRefused(sql: Queryable, agencyId: number): Promise<void> {
  const givenUp = await sql<{ id: string }[]>`
    update insight_upload
    set state = 'cancelled', shape = null, result = null
    where agency_id = ${agencyId}
      and id in (
        select id
        from insight_upload
        where agency_id = ${agencyId}
          and state in ('refused', 'failed')
        order by id desc
        offset ${refusedUploadsMax}
      )
      and state in ('refused', 'failed')
    returning id
  `;
  const ids = givenUp.map(({ id }) => id);
  await forgetBytes(sql, agencyId, ids);
}

export async function findUpload(sql: Queryable, agencyId: number, id: string): Promise<Upload | null> {
  const [row] = await sql<Upload[]>`
    select ${columns(sql)}
    from insight_upload
    where agency_id = ${agencyId}
      and id = ${id}
  `;
  return row ?? null;
}

/** An upload of this kind. Throws `not_found`. */
export async function findUploadOf(
  sql: Queryable,
  agencyId: number,
  { id, kind }: { id: string; kind: ImportKind },
): Promise<Upload> {
  const upload = await findUpload(sql, agencyId, id);
  if (upload?.kind !== kind) throw new ServiceError("not_found", "The agency has no such upload.");
  return upload;
}

/** Notes that a file has come as a whole. False where it was not being received. */
export async function markReceived(
  sql: Queryable,
  agencyId: number,
  input: { id: string; shape: FileShape },
): Promise<boolean> {
  const updated = await sql`
    update insight_upload
    set state = 'received', shape = ${sql.json(input.shape)}
    where agency_id = ${agencyId}
      and id = ${input.id}
      and state = 'receiving'
  `;
  return updated.count === 1;
}

/** Puts a received file into the queue. False where it is not waiting for that. */
export async function queueUpload(
  sql: Queryable,
  agencyId: number,
  input: { id: string; mapping: ImportMapping },
): Promise<boolean> {
  const queued = await writeWork(
    sql,
    { queue: uploadQueue, agencyId },
    (transaction) => transaction<{ dueAt: Date }[]>`
      update insight_upload
      set state = 'queued', mapping = ${sql.json(input.mapping)}, due_at = now(), result = null, fault = null, progress = 0,
        attempts = 0
      where agency_id = ${agencyId}
        and id = ${input.id}
        and state in ('received', 'refused', 'failed')
        and (
          exists (select from asset_upload_part where agency_id = ${agencyId} and upload_id = ${input.id})
          or exists (select from insight_upload_part where agency_id = ${agencyId} and upload_id = ${input.id})
        )
      returning due_at as "dueAt"
    `,
  );
  return queued.length === 1;
}

/** Gives an upload up at any time before its end, and forgets its bytes and rows. False where it has ended. */
export async function cancelUpload(sql: Queryable, agencyId: number, id: string): Promise<boolean> {
  return await inTransaction(sql, async (transaction) => {
    const cancelled = await transaction`
      update insight_upload
      set state = 'cancelled', due_at = null, lease_token = null, shape = null, result = null
      where agency_id = ${agencyId}
        and id = ${id}
        and state in ('receiving', 'received', 'queued', 'running', 'refused', 'failed')
    `;
    if (cancelled.count === 1) await forgetBytes(transaction, agencyId, [id]);
    return cancelled.count === 1;
  });
}

/** Removes old uploads; true when there may be more. */
export async function deleteOldUploads(sql: Queryable): Promise<boolean> {
  const where = sql`created_at < now() - ${uploadDaysMax} * interval '1 day' and due_at is null`;
  return await deleteOld(sql, { table: "insight_upload", where, rowsMax: removedAtOnce });
}
