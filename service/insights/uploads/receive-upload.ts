import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import type { Queryable, Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import { ImportError } from "../import/import-error.ts";
import { inspectFile } from "../import/inspect-file.ts";
import type { ImportKind } from "../import/kinds.ts";
import { readRows } from "../import/read-rows.ts";
import { hasGap, insertPart, readParts } from "./part-sql.ts";
import {
  type FileShape,
  openUploadsMax,
  partBytesMax,
  previewRowsMax,
  type Upload,
  uploadBytesMax,
} from "./schema.ts";
import { cancelUpload, findUpload, insertUpload, markReceived } from "./sql.ts";

const fileNameCharactersMax = 255;
/** What a page shows of a cell, and how many columns: a table of a clipping service has twenty. */
const cellCharactersMax = 120;
const columnsMax = 200;

/** Opens an upload of a file and returns its id. Throws an ImportError where the agency has too many open ones. */
export async function startUpload(
  sql: Sql,
  agencyId: number,
  input: { kind: ImportKind; fileName: string },
): Promise<string> {
  const name = input.fileName
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(-fileNameCharactersMax);
  const id = await insertUpload(sql, agencyId, { ...input, fileName: name === "" ? "Datei.csv" : name });
  if (id !== null) return id;
  throw new ImportError("too_many_open", { max: openUploadsMax });
}

/** Takes a piece of the file. The same position again replaces it. Throws `not_found`, or an ImportError. */
export async function addUploadPart(
  sql: Sql,
  agencyId: number,
  input: { uploadId: string; position: number; content: Uint8Array },
): Promise<void> {
  const { position, content } = input;
  const positionsMax = uploadBytesMax / partBytesMax;
  if (!Number.isInteger(position) || position < 0 || position >= positionsMax * 2 || content.byteLength === 0)
    throw new ImportError("bad_piece");
  const outcome = content.byteLength > partBytesMax ? "too_large" : await insertPart(sql, agencyId, input);
  if (outcome === "unknown") throw new ServiceError("not_found", "No file of this id is being received.");
  if (outcome === "too_large") throw new ImportError("too_large", { max: uploadBytesMax });
}

/**
 * Ends the receiving: reads the file once for its encoding, delimiter, heading and first rows. Throws an ImportError for what is
 * no table; the upload is given up then.
 */
export async function completeUpload(
  sql: Sql,
  agencyId: number,
  input: { uploadId: string; actor: AuditActor; requestId: string },
): Promise<Upload> {
  const { uploadId, actor, requestId } = input;
  const upload = await findUpload(sql, agencyId, uploadId);
  if (upload === null) throw new ServiceError("not_found", "There is no upload of this id.");
  if (upload.state !== "receiving") return upload;
  if (await hasGap(sql, agencyId, uploadId)) throw new ImportError("missing_piece");
  const shape = await shapeOf(sql, agencyId, uploadId).catch(async (error: unknown) => {
    await cancelUpload(sql, agencyId, uploadId);
    throw error;
  });
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

async function shapeOf(sql: Queryable, agencyId: number, uploadId: string): Promise<FileShape> {
  const { encoding, delimiter } = await inspectFile(readParts(sql, agencyId, uploadId));
  const rows: string[][] = [];
  for await (const { cells } of readRows(readParts(sql, agencyId, uploadId), { encoding, delimiter })) {
    rows.push(cells.slice(0, columnsMax).map(shown));
    if (rows.length > previewRowsMax) break;
  }
  const [heading = [], ...preview] = rows;
  return { encoding, delimiter, heading, rows: preview };
}

/** PostgreSQL's JSON takes no NUL and no half pair. */
function shown(cell: string): string {
  return [
    ...cell
      .replace(/[\ufeff\p{Cc}]+/gu, " ")
      .toWellFormed()
      .trim(),
  ]
    .slice(0, cellCharactersMax)
    .join("");
}
