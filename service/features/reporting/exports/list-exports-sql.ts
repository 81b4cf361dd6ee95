import type { Queryable } from "../../../floor/db/open.ts";
import type { ExportFormat } from "./file-name.ts";
import type { ExportStatus } from "./schema.ts";

export type ListedExport = {
  id: string;
  format: ExportFormat;
  status: ExportStatus;
  createdAt: Date;
  bytes: number | null;
  /** Its bytes are removed, or will be at the next look. */
  isExpired: boolean;
};

/** Files that were made of a report, the newest first. */
export async function listReportExports(
  sql: Queryable,
  agencyId: number,
  { reportId, limit }: { reportId: string; limit: number },
): Promise<ListedExport[]> {
  return await sql<ListedExport[]>`
    select
      id,
      format,
      status,
      created_at as "createdAt",
      file_bytes as bytes,
      status = 'completed' and (expires_at <= now() or artifact_id is null) as "isExpired"
    from export_job
    where agency_id = ${agencyId}
      and report_id = ${reportId}
    order by created_at desc, id desc
    limit ${limit}
  `;
}
