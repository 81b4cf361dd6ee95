import type { DraftStatus } from "../../../features/workflow/drafts/schema.ts";
import { type Html, html } from "../../../floor/web/html.ts";

/** The states of a text, in the words that people use. */
export const draftStateLabels: Readonly<Record<DraftStatus, string>> = {
  draft: "Entwurf",
  in_approval: "In Freigabe",
  changes_requested: "Änderungen gewünscht",
  approved: "Freigegeben",
  scheduled: "Geplant",
  published: "Veröffentlicht",
  archived: "Archiviert",
};

const classes: Partial<Record<DraftStatus, string>> = {
  approved: "state good",
  published: "state good",
  changes_requested: "state bad",
};

export function draftStateHtml(status: DraftStatus): Html {
  return html`<span class="${classes[status] ?? "state"}">${draftStateLabels[status]}</span>`;
}
