import { v7 as uuidv7 } from "uuid";
import { fieldReason, isRefusal, ServiceError } from "../../errors.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import type { AuditActor } from "../audit/sql.ts";
import { findClient } from "../clients/sql.ts";
import { type AddedAsset, addAsset, type MediaDeps } from "./add-asset.ts";
import { oneChunk } from "./chunks-of-size.ts";
import { openFile } from "./open-file.ts";
import { type AssetTexts, fileNameCharactersMax } from "./schema.ts";
import { type MediaStore, storeAll } from "./store-files.ts";
import { holdFiles } from "./store-files-sql.ts";
import { fileBytesMax, tooLarge } from "./upload-folder.ts";
import {
  appendPart,
  deleteUpload,
  findUpload,
  insertUpload,
  listParts,
  type UploadRow,
} from "./uploads-sql.ts";

/** A part is in memory while it is stored. */
export const partBytesMax = 8 * 1024 * 1024;
/** Each part is a file in the store; only the last one may be smaller. */
export const partBytesMin = 256 * 1024;
/** Of one agency at once: as many files as its people drop onto their pages in an hour. */
const unfinishedMax = 50;
/** Time to come back after a break, over night as well. */
const expiryHours = 24;

export type UploadState = {
  uploadId: string;
  clientId: number | null;
  bytesExpected: number;
  /** Where the next part begins. */
  bytesReceived: number;
  expiresAt: string;
};

/**
 * Begins an upload in parts. Throws `not_found`, `payload_too_large`, and `asset_limit_reached` where the agency has too many
 * unfinished uploads or no room for this one.
 */
export async function beginUpload(
  sql: Sql,
  agencyId: number,
  input: { clientId: number; fileName: string; bytes: number },
): Promise<UploadState> {
  const { clientId, bytes } = input;
  if (!Number.isSafeInteger(bytes) || bytes < 1) throw wrongSize(`A file has at least 1 byte, not ${bytes}.`);
  if (bytes > fileBytesMax) throw tooLarge();
  if ((await findClient(sql, agencyId, clientId)) === null) {
    throw new ServiceError("not_found", `The agency has no client ${clientId}.`);
  }
  const id = uuidv7();
  const fileName =
    [...input.fileName.toWellFormed().replaceAll("\0", "")].slice(-fileNameCharactersMax).join("") || "datei";
  const begun = await insertUpload(sql, agencyId, {
    id,
    clientId,
    fileName,
    bytes,
    unfinishedMax,
    hours: expiryHours,
  });
  if (begun === null) {
    throw new ServiceError(
      "asset_limit_reached",
      `The agency has ${unfinishedMax} unfinished uploads, or no room for ${bytes} bytes more. Finish or cancel some, or remove files that are not used.`,
      { facts: { bytes, unfinishedMax } },
    );
  }
  return stateOf({ id, clientId, bytesExpected: bytes, bytesReceived: 0, expiresAt: begun.expiresAt });
}

/** How far an upload is, for whoever goes on after a break. Throws `not_found`. */
export async function getUpload(sql: Sql, agencyId: number, uploadId: string): Promise<UploadState> {
  return stateOf(await foundUpload(sql, agencyId, uploadId));
}

/**
 * Adds the next part. Throws `upload_conflict` with the byte at which the next one begins if that is not `position`, and
 * `invalid_parameters` for a part of a wrong size.
 */
