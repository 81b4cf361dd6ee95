import type { UploadState } from "../../../../features/insights/uploads/schema.ts";

export const stateTexts: Readonly<Record<UploadState, string>> = {
  receiving: "Wird übertragen",
  received: "Wartet auf die Zuordnung der Spalten",
  queued: "Wartet",
  running: "Wird übernommen",
  imported: "Übernommen",
  known: "Schon früher übernommen",
  refused: "Nicht übernommen: einzelne Zeilen stimmen nicht",
  failed: "Nicht übernommen: die Datei lässt sich nicht lesen",
  cancelled: "Abgebrochen",
};
