import { type AuditActor, insertAudit } from "../../audit/sql.ts";
import type { Sql } from "../../db/open.ts";
import { ServiceError } from "../../errors.ts";
import type { ArtifactStore } from "./artifact-store.ts";
import { contentTypeByFormat } from "./file-name.ts";
import { findExportFile } from "./sql.ts";

export type Download = {
  fileName: string;
  contentType: string;
  bytes: number;
  chunks: AsyncIterable<Uint8Array>;
};

/**
 * Opens the file of a completed job and records the download in the audit, before the first byte leaves: no file goes out
 * unrecorded, and one that the reader gives up half-way is recorded as well.
 * Throws `not_found`, `export_not_ready` and `export_expired`. The chunks throw where bytes are missing, so that a short file never
 * looks like a whole one.
 */
export async function openDownload(
  { sql, artifactStore }: { sql: Sql; artifactStore: ArtifactStore },
  agencyId: number,
  input: { jobId: string; actor: AuditActor; requestId: string },
): Promise<Download> {
  const { jobId } = input;
  const file = await findExportFile(sql, agencyId, jobId);
  if (file === null) throw new ServiceError("not_found", `The agency has no export job ${jobId}.`);
  if (file.status !== "completed") {
    throw new ServiceError("export_not_ready", `The export job ${jobId} is ${file.status}.`);
  }
  if (file.isExpired || file.artifactId === null) throw expired(jobId);
  const chunks = artifactStore.read({ agencyId, jobId, artifactId: file.artifactId })[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) throw expired(jobId);
  await insertAudit(sql, agencyId, {
    actor: input.actor,
    action: "export.downloaded",
    subject: { type: "export_job", id: jobId },
    details: {
      format: file.format,
      reportId: file.reportId,
      contentHash: file.contentHash,
      fileHash: file.fileHash,
      bytes: file.bytes,
    },
    requestId: input.requestId,
  });
  return {
    fileName: file.fileName,
    contentType: contentTypeByFormat[file.format],
    bytes: file.bytes,
    chunks: wholeFile({ first: first.value, rest: chunks, bytes: file.bytes, jobId }),
  };
}

async function* wholeFile(input: {
  first: Uint8Array;
  rest: AsyncIterator<Uint8Array>;
  bytes: number;
  jobId: string;
}): AsyncGenerator<Uint8Array> {
  try {
    let sent = input.first.length;
    yield input.first;
    for (let next = await input.rest.next(); next.done !== true; next = await input.rest.next()) {
      sent += next.value.length;
      yield next.value;
    }
    if (sent !== input.bytes) throw new Error(`The file of job ${input.jobId} ended after ${sent} bytes.`);
  } finally {
    await input.rest.return?.();
  }
}

/** Removed between two looks counts as expired as well. */
function expired(jobId: string): ServiceError {
  return new ServiceError("export_expired", `The file of export job ${jobId} has expired.`);
}
