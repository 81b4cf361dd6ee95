import type { JSONValue } from "postgres";
import { v7 as uuidv7 } from "uuid";
import type { Queryable, Sql } from "../../db/open.ts";
import { writeWork } from "../../work/announce-work.ts";
import type { WorkQueue } from "../../work/work-queue.ts";
import type { ImportMapping } from "../import/columns.ts";
import type { ImportKind } from "../import/kinds.ts";
import { type FileShape, openUploadsMax, refusedUploadsMax, type Upload, uploadBytesMax } from "./schema.ts";

/** Files that wait to be imported, or for the end of a lease. */
export const uploadQueue: WorkQueue = {
  name: "imports",
  waiting: (sql) => sql`
    select agency_id, due_at
    from insight_upload
    where due_at is not null
  `,
};

function columns(sql: Queryable) {
  return sql`
    id, kind, file_name as "fileName", state, bytes, shape, mapping, progress, result, fault, created_at as "createdAt"
  `;
}

/** Opens an upload and returns its id; null where too many of the agency are open. */
export async function insertUpload(
  sql: Sql,
  agencyId: number,
  input: { kind: ImportKind; fileName: string },
): Promise<string | null> {
  return await sql.begin(async (transaction) => {
    // Openings of one agency take turns, so that no two count the same place as free.
    await transaction`select from agency where id = ${agencyId} for no key update`;
    await giveUpRefused(transaction, agencyId);
    const [row] = await transaction<{ id: string }[]>`
      insert into insight_upload (agency_id, id, kind, file_name)
      select ${agencyId}, ${uuidv7()}, ${input.kind}, ${input.fileName}
      where (
        select count(*)
        from insight_upload
        where agency_id = ${agencyId}
          and state in ('receiving', 'received', 'queued', 'running')
      ) < ${openUploadsMax}
      returning id
    `;
    return row?.id ?? null;
  });
}

/** Whoever hands a mended file over needs the earlier ones no more; without this each would keep its bytes for a week. */
async function giveUpRefused(sql: Queryable, agencyId: number): Promise<void> {
  await sql`
    with given_up as (
      update insight_upload
      set state = 'cancelled', shape = null
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
    )
    delete from insight_upload_part
    using given_up
    where agency_id = ${agencyId}
      and upload_id = given_up.id
  `;
}

export type AddPartOutcome = "added" | "unknown" | "too_large";

/** Stores a piece; the same piece again replaces it, so that a call may be repeated. */
export async function insertPart(
  sql: Sql,
  agencyId: number,
  input: { uploadId: string; position: number; content: Uint8Array },
): Promise<AddPartOutcome> {
  return await sql.begin(async (transaction) => {
    const [upload] = await transaction<{ bytes: number }[]>`
      select bytes
      from insight_upload
      where agency_id = ${agencyId}
        and id = ${input.uploadId}
        and state = 'receiving'
      for update
    `;
    if (upload === undefined) return "unknown";
    const [before] = await transaction<{ bytes: number }[]>`
      select octet_length(content) as bytes
      from insight_upload_part
      where agency_id = ${agencyId}
        and upload_id = ${input.uploadId}
        and position = ${input.position}
    `;
    const bytes = Number(upload.bytes) - (before?.bytes ?? 0) + input.content.byteLength;
    if (bytes > uploadBytesMax) return "too_large";
    await transaction`
      insert into insight_upload_part (agency_id, upload_id, position, content)
      values (${agencyId}, ${input.uploadId}, ${input.position}, ${input.content})
      on conflict (agency_id, upload_id, position) do update
      set content = excluded.content
    `;
    await transaction`
      update insight_upload
      set bytes = ${bytes}
      where agency_id = ${agencyId}
        and id = ${input.uploadId}
    `;
    return "added";
  });
}

/** The pieces of a file in their order, one statement each, so that memory holds one. Null marks a piece that never came. */
export async function* readParts(
  sql: Queryable,
  agencyId: number,
  uploadId: string,
): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const [row] = await sql<{ content: Uint8Array }[]>`
      select content
      from insight_upload_part
      where agency_id = ${agencyId}
        and upload_id = ${uploadId}
        and position = ${position}
    `;
    if (row === undefined) return;
    yield row.content;
  }
}

/** Whether pieces lie behind a gap. */
export async function hasGap(sql: Queryable, agencyId: number, uploadId: string): Promise<boolean> {
  const [row] = await sql<{ hasGap: boolean }[]>`
    select coalesce(max(position) + 1, 0) <> count(*) as "hasGap"
    from insight_upload_part
    where agency_id = ${agencyId}
      and upload_id = ${uploadId}
  `;
  return row?.hasGap ?? false;
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
        and exists (select from insight_upload_part where agency_id = ${agencyId} and upload_id = ${input.id})
      returning due_at as "dueAt"
    `,
  );
  return queued.length === 1;
}

/** Gives an upload up at any time before its end, and forgets its bytes. False where it has ended. */
export async function cancelUpload(sql: Queryable, agencyId: number, id: string): Promise<boolean> {
  const cancelled = await sql`
    with cancelled as (
      update insight_upload
      set state = 'cancelled', due_at = null, lease_token = null, shape = null
      where agency_id = ${agencyId}
        and id = ${id}
        and state in ('receiving', 'received', 'queued', 'running', 'refused', 'failed')
      returning id
    ),
    emptied as (
      delete from insight_upload_part
      using cancelled
      where agency_id = ${agencyId}
        and upload_id = cancelled.id
    )
    select
    from cancelled
  `;
  return cancelled.count === 1;
}

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
  end: { state: "imported" | "known" | "refused" | "failed"; result: JSONValue; fault: string | null },
): Promise<boolean> {
  const isDone = end.state === "imported" || end.state === "known";
  const finished = await sql`
    with finished as (
      update insight_upload
      set state = ${end.state}, progress = 1, due_at = null, lease_token = null, result = ${sql.json(end.result)},
        fault = left(${end.fault}, 1000)
      where agency_id = ${upload.agencyId}
        and id = ${upload.id}
        and lease_token = ${upload.leaseToken}
      returning id
    ),
    emptied as (
      delete from insight_upload_part
      using finished
      where agency_id = ${upload.agencyId}
        and upload_id = finished.id
        and ${isDone}
    )
    select
    from finished
  `;
  return finished.count === 1;
}

/** Gives a file back that the service itself put down. */
export async function releaseUpload(sql: Queryable, upload: ClaimedUpload): Promise<void> {
  await writeWork(
    sql,
    { queue: uploadQueue, agencyId: upload.agencyId },
    (transaction) => transaction<{ dueAt: Date }[]>`
      update insight_upload
      set state = 'queued', lease_token = null, due_at = now(), attempts = attempts - 1
      where agency_id = ${upload.agencyId}
        and id = ${upload.id}
        and lease_token = ${upload.leaseToken}
      returning due_at as "dueAt"
    `,
  );
}

/** Days that a handed-over file stays at most, whatever became of it. */
const uploadDaysMax = 7;

/** Removes old uploads with their pieces, a bounded number at a time; true when there may be more. */
export async function deleteOldUploads(sql: Queryable, uploadsMax: number): Promise<boolean> {
  const deleted = await sql`
    delete from insight_upload
    where (agency_id, id) in (
      select agency_id, id
      from insight_upload
      where created_at < now() - ${uploadDaysMax} * interval '1 day'
        and due_at is null
      order by created_at
      limit ${uploadsMax}
    )
  `;
  return deleted.count >= uploadsMax;
}
