import type { TableFacts } from "./facts-shape.ts";

const leftOut = "What was imported of a file is in the export.";

/** Files as people hand them over. What a table of contacts holds encrypted is readable in them. */
export const importUploadFacts: readonly TableFacts[] = [
  {
    table: "insight_upload",
    holds:
      "Files of figures, clippings and contacts of the media that people hand over: name, how they were read, first rows, lines that are wrong.",
    personal:
      "names, mail addresses, telephone numbers and notes of people of the media; authors of articles",
    why: "To show a file before it is imported, and what is wrong with it.",
    basis: "legitimate interest (f)",
    kept: "7 days; rows and wrong lines only until the file is imported or given up",
    export: { leftOut },
  },
  {
    table: "insight_upload_part",
    holds: "Pieces of files of figures and clippings that came before migration 57, until they are imported.",
    personal: "authors of articles, all published",
    why: "To import them.",
    basis: "legitimate interest (f)",
    kept: "until the import, at most 7 days",
    export: { leftOut },
  },
];
