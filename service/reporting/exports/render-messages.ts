import type { PublicationReport } from "../reports/schema.ts";
import type { ExportFormat } from "./file-name.ts";
import type { PictureFiles } from "./picture-files.ts";

/** What is asked of a render worker: to begin a file, and then piece after piece, so that it never runs ahead of the store. */
export type RenderQuestion =
  | { ask: "start"; report: PublicationReport; format: ExportFormat; pictures: PictureFiles }
  | { ask: "next" };

/** One answer to each question. */
export type RenderAnswer =
  | { answer: "chunk"; bytes: Uint8Array }
  | { answer: "end" }
  | { answer: "failed"; message: string };
