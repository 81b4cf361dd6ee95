import { ServiceError } from "../../../errors.ts";
import type { Sql } from "../../../floor/db/open.ts";
import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import { type ImportMapping, mapColumns } from "../import/columns.ts";
import { kindsOfImport } from "../import/kinds.ts";
import { rememberMapping } from "./mapping-sql.ts";
import type { Upload } from "./schema.ts";
import { cancelUpload, queueUpload } from "./sql.ts";

type By = { actor: AuditActor; requestId: string };

/**
 * Puts a received file into the queue of imports and remembers the mapping for files of the same heading. Throws an ImportError
 * where columns are missing, and `version_conflict` for a file that is not waiting for this.
 */
export async function startImport(
  sql: Sql,
  agencyId: number,
  input: { upload: Upload; mapping: ImportMapping } & By,
): Promise<void> {
  const { upload, mapping, actor, requestId } = input;
  const heading = upload.shape?.heading ?? [];
  mapColumns(heading, kindsOfImport[upload.kind].columns, mapping);
  await sql.begin(async (transaction) => {
    if (!(await queueUpload(transaction, agencyId, { id: upload.id, mapping })))
      throw new ServiceError("version_conflict", "The file is being imported already, or is gone.");
    await rememberMapping(transaction, agencyId, { kind: upload.kind, heading, mapping });
    await insertAudit(transaction, agencyId, {
      actor,
      action: "import.started",
      subject: { type: "insight_upload", id: upload.id },
      requestId,
    });
  });
}

/** Ends an upload or an import; nothing of it stays. Throws `version_conflict` where it has ended. */
export async function stopImport(
  sql: Sql,
  agencyId: number,
  input: { uploadId: string } & By,
): Promise<void> {
  const { uploadId, actor, requestId } = input;
  await sql.begin(async (transaction) => {
    if (!(await cancelUpload(transaction, agencyId, uploadId)))
      throw new ServiceError("version_conflict", "The import has ended.");
    await insertAudit(transaction, agencyId, {
      actor,
      action: "import.cancelled",
      subject: { type: "insight_upload", id: uploadId },
      requestId,
    });
  });
}
