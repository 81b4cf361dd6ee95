import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { firstCharacters } from "../../../floor/strings/first-characters.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import type { MediaStore } from "../../media/store-files.ts";
import { completeUpload } from "../../media/uploads.ts";
import { ImportError } from "../import/faults.ts";
import { inspectFile } from "../import/inspect-file.ts";
import type { ImportKind } from "../import/kinds.ts";
import { readRows } from "../import/read-rows.ts";
import { readHandedOver } from "./bytes-sql.ts";
import { type FileShape, openUploadsMax, previewRowsMax, type Upload, uploadBytesMax } from "./schema.ts";
import { cancelUpload, findUpload, insertUpload, markReceived } from "./sql.ts";

const fileNameCharactersMax = 255;
/** What a page shows of a cell, and how many columns: a table of a clipping service has twenty. */
const cellCharactersMax = 120;
const columnsMax = 200;

/**
 * Opens an upload in parts of a file (`appendUpload`) and returns its id. Throws an ImportError for an empty file or one that is too
 * large, and where the agency has too many open ones.
 */
export async function startUpload(
  sql: Sql,
  agencyId: number,
  input: { kind: ImportKind; fileName: string; bytes: number },
): Promise<string> {
  if (!Number.isSafeInteger(input.bytes) || input.bytes < 1) throw new ImportError("empty_file");
  if (input.bytes > uploadBytesMax) throw new ImportError("too_large", { max: uploadBytesMax });
  const name = [...input.fileName.replace(/\p{Cc}/gu, "").trim()].slice(-fileNameCharactersMax).join("");
  const id = await insertUpload(sql, agencyId, { ...input, fileName: name === "" ? "Datei.csv" : name });
  if (id !== null) return id;
  throw new ImportError("too_many_open", { max: openUploadsMax });
}

/**
 * Ends the receiving: reads the file once for its encoding, delimiter, heading and first rows. Throws `upload_conflict` where bytes
 * are missing, and an ImportError for what is no table; the upload is given up then.
 */
export async function receiveUpload(
  deps: MediaStore,
  agencyId: number,
  input: { uploadId: string; actor: AuditActor; requestId: string },
): Promise<Upload> {
  const { sql } = deps;
  const { uploadId, actor, requestId } = input;
  const upload = await findUpload(sql, agencyId, uploadId);
  if (upload === null) throw new ServiceError("not_found", "There is no upload of this id.");
  if (upload.state !== "receiving") return upload;
  await completeUpload(sql, agencyId, uploadId);
  const shape = await shapeOf(() => readHandedOver(deps, agencyId, uploadId)).catch(
    async (error: unknown) => {
      // Only a faulty file ends the upload; where the store can't be reached the upload can be tried again.
      if (error instanceof ImportError) await cancelUpload(sql, agencyId, uploadId);
      throw error;
    },
  );
  await sql.begin(async (transaction) => {
    if (!(await markReceived(transaction, agencyId, { id: uploadId, shape }))) return;
    await insertAudit(transaction, agencyId, {
      actor,
      action: "import.uploaded",
      subject: { type: "insight_upload", id: uploadId },
      details: { kind: upload.kind, bytes: Number(upload.bytes) },
      requestId,
    });
  });
  return { ...upload, state: "received", shape };
}

async function shapeOf(read: () => AsyncIterable<Uint8Array>): Promise<FileShape> {
  const { encoding, delimiter } = await inspectFile(read());
  const rows: string[][] = [];
  for await (const { cells } of readRows(read(), { encoding, delimiter })) {
    rows.push(cells.slice(0, columnsMax).map(shown));
    if (rows.length > previewRowsMax) break;
  }
  const [heading = [], ...preview] = rows;
  return { encoding, delimiter, heading, rows: preview };
}

/** PostgreSQL's JSON takes no NUL and no half pair. */
function shown(cell: string): string {
  const flat = cell.replace(/[\ufeff\p{Cc}]+/gu, " ");
  return firstCharacters(flat.toWellFormed().trim(), cellCharactersMax);
}
