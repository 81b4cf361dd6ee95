import type { ImportMapping } from "../import/columns.ts";
import type { FileFault } from "../import/faults.ts";
import type { ImportResult } from "../import/import-file.ts";
import type { InspectedFile } from "../import/inspect-file.ts";
import type { ImportKind } from "../import/kinds.ts";

/** Of one file: a year of clippings of a large agency has about 100 MB. */
export const uploadBytesMax = 256 * 1024 * 1024;
/** Files of one agency that are being received or wait to be imported. Nobody needs more at once. */
export const openUploadsMax = 5;
/** Files with faults that an agency keeps, to map them anew; older ones go with the next that is handed over. */
export const refusedUploadsMax = 5;
/** Days that a handed-over file stays at most, whatever became of it. */
export const uploadDaysMax = 7;
/** Rows that a preview shows. */
export const previewRowsMax = 5;
/** Faulty lines that are kept for the page; the others are counted. */
export const shownBadLinesMax = 500;

export type UploadState =
  | "receiving"
  | "received"
  | "queued"
  | "running"
  | "imported"
  | "known"
  | "refused"
  | "failed"
  | "cancelled";

/** What a file looks like, and how it was read last time. */
export type FileShape = Pick<InspectedFile, "encoding" | "delimiter"> & {
  /** Cut to what a page shows. */
  heading: string[];
  rows: string[][];
};

export type Upload = {
  id: string;
  kind: ImportKind;
  fileName: string;
  state: UploadState;
  bytes: number;
  shape: FileShape | null;
  mapping: ImportMapping | null;
  progress: number;
  result: ImportResult | null;
  fault: FileFault | null;
  createdAt: Date;
};