export async function appendUpload(
  deps: MediaStore,
  agencyId: number,
  input: { uploadId: string; position: number; bytes: Uint8Array },
): Promise<UploadState> {
  const { uploadId, position, bytes } = input;
  const upload = await foundUpload(deps.sql, agencyId, uploadId);
  if (upload.bytesReceived !== position) throw conflict(upload);
  const left = upload.bytesExpected - position;
  const least = Math.min(partBytesMin, left);
  const most = Math.min(partBytesMax, left);
  if (bytes.length < least || bytes.length > most) {
    throw wrongSize(`The next part has ${least} to ${most} bytes, not ${bytes.length}.`);
  }
  const fileId = uuidv7();
  await storeAll(deps, agencyId, [{ fileId, chunks: oneChunk(bytes) }]);
  const isAppended = await deps.sql.begin(async (transaction) => {
    const part = { uploadId, position, bytes: bytes.length, fileId };
    if (!(await appendPart(transaction, agencyId, part))) return false;
    await holdFiles(transaction, agencyId, [fileId]);
    return true;
  });
  // Another one brought this part meanwhile; its bytes count, ours go with the loop.
  if (!isAppended) throw conflict(await foundUpload(deps.sql, agencyId, uploadId));
  return { ...stateOf(upload), bytesReceived: position + bytes.length };
}

/**
 * Makes an asset of an upload that is complete; as `addAsset`, and `upload_conflict` where bytes are missing. A file that is refused ends
 * its upload; where the store can't be reached, it can be tried again.
 */
export async function finishUpload(
  deps: MediaDeps,
  agencyId: number,
  input: Partial<AssetTexts> & { uploadId: string; actor: AuditActor },
): Promise<AddedAsset> {
  const { uploadId, ...said } = input;
  const { clientId, fileName } = await completeUpload(deps.sql, agencyId, uploadId);
  if (clientId === null) throw noSuchUpload(uploadId);
  try {
    return await addAsset(deps, agencyId, {
      ...said,
      clientId,
      fileName,
      chunks: readUpload(deps, agencyId, uploadId),
      async alongside(transaction) {
        // Two that finish at once make one asset.
        if (!(await deleteUpload(transaction, agencyId, uploadId))) throw noSuchUpload(uploadId);
      },
    });
  } catch (error) {
    if (isRefusal(error)) await cancelUpload(deps.sql, agencyId, uploadId);
    throw error;
  }
}

/** An upload of which all bytes have come. Throws `not_found`, and `upload_conflict` where some are missing. */
export async function completeUpload(sql: Queryable, agencyId: number, uploadId: string): Promise<UploadRow> {
  const upload = await foundUpload(sql, agencyId, uploadId);
  if (upload.bytesReceived < upload.bytesExpected) throw conflict(upload);
  return upload;
}

/** The bytes of an upload, part by part; none where it is gone. */
export async function* readUpload(
  deps: MediaStore,
  agencyId: number,
  uploadId: string,
): AsyncGenerator<Uint8Array> {
  for (const { fileId, bytes } of await listParts(deps.sql, agencyId, uploadId)) {
    yield* await openFile(deps, { agencyId, fileId }, { first: 0, last: bytes - 1 });
  }
}

/** Gives an upload up; one that is not there is given up already. */
export async function cancelUpload(sql: Sql, agencyId: number, uploadId: string): Promise<void> {
  await sql.begin((transaction) => deleteUpload(transaction, agencyId, uploadId));
}

async function foundUpload(sql: Queryable, agencyId: number, uploadId: string): Promise<UploadRow> {
  const upload = await findUpload(sql, agencyId, uploadId);
  if (upload === null) throw noSuchUpload(uploadId);
  return upload;
}

function stateOf(upload: Omit<UploadRow, "fileName" | "purpose">): UploadState {
  const { id, clientId, bytesExpected, bytesReceived, expiresAt } = upload;
  return { uploadId: id, clientId, bytesExpected, bytesReceived, expiresAt: expiresAt.toISOString() };
}

function conflict({ bytesReceived, bytesExpected }: UploadRow): ServiceError {
  return new ServiceError(
    "upload_conflict",
    `The upload has ${bytesReceived} of ${bytesExpected} bytes. Send the part that begins at byte ${bytesReceived}.`,
    { facts: { bytesReceived, bytesExpected } },
  );
}

function noSuchUpload(uploadId: string): ServiceError {
  return new ServiceError(
    "not_found",
    `There is no upload ${uploadId}, or its time is over. Begin a new one.`,
  );
}

function wrongSize(problem: string): ServiceError {
  return new ServiceError("invalid_parameters", problem, fieldReason("bytes", problem));
}
