import { v7 as uuidv7 } from "uuid";
import type { ServiceError } from "../../errors.ts";
import type { Queryable, Sql } from "../../floor/db/open.ts";
import { refusal } from "../../floor/web/refuse-fields.ts";
import { fileBytesMax, tooLarge } from "../media/upload-folder.ts";
import { completeUpload } from "../media/uploads.ts";
import { deleteUpload, insertImportUpload, renameUpload } from "../media/uploads-sql.ts";
import { notThen, waitingDaysMax } from "./moves.ts";
import { lockReceiving, setMoveState } from "./sql.ts";

export const emptyFile = "Die Datei ist leer. Bitte wählen Sie eine mit Texten.";

/**
 * Opens the upload of a move's file in parts and returns its id, for `appendUpload`. It takes the place of an earlier one, which ends by
 * that. Throws `not_found`, `payload_too_large`, `version_conflict`, and `invalid_parameters` for an empty file.
 */
export async function beginMoveFile(
  sql: Sql,
  agencyId: number,
  input: { moveId: string; fileName: string; bytes: number },
): Promise<string> {
  const { moveId: id, bytes } = input;
  refuseFileSize(bytes);
  const fileName = [...input.fileName.replace(/\p{Cc}/gu, "").trim()].slice(-200).join("") || "Datei";
  // Of each begin its own: two windows that sent different files under one id made one file of both.
  const uploadId = uuidv7();
  await sql.begin(async (transaction) => {
    const earlier = await lockReceiving(transaction, agencyId, id);
    if (earlier === null) throw notThen();
    await setMoveState(transaction, agencyId, {
      ...{ id, from: ["receiving"], to: "receiving", fileName, uploadId },
    });
    await deleteUpload(transaction, agencyId, earlier.uploadId);
    await insertImportUpload(transaction, agencyId, { id: uploadId, fileName, bytes, days: waitingDaysMax });
  });
  return uploadId;
}

/** Before a move is begun for a file. Throws `payload_too_large`, and `invalid_parameters` for an empty one. */
export function refuseFileSize(bytes: number): void {
  if (bytes === 0)
    throw refusal("invalid_parameters", {
      german: emptyFile,
      english: "The file is empty. Choose one with texts.",
    });
  if (!Number.isSafeInteger(bytes) || bytes < 1 || bytes > fileBytesMax) throw tooLarge();
}

/** Throws `version_conflict` where the move takes no file any more, or another one meanwhile. */
export async function refuseOtherUpload(
  sql: Queryable,
  agencyId: number,
  { moveId, uploadId }: { moveId: string; uploadId: string },
): Promise<void> {
  const receiving = await lockReceiving(sql, agencyId, moveId);
  if (receiving === null) throw notThen();
  if (receiving.uploadId !== uploadId) throw otherFile();
}

/** Ends the upload; the file is checked then. Throws `upload_conflict` where bytes are missing, and as `refuseOtherUpload`. */
export async function checkMove(
  sql: Sql,
  agencyId: number,
  { moveId, uploadId }: { moveId: string; uploadId: string },
): Promise<void> {
  await sql.begin(async (transaction) => {
    await refuseOtherUpload(transaction, agencyId, { moveId, uploadId });
    await completeUpload(transaction, agencyId, uploadId);
    await setMoveState(transaction, agencyId, { id: moveId, from: ["receiving"], to: "checking" });
    // From now on there is one file, which is found by the move.
    await renameUpload(transaction, agencyId, { id: uploadId, to: moveId });
  });
}

/** Gives the upload up; the move takes another file. Throws as `refuseOtherUpload`. */
export async function cancelMoveFile(
  sql: Sql,
  agencyId: number,
  { moveId, uploadId }: { moveId: string; uploadId: string },
): Promise<void> {
  await sql.begin(async (transaction) => {
    await refuseOtherUpload(transaction, agencyId, { moveId, uploadId });
    await deleteUpload(transaction, agencyId, uploadId);
  });
}

function otherFile(): ServiceError {
  return refusal("version_conflict", {
    german: "In diesen Umzug wird inzwischen eine andere Datei hochgeladen. Laden Sie die Seite neu.",
    english: "The move takes another file by now. Look at it again.",
  });
}
