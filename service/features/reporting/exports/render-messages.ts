import type { ReleaseFile } from "../../newsroom/release-file.ts";
import type { PublicationReport } from "../reports/schema.ts";
import type { ExportFormat } from "./file-name.ts";
import type { PictureFiles } from "./picture-files.ts";

/** What a file is to be, beside its report. */
export type RenderOrder = {
  format: ExportFormat;
  /** Address of the page on which anybody checks the report. */
  verifyUrl: string;
  /** What a PDF shows besides its text; none where left out. */
  pictures?: PictureFiles;
};

/** What is asked of a render worker: to begin a file, and then piece after piece, so that it never runs ahead of the store. */
export type RenderQuestion =
  | { ask: "start"; report: PublicationReport; order: RenderOrder }
  | { ask: "release"; release: ReleaseFile }
  | { ask: "next" };

/** One answer to each question. */
export type RenderAnswer =
  | { answer: "chunk"; bytes: Uint8Array }
  | { answer: "end" }
  | { answer: "failed"; message: string };
