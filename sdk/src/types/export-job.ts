import type { ScopeType } from "./publication-report.ts";

export type ExportFormat = "pdf" | "csv" | "json";
export type ExportStatus = "queued" | "processing" | "completed" | "failed";

type ExportScope = {
  scopeType: ScopeType;
  scopeId: number | string;
  /** Calendar days up to today, 1 to 365; 30 when left out. */
  days?: number | undefined;
};

/**
 * What to export: a press release by its number, a campaign or portfolio by its UUID. With `reportId` the file is made of that
 * frozen report, so that several formats show the same figures; the scope may be left out, or has to agree.
 */
export type ExportRequest =
  | (ExportScope & { reportId?: undefined; format: ExportFormat })
  | (Partial<ExportScope> & { reportId: string; format: ExportFormat });

/** Answer of `createExport`; `existing` when the Idempotency-Key was used before. */
export type CreatedExport = { id: string; status: "queued" | "existing"; statusUrl: string };

export type ExportJob = {
  id: string;
  format: ExportFormat;
  scopeType: ScopeType;
  scopeId: string;
  status: ExportStatus;
  /** The frozen report that the file is made from. */
  reportId: string | null;
  /** A stable code, such as `scope_deleted`; null unless the job failed. */
  error: string | null;
  /** From then on the download answers 410 `export_expired`. */
  expiresAt: string | null;
  createdAt: string;
  completedAt: string | null;
};

/** `downloadUrl` is set only while `job.status` is `completed`; it takes the same key. */
export type ExportState = { job: ExportJob; downloadUrl: string | null };

/** A file as it comes over the wire; read `stream` once, to its end. */
export type DownloadedExport = {
  stream: ReadableStream<Uint8Array>;
  /** ASCII letters, digits, `.`, `_` and `-` only, so it is safe to write to as it is. */
  fileName: string;
  contentType: string;
};
